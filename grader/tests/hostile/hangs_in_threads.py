"""Threads that never end, not even with the main thread."""

AIM = "rows"
NAIVE = "inert"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import threading
import time

for _ in range(8):
    threading.Thread(target=time.sleep, args=(10**6,)).start()
