"""How a child shuts itself in before it looks at a submission, and what the zygote gives up before it forks.

What must stay true: every step is tried, and none that the machine refuses is fatal; `confine` returns the name of what
was reached, and that name stands in every result. This is the seam for stronger sandboxes.
"""

from __future__ import annotations

import contextlib
import os
import sys

PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
LAST_CAPABILITY = 63
CAPABILITY_VERSION_3 = 0x20080522


def harden() -> None:
    """In the zygote: unreadable for other processes of the same user, without root's capabilities, and heir to whatever
    processes a child leaves behind."""
    if sys.platform != "linux":
        return
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    for capability in range(LAST_CAPABILITY + 1):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    libc.capset(header, (ctypes.c_uint32 * 6)())
    # Last: changing credentials may make the process dumpable again.
    libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def confine(cpu_seconds: int, memory_bytes: int, file_bytes: int = 0) -> str:
    """In the child: its own process group, no files to write, bounded CPU and memory, nothing on the standard streams."""
    _silence()
    if sys.platform == "win32":
        return "none"
    import resource

    with contextlib.suppress(PermissionError):  # a spawned child leads its own session already
        os.setsid()
    os.umask(0o077)
    limits = {
        "RLIMIT_CPU": (cpu_seconds, cpu_seconds + 1),
        "RLIMIT_AS": (memory_bytes, memory_bytes),
        "RLIMIT_FSIZE": (file_bytes, file_bytes),
        "RLIMIT_CORE": (0, 0),
        "RLIMIT_NOFILE": (64, 64),
    }
    for name, values in limits.items():
        try:
            resource.setrlimit(getattr(resource, name), values)
        except (AttributeError, OSError, ValueError):  # not on this system, or already lower than we want it
            continue
    return "rlimits"


def _silence() -> None:
    """What a submission prints goes nowhere: it must not reach the grader's terminal or its log."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    os.close(null)
