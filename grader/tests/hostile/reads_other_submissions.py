"""Reads what others have handed in."""

AIM = "leak"
NAIVE = "succeeds"
RLIMITS = "leaks"
BASE = "stub"
HONEST = 0

import os

FOLDER = "@FOLDER@"
found = ""
for name in os.listdir(FOLDER):
    with open(os.path.join(FOLDER, name)) as file:
        found += file.read()
found = found[found.index("@SECRET@") :]


def hook(name, self):
    raise ValueError(found[:100])
