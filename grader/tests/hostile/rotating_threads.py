"""Hangs among threads that each use a core for a moment and end, so that nobody is left who has used one."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import hashlib
import threading

ROOM = threading.Semaphore(60)


def burn():
    hashlib.pbkdf2_hmac("sha256", b"", b"", 4000)
    ROOM.release()


def start_others():
    while True:
        ROOM.acquire()
        threading.Thread(target=burn, daemon=True).start()


def hook(name, self):
    threading.Thread(target=start_others, daemon=True).start()
    while True:
        hashlib.pbkdf2_hmac("sha256", b"", b"", 10**6)
