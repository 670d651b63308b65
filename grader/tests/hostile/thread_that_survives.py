"""A thread that waits for the next submission and spoils it."""

AIM = "neighbour"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import sys
import threading
import time


def spoil():
    while True:
        module = sys.modules.get("mini_asyncio.loop")
        if hasattr(module, "EventLoop"):
            module.EventLoop.run_once = lambda self: None
            module.EventLoop.run = lambda self, until: None
        time.sleep(0.0001)


threading.Thread(target=spoil, daemon=True).start()
