"""Changes what its user may write through memory."""

AIM = "damage"
NAIVE = "succeeds"
RLIMITS = "damages"
BASE = "stub"
HONEST = 0

import mmap
import os

FOLDER = "@FOLDER@"
for name in os.listdir(FOLDER):
    path = os.path.join(FOLDER, name)
    try:
        with open(path, 'r+b') as file:
            mmap.mmap(file.fileno(), 0)[:4] = b'lost'
    except OSError:
        pass
