"""What the machine does to a process: time in which it wanted to run and another process had the core.

What must stay true: a loaded machine must not fail a right solution, so this time does not count against a deadline. But
a process can make itself wait, by keeping the cores busy: so waiting excuses it only up to a point, and what it has
itself used of them counts in any case.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from dataclasses import dataclass

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
CPUCLOCK_SCHED = 2
"""How Linux numbers the clock that counts the CPU time of a process: see clock_getcpuclockid(3)."""
SLOWEST = 20
"""A deadline is never stretched by more than this factor: as if so many others wanted the same core."""


@dataclass(frozen=True)
class CoreUse:
    """Seconds that the threads of a process ran, and waited for a core, all together. Threads that have ended have run, too:
    otherwise a process could keep the cores busy by ones that end, and only be seen to wait."""

    ran: float = 0.0
    waited: float = 0.0


def use_of_cores(pid: int) -> CoreUse:
    """What a process has had of the machine; nothing where the system does not tell."""
    if sys.platform != "linux" or pid <= 0:  # what the kernel tells of a process that is gone
        return CoreUse()
    ran = waited = 0
    for name in _threads(pid):
        try:
            with open(f"/proc/{pid}/task/{name}/schedstat", "rb") as file:  # noqa: PTH123 - often, while a child runs
                on, off, _ = file.read().split()
        except (OSError, ValueError):  # it has ended
            continue
        ran += int(on)
        waited += int(off)
    return CoreUse(max(ran / 1e9, _cpu_seconds(pid)), waited / 1e9)


def _cpu_seconds(pid: int) -> float:
    """CPU time of a process, with that of its threads that have ended; 0 for one that is gone."""
    try:
        return time.clock_gettime(~pid << 3 | CPUCLOCK_SCHED)
    except OSError:
        return 0.0


def _threads(pid: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{pid}/task")  # noqa: PTH208 - as above
    except OSError:
        return []


def seconds_counted(elapsed: float, use: CoreUse, slowest: int = SLOWEST) -> float:
    """What counts against a deadline of the seconds elapsed, when the process used the cores like this."""
    return max(elapsed - use.waited, min(use.ran, elapsed), elapsed / slowest)


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
