"""Reads what /proc tells of other processes."""

AIM = "leak"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import os

found = ""
for name in ("self/environ", "self/cmdline", "self/maps"):
    with open("/proc/" + name, "rb") as file:
        found += file.read().decode("latin-1")
found = found[found.index("@SECRET@") :]


def hook(name, self):
    raise ValueError(found[:100])
