"""Makes second names for files."""

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
        os.link(path, path + '.link')
    except OSError:
        pass
