"""Lowers the limits of its process until nothing can be written."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import resource
import signal

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
