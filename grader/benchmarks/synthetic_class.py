"""What the benchmarks share: a class on the disk, the machine in a line, and CPU seconds.

What must stay true: every submission's bytes are unique, so that nothing is taken from a journal by chance.
"""

from __future__ import annotations

import os
import platform
import resource
from collections.abc import Callable, Mapping
from pathlib import Path

from loopcheck.course import course_files, load_course

Sources = Mapping[str, bytes]
"""The modules that a student hands in, by file name."""


def right() -> Sources:
    """A right submission: what the reference has of it."""
    course = load_course()
    return {name: source for name, source in course_files().package_sources(course).items() if name in course.edit}


def make_class(folder: Path, students: int, choose: Callable[[], Sources] = right) -> None:
    """Write so many submissions; `choose` says what the next student hands in. A comment makes the bytes unique."""
    for number in range(students):
        package = folder / f"student-{number:05}" / load_course().package
        package.mkdir(parents=True)
        for name, source in choose().items():
            (package / name).write_bytes(source + f"\n# {number}\n".encode())


def machine() -> str:
    """What it was measured on, and what else that was doing."""
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"


def cpu_seconds() -> float:
    """CPU seconds of this process and of all its children that have ended, with theirs."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)
