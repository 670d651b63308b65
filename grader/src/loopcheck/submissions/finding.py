"""Where in a submission's folder the package is.

What must stay true: the answer depends on names and contents alone, not on the order in which the disk lists them.
"""

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .files import Entry, Kind, TooManyEntriesError, kind_of, list_folder

DEEPEST = 6
MOST_ENTRIES = 20_000
MOST_VERSIONS = 4
"""An old copy or two beside the submission is a student's; more of them are more students'."""

SKIPPED = frozenset({"venv", "node_modules", "__pycache__", "site-packages", "__MACOSX", "tests"})
"""Folders that hold other people's modules, or none. Hidden folders (.git, .venv and the like) are skipped too."""

_COPY = re.compile(r"(\w+?)(?: ?\(\d+\)|[- ]\d+|(?: -)? (?:copy|kopie|copie|copia)(?: \(?\d+\)?)?)\.py", re.IGNORECASE)
""" "task (1).py", "task-2.py", "task - Copy.py", "task copy 2.py": none of them can be a module of the student's own."""


@dataclass(frozen=True)
class Package:
    """A folder that holds modules of the exercise. `modules` maps the name that the course uses to the name on the
    disk; `python` are all its Python files, `others` its other files, and nothing in them is a link or a folder."""

    folder: Path
    parts: tuple[str, ...]
    modules: dict[str, str]
    python: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def place(self) -> str:
        """The folder as seen from the submission: "old/mini_asyncio", or "" for the submission's own folder."""
        return "/".join(self.parts)


@dataclass
class Search:
    """What was seen: packages, some of the files, links and folders that were not entered. `complete` is False when
    there was more to see than may be looked at."""

    packages: list[Package] = field(default_factory=list)
    python: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    seen: int = 0
    complete: bool = True


def is_skipped(name: str) -> bool:
    """Whether a folder of that name never holds a submission's package."""
    return name.startswith(".") or name in SKIPPED


def search(folder: Path, edit: Sequence[str], package: str) -> Search:
    """Look through a submission, the nearest folders first. OSError when the folder itself cannot be read."""
    result = Search()
    # The usual place comes first: a great heap of files beside it must not hide it.
    waiting: deque[tuple[str, ...]] = deque([(package,)] if _is_folder(folder / package) else [])
    first = set(waiting)
    waiting.append(())
    while waiting:
        parts = waiting.popleft()
        try:
            entries = list_folder(folder.joinpath(*parts), MOST_ENTRIES - result.seen)
        except TooManyEntriesError:
            result.complete = False
            break
        except OSError:
            if not parts:
                raise
            result.closed.append("/".join(parts))
            continue
        result.seen += len(entries)
        _look_at(entries, parts, folder, edit, result)
        if len(parts) < DEEPEST:
            folders = [entry.name for entry in entries if entry.kind is Kind.FOLDER and not is_skipped(entry.name)]
            waiting.extend((*parts, name) for name in folders if (*parts, name) not in first)
    return result


def _is_folder(path: Path) -> bool:
    try:
        return kind_of(path) is Kind.FOLDER
    except OSError:
        return False


def _look_at(entries: list[Entry], parts: tuple[str, ...], folder: Path, edit: Sequence[str], result: Search) -> None:
    """Note what one folder holds."""
    files = [entry.name for entry in entries if entry.kind in (Kind.FILE, Kind.OTHER)]
    python = [name for name in files if name.lower().endswith(".py")]
    for entry in entries:
        place = "/".join((*parts, entry.name))
        if entry.kind is Kind.LINK and ("." not in entry.name or entry.name.lower().endswith(".py")):
            result.links.append(place)
        elif entry.kind is Kind.FOLDER and entry.name in edit:
            result.odd.append(f"{place} is a folder, not a module, and was not graded")
    result.python += ["/".join((*parts, name)) for name in python]
    others = [name for name in files if name not in python and not name.startswith(".")]
    result.others += ["/".join((*parts, name)) for name in others]
    modules = modules_in(python, edit)
    if modules:
        result.packages.append(Package(folder.joinpath(*parts), parts, modules, tuple(python), tuple(others)))


def modules_in(names: Sequence[str], edit: Sequence[str]) -> dict[str, str]:
    """Which of the wanted modules are among the names: exactly so, else in other capitals ("Task.py"), else the one copy
    that there is ("task (1).py")."""
    capitals = {name.lower(): name for name in sorted(names, reverse=True)}
    copies = copies_in(names, edit)
    found = {}
    for module in edit:
        name = module if module in names else capitals.get(module)
        if name is None and len(copies[module]) == 1:
            [name] = copies[module]
        if name is not None:
            found[module] = name
    return found


def copies_in(names: Sequence[str], edit: Sequence[str]) -> dict[str, list[str]]:
    """The names that a browser, a course platform or a desktop gives to one more file of a wanted module's name."""
    found: dict[str, list[str]] = {module: [] for module in edit}
    for name in sorted(names):
        match = _COPY.fullmatch(name)
        if match and f"{match[1].lower()}.py" in found:
            found[f"{match[1].lower()}.py"].append(name)
    return found


def choose(packages: Sequence[Package], package: str) -> Package:
    """The one to grade: most modules, then the right name, then the shallowest, then by alphabet."""
    return min(
        packages,
        key=lambda found: (
            -len(found.modules),
            found.parts[-1:] != (package,),
            len(found.parts),
            found.parts,
        ),
    )
