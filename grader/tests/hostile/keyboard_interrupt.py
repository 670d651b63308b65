"""Raises KeyboardInterrupt in a call, as if the instructor had pressed Ctrl-C."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

def hook(name, self):
    raise KeyboardInterrupt
