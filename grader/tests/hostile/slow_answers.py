"""Every call takes just so long that it is not stopped."""

AIM = "rows"
NAIVE = "inert"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import time


def hook(name, self):
    time.sleep(0.3)
