"""A loop without an end that swallows whatever is raised into it."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

def hook(name, self):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
