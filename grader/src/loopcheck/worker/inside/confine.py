"""How a child shuts itself in before it looks at a submission, and what the zygote gives up before it forks.

What must stay true: a child is confined before it reads its request, so that no line of a submission is in a process that
is not; and what was reached is what the kernel has accepted, by the names in PARTS. What the machine has not is left out,
and the name that stands in every result says so.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from dataclasses import dataclass

from . import landlock, readable, seccomp

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
LAST_CAPABILITY = 63
CAPABILITY_VERSION_3 = 0x20080522

PARTS = ("landlock", "seccomp")
"""What a child can confine itself with, beside its limits."""

WRITES_ARE_LANDLOCKS_FROM = 3
"""The version from which Landlock refuses every way to write, so that seccomp need not refuse `open` for writing: then
/dev/null stays writable, where a student may send what is printed."""


def harden() -> None:
    """In the zygote: unreadable for other processes of the same user, without root's capabilities, and heir to whatever
    processes a child leaves behind."""
    if sys.platform != "linux":
        return
    import ctypes

    inherit_orphans()
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    for capability in range(LAST_CAPABILITY + 1):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    libc.capset(header, (ctypes.c_uint32 * 6)())
    # Last: changing credentials may make the process dumpable again.
    libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def inherit_orphans() -> None:
    """What the descendants of this process leave behind becomes its own children."""
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_with_parent() -> None:
    """This process is killed when the one that forked it is gone."""
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


@dataclass(frozen=True)
class Means:
    """What the zygote has prepared for its children: Landlock's rules as a descriptor, and the filter of system calls."""

    version: int = 0
    rules: int | None = None
    calls: seccomp.Filter | None = None


def prepare(parts: tuple[str, ...]) -> Means:
    """The means to these parts, as far as this machine has them."""
    version = landlock.version() if "landlock" in parts else 0
    rules = landlock.ruleset(readable.readable(), version)
    if rules is not None:
        for folder in readable.standard_library():
            landlock.allow(rules, folder, landlock.READ_DIR)  # names alone: importing lists folders
    writing = rules is not None and version >= WRITES_ARE_LANDLOCKS_FROM
    return Means(version, rules, seccomp.filter_here(writing) if "seccomp" in parts else None)


def shut_in(means: Means) -> str:
    """In the child, once and for ever. Returns what was reached: "landlock+seccomp", one of them, or "rlimits"."""
    _silence()
    if sys.platform == "win32":
        return "none"
    with contextlib.suppress(PermissionError):  # a spawned child leads its own session already
        os.setsid()
    if sys.platform == "linux":
        end_with_parent()
    os.umask(0o077)
    sys.dont_write_bytecode = True
    reached = []
    if means.rules is not None:
        if landlock.restrict_self(means.rules, means.version):
            reached.append("landlock")
        os.close(means.rules)
    if means.calls is not None and means.calls.install():
        reached.append("seccomp")
    return "+".join(reached) or "rlimits"


def limit(cpu_seconds: int, memory_bytes: int, file_bytes: int = 0) -> None:
    """In the child: bounded CPU, memory and descriptors, and no file to write, whatever else was reached."""
    if sys.platform == "win32":
        return
    import resource

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


def _silence() -> None:
    """What a submission prints goes nowhere: it must not reach the grader's terminal or its log."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    os.close(null)
