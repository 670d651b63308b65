"""Raises SystemExit in a call."""

AIM = "rows"
NAIVE = "inert"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import sys


def hook(name, self):
    sys.exit(0)
