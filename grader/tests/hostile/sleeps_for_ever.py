"""Sleeps."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import time


def hook(name, self):
    time.sleep(10**6)
