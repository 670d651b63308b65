"""Renames what its user may rename."""

AIM = "damage"
NAIVE = "succeeds"
RLIMITS = "damages"
BASE = "stub"
HONEST = 0

import os

FOLDER = "@FOLDER@"
for name in os.listdir(FOLDER):
    path = os.path.join(FOLDER, name)
    try:
        os.rename(path, path + '.lost')
    except OSError:
        pass
