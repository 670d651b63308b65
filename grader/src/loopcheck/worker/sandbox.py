"""Which isolation a worker's children get: the names of the levels, strongest first, and the command that begins with bwrap.

What must stay true: a level is reached or it is not; its name is what a child has said before it saw a submission, and
nobody guesses it. Without a demand the strongest that this machine has is taken.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .inside.confine import PARTS
from .inside.readable import ALSO, LIBRARY_FOLDERS

BUBBLEWRAP = "bubblewrap"
LEVELS = (
    "bubblewrap+landlock+seccomp",
    "landlock+seccomp",
    "bubblewrap+seccomp",
    "seccomp",
    "bubblewrap+landlock",
    "landlock",
    "bubblewrap",
    "rlimits",
    "none",
)
"""Strongest first. All of them have the limits of `rlimits`, but `none`, which is for systems that have no limits."""

LEVELS_TO_DEMAND = LEVELS[:-1]
"""The last one is what is left on a system without any."""


@dataclass(frozen=True)
class Plan:
    """How to start a worker: inside bubblewrap or not, and with what its children shall confine themselves."""

    wrapped: bool
    parts: tuple[str, ...]

    @property
    def argument(self) -> str:
        """The parts, as the zygote reads them."""
        return "+".join(self.parts) or "-"

    def level(self, reached: str) -> str:
        """The name of the level, when the child says that it has reached this."""
        if not self.wrapped:
            return reached
        return BUBBLEWRAP if reached == "rlimits" else f"{BUBBLEWRAP}+{reached}"


def plans(demanded: str = "") -> list[Plan]:
    """What to try, in this order, until one starts: all that there is, or exactly what is demanded."""
    if demanded:
        names = demanded.split("+")
        return [Plan(BUBBLEWRAP in names, tuple(part for part in PARTS if part in names))]
    wrapped = [Plan(wrapped=True, parts=PARTS)] if bubblewrap() else []
    return [*wrapped, Plan(wrapped=False, parts=PARTS)]


def weakest(levels: Sequence[str]) -> str:
    """The name that a whole run can claim; empty when nothing ran."""
    return max((level for level in levels if level), key=LEVELS.index, default="")


def reads_files(level: str) -> bool:
    """Whether students' code on this level can read what the grading user can: the course's solution, where that lies on
    the machine. Whoever finds it has all points."""
    return bool(level) and not {BUBBLEWRAP, "landlock"}.intersection(level.split("+"))


def bubblewrap() -> str | None:
    """The command, where it is installed."""
    return shutil.which("bwrap") if sys.platform == "linux" else None


def wrapped(command: Sequence[str], folders: Sequence[Path]) -> list[str]:
    """This command, with its interpreter first, in namespaces of its own: no network, no other process, and of all files
    only the interpreter, the standard library, the system's shared libraries and these folders, all of them read-only.
    """
    interpreter = os.path.realpath(command[0])
    options = ["--unshare-all", "--die-with-parent", "--as-pid-1", "--cap-drop", "ALL"]
    for path in (interpreter, *_interpreter_folders(), *LIBRARY_FOLDERS, *ALSO):
        options += ["--ro-bind-try", path, path]
    hidden = sorted(set(_packages()))
    for path in hidden:
        options += ["--tmpfs", path]
    for folder in folders:
        options += ["--ro-bind", str(folder), str(folder)]
    options += ["--dev-bind", os.devnull, os.devnull]
    for path in (*hidden, "/"):
        options += ["--remount-ro", path]
    return [bubblewrap() or "bwrap", *options, "--", interpreter, *command[1:]]


def _interpreter_folders() -> list[str]:
    """The standard library, its compiled modules, and where a shared libpython lies."""
    found = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib", vars={"platbase": sys.base_exec_prefix})]
    found += [str(sysconfig.get_config_var(name) or "") for name in ("DESTSHARED", "LIBDIR")]
    real = dict.fromkeys(map(os.path.realpath, filter(None, found)))
    return [path for path in real if Path(path).is_dir()]


def _packages() -> Iterator[str]:
    """Folders of installed packages below what is shown: the grader itself may be in one of them."""
    for folder in dict.fromkeys((*_interpreter_folders(), *map(os.path.realpath, LIBRARY_FOLDERS))):
        for pattern in ("site-packages", "dist-packages", "python*/site-packages", "python*/dist-packages"):
            found = (path for path in Path(folder).glob(pattern) if path.is_dir())
            yield from (str(path.resolve()) for path in found)
