"""Threads that keep every core busy without holding the interpreter's lock, so that the main thread waits."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import hashlib
import threading


def burn():
    while True:
        hashlib.sha256(bytes(1 << 20))


def hook(name, self):
    for _ in range(4):
        threading.Thread(target=burn, daemon=True).start()
    burn()
