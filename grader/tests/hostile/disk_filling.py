"""Writes a large file."""

AIM = "damage"
NAIVE = "succeeds"
RLIMITS = "damages"
BASE = "stub"
HONEST = 0

FOLDER = "@FOLDER@"
with open(FOLDER + "/filling", "wb") as file:
    for _ in range(16):
        file.write(bytes(1 << 20))
