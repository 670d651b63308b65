"""Becomes another program, which ends successfully."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import os


def hook(name, self):
    os.execv("/bin/true", ["true"])
