"""What the machine does to a process: time in which it wanted to run and another process had the core.

What must stay true: a loaded machine must not fail a right solution, so this time does not count against a deadline. But
a process can make itself wait, by starting others that keep the core busy: so waiting excuses it only up to a point.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
SLOWEST = 20
"""A deadline is never stretched by more than this factor: as if so many others wanted the same core."""


def waited_for_core(pid: int) -> float:
    """Seconds that the process has spent waiting for a core so far; 0.0 where the system does not tell."""
    if sys.platform != "linux":
        return 0.0
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_bytes().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def seconds_counted(elapsed: float, waited: float) -> float:
    """What counts against a deadline of the seconds elapsed, when the process spent some of them waiting for a core."""
    return max(elapsed - waited, elapsed / SLOWEST)


def hide_memory() -> None:
    """Make this process's memory, which holds the expected values, unreadable for other processes of the same user."""
    if sys.platform != "linux":
        return
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def end_with_parent() -> None:
    """Have this process ended when the one that started it is gone, however that went: nobody else would end it."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def sandbox_level() -> str:
    """The isolation that a child reaches on this machine, by the name that stands in every result."""
    return "none" if sys.platform == "win32" else "rlimits"
