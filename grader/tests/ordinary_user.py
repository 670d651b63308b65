"""Running something as an ordinary user, where the tests are run by root: what may not be read by some is open to root."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

NOBODY = 65534

AS_NOBODY: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
"""More arguments of Popen."""


def environment() -> dict[str, str]:
    """What an ordinary user needs to find the grader, and nothing of ours."""
    return {
        "PYTHONPATH": os.pathsep.join(sys.path[1:]),
        "PATH": os.environ["PATH"],
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONIOENCODING": "utf-8",
        "HOME": "/",
    }


def interpreter() -> str:
    """A Python of this version that somebody else may run, too: ours may lie in root's home folder. Empty for none."""
    for path in (sys.executable, f"/usr/bin/python{sys.version_info[0]}.{sys.version_info[1]}"):
        try:
            probe = [path, "-c", "import loopcheck, msgspec, pytest"]
            subprocess.run(probe, **AS_NOBODY, env=environment(), check=True, capture_output=True, cwd="/")
        except (OSError, subprocess.SubprocessError):
            continue
        return path
    return ""
