"""Leaves a process behind that does its damage later."""

AIM = "damage"
NAIVE = "succeeds"
RLIMITS = "damages"
BASE = "stub"
HONEST = 0

import os
import time

FOLDER = "@FOLDER@"
if not os.fork():
    os.setsid()
    if os.fork():
        os._exit(0)
    for name in os.listdir(FOLDER):
        os.rename(os.path.join(FOLDER, name), os.path.join(FOLDER, name + ".lost"))
    time.sleep(5)
    os._exit(0)
time.sleep(0.3)
