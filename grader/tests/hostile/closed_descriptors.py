"""Closes every descriptor."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import os


def hook(name, self):
    os.closerange(0, 64)
