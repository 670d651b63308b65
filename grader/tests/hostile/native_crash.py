"""Reads address 0."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import ctypes


def hook(name, self):
    ctypes.string_at(0)
