"""Tells a secret of the grader's environment."""

AIM = "leak"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import os

found = str(sorted(value for name, value in os.environ.items() if "SECRET" in name))


def hook(name, self):
    raise ValueError(found[:100])
