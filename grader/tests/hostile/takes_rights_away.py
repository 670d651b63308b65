"""Takes the right to read files away from their owner."""

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
        os.chmod(path, 0)
    except OSError:
        pass
