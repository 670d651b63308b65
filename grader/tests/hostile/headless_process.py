"""Ends its main thread alone, by the bare system call, and lives on in another one."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import ctypes
import os
import threading
import time


def hook(name, self):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    exit_of_one_thread = {"x86_64": 60, "aarch64": 93}.get(os.uname().machine, 60)
    ctypes.CDLL(None).syscall(exit_of_one_thread, 0)
