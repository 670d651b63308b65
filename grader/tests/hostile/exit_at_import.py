"""Ends its process, successfully, when it is imported."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import os

os._exit(0)
