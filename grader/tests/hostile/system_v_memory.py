"""Leaves a System V shared memory segment for the next one."""

AIM = "damage"
NAIVE = "succeeds"
RLIMITS = "damages"
BASE = "stub"
HONEST = 0

import ctypes

ctypes.CDLL(None).shmget(int("@NUMBER@"), 4096, 0o1600)
