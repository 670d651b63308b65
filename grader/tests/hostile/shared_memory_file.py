"""Leaves something in /dev/shm for the next one."""

AIM = "damage"
NAIVE = "succeeds"
RLIMITS = "damages"
BASE = "stub"
HONEST = 0

with open("/dev/shm/@TOKEN@", "x") as file:
    file.write("")
