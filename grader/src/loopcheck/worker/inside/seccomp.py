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
SENDING = (0, 0x40, 0x4000, 0x4040)
RECEIVING = (0, 0x2, 0x40, 0x100)
"""MSG_DONTWAIT and MSG_NOSIGNAL; MSG_PEEK, MSG_DONTWAIT and MSG_WAITALL. Not MSG_OOB: what is out of band on the socket that a
child has is code of the kernel which nobody else uses, and which has had holes."""


Instruction = tuple[int, int, int, int]
"""Operation, how many instructions to skip if it is true, how many if not, and a number."""
Body = tuple[Instruction, ...]
"""Instructions that end in a decision in any case."""

OWN_PROCESS = 0xFFFFFFFF
"""Stands for the process id that is filled in later: no process has this one."""


class Filter:
    """A filter, made once and installed by each process with its own process id filled in. `writing` leaves it to
    Landlock which files may be opened for writing."""

    def __init__(self, column: int, architecture: int, writing: bool) -> None:
        bodies = dict.fromkeys(
            (number for table in ALLOWED.values() for number in numbers(table, column).values()),
            ((RETURN, 0, 0, ALLOW),),
        )
        code = (*_head(architecture), *_tree(_ranges(bodies | _conditions(numbers(CONDITIONAL, column), writing))))
        self._length = len(code)
        self._number = SECCOMP[column]
        self._own = [8 * place + 4 for place, step in enumerate(code) if step[0] == EQUAL and step[3] == OWN_PROCESS]
        self._bytes = bytearray(b"".join(struct.pack("=HBBI", *instruction) for instruction in code))

    def install(self) -> bool:
        """Put this process, whose only thread is this one, under the filter. It needs "no new privileges"."""
        for place in self._own:
            struct.pack_into("=I", self._bytes, place, os.getpid())
        buffer = ctypes.create_string_buffer(bytes(self._bytes), len(self._bytes))
        program = struct.pack("HxxxxxxP", self._length, ctypes.addressof(buffer))
        call = ctypes.CDLL(None, use_errno=True).syscall
        number, mode, where = ctypes.c_long(self._number), ctypes.c_uint(SET_MODE_FILTER), ctypes.c_char_p(program)
        # The oldest kernels do not know the flag.
        return any(call(number, mode, ctypes.c_uint(flags), where) == 0 for flags in (SPEC_ALLOW, 0))


def _head(architecture: int) -> Body:
    """Only calls of this architecture; then the number of the call is loaded."""
    return (
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, architecture),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
    )


def _ranges(bodies: dict[int, Body]) -> list[tuple[int, Body]]:
    """From which number on which body decides, in the order of the numbers; neighbours that decide alike are one range."""
    refuse, unknown = (_refuse(errno.EPERM),), (_refuse(errno.ENOSYS),)
    starts = sorted({0, X32, *bodies, *(number + 1 for number in bodies)})
    ranges: list[tuple[int, Body]] = []
    for start in starts:
        body = bodies.get(start, unknown if start >= X32 else refuse)
        if not ranges or ranges[-1][1] != body:
            ranges.append((start, body))
    return ranges


def _tree(ranges: list[tuple[int, Body]]) -> Body:
    """A search by halves: the kernel walks through the filter once for every call there is, whenever it is installed."""
    if len(ranges) == 1:
        return ranges[0][1]
    middle = len(ranges) // 2
    below = _tree(ranges[:middle])
    return ((AT_LEAST, len(below), 0, ranges[middle][0]), *below, *_tree(ranges[middle:]))


def _conditions(number: dict[str, int], writing: bool) -> dict[int, Body]:
    """What decides about the calls whose arguments matter."""
    thread = ((AND, 0, 0, CLONE_THREAD | CLONE_NEW), *_if_equal(CLONE_THREAD))
    anything: Body = ((RETURN, 0, 0, ALLOW),)
    bodies = {
        number["clone"]: (_argument(0), *thread, _refuse(errno.EPERM)),
        # Its flags are behind a pointer. The C library takes `clone` where there is no clone3.
        number["clone3"]: (_refuse(errno.ENOSYS),),
    }
    for name, at in (("open", 1), ("openat", 2)):
        if name in number:
            reading = (_argument(at), (AND, 0, 0, WRITING), *_if_equal(0), _refuse(errno.EPERM))
            bodies[number[name]] = anything if writing else reading
    for name, at, values in (
        ("fcntl", 1, FCNTL),
        ("ioctl", 1, IOCTL),
        ("prctl", 0, PRCTL),
        ("prlimit64", 0, (0,)),
        ("sendto", 3, SENDING),
        ("recvfrom", 3, RECEIVING),
        ("kill", 0, (OWN_PROCESS,)),
        ("tgkill", 0, (OWN_PROCESS,)),
        ("tkill", 0, (OWN_PROCESS,)),
    ):
        allowed = (instruction for value in values for instruction in _if_equal(value))
        bodies[number[name]] = (_argument(at), *allowed, _refuse(errno.EPERM))
    return bodies


def _argument(index: int) -> Instruction:
    """Load the lower half of an argument: the kernel itself looks at no more of those that we compare."""
    return (LOAD, 0, 0, FIRST_ARGUMENT + 8 * index)


def _if_equal(value: int) -> Body:
    """Allow the call if what was loaded is this."""
    return ((EQUAL, 0, 1, value), (RETURN, 0, 0, ALLOW))


def _refuse(error: int) -> Instruction:
    return (RETURN, 0, 0, REFUSE | error)


def filter_here(writing: bool) -> Filter | None:
    """The filter for this machine; None where we know no numbers, or a 32-bit Python uses other ones."""
    if sys.platform != "linux" or sys.maxsize < 2**32 or sys.byteorder != "little":
        return None
    machine = os.uname().machine
    return Filter(*MACHINES[machine], writing) if machine in MACHINES else None
