"""Stops its own process by SIGSTOP."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import os
import signal


def hook(name, self):
    os.kill(os.getpid(), signal.SIGSTOP)
