"""Recurses to the end of the C stack."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import sys


def hook(name, self):
    sys.setrecursionlimit(10**9)

    def deeper(_):
        return list(map(deeper, [0]))

    deeper(0)
