"""Landlock: what a process may still open, from here on and for ever, by its own decision and without being root.

What must stay true: whatever this kernel's version of Landlock knows is forbidden, but for reading what the rules name.
A kernel that knows less forbids less, and one without Landlock makes no rule set at all: the caller looks at that.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable
from functools import cache

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""System calls: the same numbers on every architecture."""

VERSION_FLAG = 1
PATH_BENEATH = 1
WRITE_FILE, READ_FILE, READ_DIR = 1 << 1, 1 << 2, 1 << 3

FS_BITS = ((1, 13), (2, 14), (3, 15), (5, 16))
"""From which version on how many kinds of access to files can be forbidden."""
NET_FROM, NET_BITS = 4, 2
"""TCP: bind and connect."""
SCOPES_FROM, SCOPE_BITS = 6, 2
"""Abstract UNIX sockets of others, and signals to others."""
QUIET_FROM, QUIET = 7, 1
"""What is refused does not fill the machine's audit log."""


class _Ruleset(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


@cache
def _libc() -> ctypes.CDLL:
    """The C library, opened once: there are hundreds of rules."""
    return ctypes.CDLL(None, use_errno=True)


def _call(number: int, *arguments: object) -> int:
    """A system call through the C library: -1 and `ctypes.get_errno()` when it fails."""
    result: int = _libc().syscall(ctypes.c_long(number), *arguments)
    return result


def version() -> int:
    """The kernel's version of Landlock; 0 where there is none, or it is switched off."""
    if sys.platform != "linux":
        return 0
    size = ctypes.c_size_t(0)
    return max(0, _call(CREATE_RULESET, None, size, ctypes.c_uint32(VERSION_FLAG)))


def ruleset(readable: Iterable[str], known: int) -> int | None:
    """A descriptor of rules under which only these files, and what lies in these folders, can be read. `known` is the
    kernel's version. None when the kernel makes no rules."""
    if known < 1:
        return None
    bits = max(count for since, count in FS_BITS if known >= since)
    rules = _Ruleset((1 << bits) - 1, (1 << NET_BITS) - 1, (1 << SCOPE_BITS) - 1)
    size = 24 if known >= SCOPES_FROM else 16 if known >= NET_FROM else 8
    descriptor = _call(CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint32(0))
    if descriptor < 0:
        return None
    for path in readable:
        allow(descriptor, path, READ_FILE | READ_DIR)
    # Nothing that is written there is kept: a student may send there what is printed.
    allow(descriptor, os.devnull, READ_FILE | WRITE_FILE)
    return descriptor


def allow(descriptor: int, path: str, rights: int) -> None:
    """One rule. A path that is not there, or refused, only means that it stays closed."""
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    rights &= ~0 if os.path.isdir(path) else ~READ_DIR  # noqa: PTH112 - no pathlib in the zygote
    rule = _PathBeneath(rights, parent)
    _call(ADD_RULE, ctypes.c_int(descriptor), ctypes.c_int(PATH_BENEATH), ctypes.byref(rule), ctypes.c_uint32(0))
    os.close(parent)


def restrict_self(descriptor: int, known: int) -> bool:
    """From here on these rules hold for this thread, and for whatever it starts. It needs "no new privileges"."""
    flags = QUIET if known >= QUIET_FROM else 0
    return _call(RESTRICT_SELF, ctypes.c_int(descriptor), ctypes.c_uint32(flags)) == 0
