"""Holds as many threads as it gets, up to a number that a machine survives, so that nobody beside it can start a process."""

AIM = "neighbour"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import threading
import time


def hook(name, self):
    threading.stack_size(32768)
    while True:
        try:
            if threading.active_count() < 500:
                threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        except RuntimeError:
            time.sleep(0.001)
