"""Raises SystemExit when it is imported."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import sys

sys.exit(0)
