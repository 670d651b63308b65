"""Processes that multiply, up to a number that a machine survives."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import os
import time

for _ in range(5):
    try:
        os.fork()
    except OSError:
        break
time.sleep(0.1)
