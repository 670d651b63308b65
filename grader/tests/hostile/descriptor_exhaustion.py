"""Opens descriptors until there are none left."""

AIM = "neighbour"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import os

kept = []
try:
    while True:
        kept.append(os.dup(0))
except OSError:
    pass
