"""seccomp: which system calls a process may still make, from here on and for ever, by its own decision.

What must stay true: whatever is not named is refused with EPERM, which Python turns into a PermissionError: a refused call
is a fact like any other exception, not an end of the process. Threads may be started, processes may not. On a machine
whose calls we do not know by number there is no filter.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys

from .syscalls import ALLOWED, CONDITIONAL, MACHINES, SECCOMP, numbers

SET_MODE_FILTER, SPEC_ALLOW = 1, 4
"""`seccomp(SECCOMP_SET_MODE_FILTER, …)`; without the flag, older kernels slow the whole process down."""

LOAD, EQUAL, AT_LEAST, AND, RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
"""Instructions of the filter's machine: load a word, jump if equal, jump if not less, and, return."""

ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
"""Where in `struct seccomp_data` these are."""

X32 = 0x40000000
"""Numbers from here on are x86_64's other set of calls, which means the same by other numbers."""

CLONE_THREAD = 0x00010000
CLONE_NEW = 0x7E020000 | 0x00000080
"""Every flag that asks for a namespace."""

WRITING = 0o3 | 0o100 | 0o1000 | 0o20000000
"""O_WRONLY and O_RDWR, O_CREAT, O_TRUNC, and what distinguishes O_TMPFILE."""

FCNTL = (0, 1, 2, 3, 4, 1030)
"""F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC. Not F_SETOWN, which sends signals to others."""
IOCTL = (0x5401, 0x5450, 0x5451, 0x5421, 0x541B)
"""TCGETS (is it a terminal?), FIONCLEX, FIOCLEX, FIONBIO, FIONREAD."""
PRCTL = (3, 15, 16, 39, 0x53564D41)
"""PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_GET_NO_NEW_PRIVS, PR_SET_VMA (how the C library names its memory)."""


class Filter:
    """A filter, made once and installed by each process with its own process id filled in. `writing` leaves it to
    Landlock which files may be opened for writing."""

    def __init__(self, column: int, architecture: int, writing: bool) -> None:
        self._code: list[tuple[int, int, int, int]] = []
        self._own: list[int] = []
        self._number = SECCOMP[column]
        self._start(architecture)
        for table in ALLOWED.values():
            for number in numbers(table, column).values():
                self._when(number, [(RETURN, 0, 0, ALLOW)])
        self._conditions(numbers(CONDITIONAL, column), writing)
        self._code.append(_refuse(errno.EPERM))
        self._bytes = bytearray(b"".join(struct.pack("=HBBI", *instruction) for instruction in self._code))

    def _start(self, architecture: int) -> None:
        self._code += [
            (LOAD, 0, 0, ARCHITECTURE),
            (EQUAL, 1, 0, architecture),
            (RETURN, 0, 0, KILL),
            (LOAD, 0, 0, NUMBER),
            (AT_LEAST, 0, 1, X32),
            _refuse(errno.ENOSYS),
        ]

    def _when(self, number: int, body: list[tuple[int, int, int, int]]) -> None:
        """For this call: a body that ends in a decision."""
        self._code += [(EQUAL, 0, len(body), number), *body]

    def _conditions(self, number: dict[str, int], writing: bool) -> None:
        thread = [(AND, 0, 0, CLONE_THREAD | CLONE_NEW), *_if_equal(CLONE_THREAD)]
        self._when(number["clone"], [_argument(0), *thread, _refuse(errno.EPERM)])
        # Its flags are behind a pointer. The C library takes `clone` where there is no clone3.
        self._when(number["clone3"], [_refuse(errno.ENOSYS)])
        for name, at in (("open", 1), ("openat", 2)):
            if name in number:
                reading = [_argument(at), (AND, 0, 0, WRITING), *_if_equal(0), _refuse(errno.EPERM)]
                self._when(number[name], [(RETURN, 0, 0, ALLOW)] if writing else reading)
        for name, at, values in (
            ("fcntl", 1, FCNTL),
            ("ioctl", 1, IOCTL),
            ("prctl", 0, PRCTL),
            ("prlimit64", 0, (0,)),
        ):
            allowed = [instruction for value in values for instruction in _if_equal(value)]
            self._when(number[name], [_argument(at), *allowed, _refuse(errno.EPERM)])
        for name in ("kill", "tgkill", "tkill"):
            self._own.append(len(self._code) + 2)
            self._when(number[name], [_argument(0), *_if_equal(0), _refuse(errno.EPERM)])

    def install(self) -> bool:
        """Put this process, whose only thread is this one, under the filter. It needs "no new privileges"."""
        for place in self._own:
            struct.pack_into("=I", self._bytes, 8 * place + 4, os.getpid())
        buffer = ctypes.create_string_buffer(bytes(self._bytes), len(self._bytes))
        program = struct.pack("HxxxxxxP", len(self._code), ctypes.addressof(buffer))
        call = ctypes.CDLL(None, use_errno=True).syscall
        flags = ctypes.c_uint(SPEC_ALLOW)
        number = ctypes.c_long(self._number)
        return bool(call(number, ctypes.c_uint(SET_MODE_FILTER), flags, ctypes.c_char_p(program)) == 0)


def _argument(index: int) -> tuple[int, int, int, int]:
    """Load the lower half of an argument: the kernel itself looks at no more of those that we compare."""
    return (LOAD, 0, 0, FIRST_ARGUMENT + 8 * index)


def _if_equal(value: int) -> list[tuple[int, int, int, int]]:
    """Allow the call if what was loaded is this."""
    return [(EQUAL, 0, 1, value), (RETURN, 0, 0, ALLOW)]


def _refuse(error: int) -> tuple[int, int, int, int]:
    return (RETURN, 0, 0, REFUSE | error)


def filter_here(writing: bool) -> Filter | None:
    """The filter for this machine; None where we know no numbers, or a 32-bit Python uses other ones."""
    if sys.platform != "linux" or sys.maxsize < 2**32 or sys.byteorder != "little":
        return None
    machine = os.uname().machine
    return Filter(*MACHINES[machine], writing) if machine in MACHINES else None
