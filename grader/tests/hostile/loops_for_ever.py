"""A loop without an end."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

def hook(name, self):
    while True:
        pass
