"""Goes to another folder, and takes the rights of new files away."""

AIM = "rows"
NAIVE = "inert"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

import locale
import os

os.chdir("@FOLDER@")
os.umask(0o777)
locale.setlocale(locale.LC_ALL, "C")
