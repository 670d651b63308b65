"""Leaves a recursion limit behind under which nothing works."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import sys

for limit in range(50, 1000):
    try:
        sys.setrecursionlimit(limit)
        break
    except RecursionError:
        pass
