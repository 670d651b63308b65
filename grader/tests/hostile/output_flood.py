"""Prints twenty megabytes."""

AIM = "rows"
NAIVE = "inert"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import sys

for _ in range(20):
    sys.stdout.write("x" * (1 << 20))
    sys.stderr.write("x" * (1 << 10))
