"""An exception with a message of ten million characters that look like addresses."""

AIM = "rows"
NAIVE = "inert"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import sys

LENGTH = 10**7 if "loopcheck.probes.plain" in sys.modules else 10


def hook(name, self):
    raise ValueError("0x" + "f" * LENGTH)
