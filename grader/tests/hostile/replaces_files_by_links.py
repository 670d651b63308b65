"""Puts symbolic links in the place of files."""

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
        os.unlink(path)
        os.symlink('/dev/null', path)
    except OSError:
        pass
