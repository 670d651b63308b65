"""Takes memory until there is none."""

AIM = "rows"
NAIVE = "inert"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

kept = []


def hook(name, self):
    while True:
        kept.append(bytearray(1 << 24))
