"""The student's own further modules: a right solution may be spread over several files.

What must stay true: only what lies inside the submission is taken, and only so many modules and bytes; no tests, no demo,
no set-up files, and nothing that has the name of a module of the course, of the standard library or of the grader.

Names are relative to the package: "sleeping.py", "util/time.py", and "../helpers.py" for what lies beside the package.
"""

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .files import Entry, Kind, TooManyEntriesError, UnreadableError, list_folder, read_file
from .finding import Package, is_skipped
from .names import listing, visible
from .text import as_text

LARGEST_MODULE = 256 * 1024
LARGEST_SUM = 1024 * 1024
MOST = 20
DEEPEST = 4
MOST_ENTRIES = 5_000

BESIDE = "../"
NOT_THEIRS = frozenset({"demo", "setup", "conftest", "noxfile", "loopcheck", "pytest", "test", "tests"})
"""What lies beside the package in every checkout, or must not be replaced, is no part of a solution."""

# Nothing here is tried a second time in another way (`++`, `*+`): a line may be a megabyte long, and whoever reads a class
# has no deadline.
_FROM = re.compile(r"(?:^|[;:])[ \t]*+from[ \t]++(\w++)[\w.]*+[ \t]++import\b", re.MULTILINE)
_IMPORT = re.compile(r"(?:^|[;:])[ \t]*+import[ \t]++(\w[\w., \t]*+)(?=$|[#;])", re.MULTILINE)
_BY_CALL = re.compile(r"""\b(?:import_module|__import__)\([ \t]*["'](\w+)""")
_TOP_LEVEL = re.compile(r"^(?:from|import)\b.*", re.MULTILINE)
_WORD = re.compile(r"\w+")
_NOT_ASCII = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]{1,255}")
LONGEST_NAME = 255
"""Characters of a file's name: whoever imports a longer one imports nothing."""


@dataclass(frozen=True)
class Candidate:
    """A module, or a folder of modules, that may be part of the solution. `key` is where the package would find it."""

    name: str
    key: str
    path: Path
    is_folder: bool

    @property
    def beside(self) -> bool:
        return self.key.startswith(BESIDE)


@dataclass
class Further:
    """What was taken: `modules` by name, and the sentences about what was not."""

    modules: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    left_out: int = 0
    size: int = 0

    def take(self, key: str, path: Path) -> str:
        """Read one module and give its text; empty when it is left out."""
        if len(self.modules) >= MOST:
            self.left_out += 1
            return ""
        try:
            data = read_file(path, LARGEST_MODULE)
        except UnreadableError as error:
            self.notes.append(f"{visible(plain_name(key))} {error}, and was left out")
            return ""
        if self.size + len(data) > LARGEST_SUM:
            self.left_out += 1
            return ""
        self.size += len(data)
        self.modules[key] = data
        return as_text(data)


def plain_name(key: str) -> str:
    """The name of a module for showing."""
    return key.removeprefix(BESIDE)


def further_modules(
    package: Package, modules: Mapping[str, bytes], edit: Iterable[str], provided: Iterable[str], name: str
) -> Further:
    """The modules beside those of the exercise: `modules` are the student's of those in `edit`, `provided` are the
    course's, `name` is the package's. What they mention comes first: where there are too many, it is the rest that is
    left out."""
    further = Further()
    waiting = [*_inside(package, _stems(edit), _stems(provided)), *_beside(package, name)]
    code = "\n".join(map(as_text, modules.values()))
    while waiting:
        words, names = set(_WORD.findall(_normal_text(code))), imported(code)
        # What lies beside the package must be imported: its name may be any word.
        meant = [candidate for candidate in waiting if candidate.name in (names if candidate.beside else words)]
        if not meant:
            break
        waiting = [candidate for candidate in waiting if candidate not in meant]
        code = "\n".join(further.take(key, path) for candidate in meant for key, path in _files(candidate))
    for candidate in waiting:
        if not (candidate.beside or candidate.is_folder):
            further.take(candidate.key, candidate.path)
    further.notes += _notes(package, {**modules, **further.modules}, name)
    if further.left_out:
        total, most = len(further.modules) + further.left_out, f"{MOST} modules and {LARGEST_SUM // 1024} KiB"
        further.notes.append(f"there are {total} modules of your own; only {len(further.modules)} were taken ({most})")
    return further


def _stems(modules: Iterable[str]) -> set[str]:
    return {module.lower().removesuffix(".py") for module in modules}


def _inside(package: Package, edit: set[str], provided: set[str]) -> list[Candidate]:
    """The package's other modules and its folders. A folder may stand in the place of a module that students edit."""
    found = [
        Candidate(_normal(name[:-3]), _normal(name), package.folder / name, False)
        for name in package.python
        if name.endswith(".py") and name[:-3].isidentifier() and _normal(name[:-3]).lower() not in edit | provided
    ]
    return found + [
        Candidate(_normal(entry.name), _normal(entry.name), package.folder / entry.name, True)
        for entry in _entries(package.folder)
        if entry.kind is Kind.FOLDER and _may_be_package(entry.name) and _normal(entry.name).lower() not in provided
    ]


def _beside(package: Package, name: str) -> list[Candidate]:
    """What lies beside the package. Where the modules lie in the submission's own folder, that is the folder itself: what
    is above it belongs to somebody else."""
    folder = package.folder.parent if package.parts else package.folder
    found = []
    for entry in _entries(folder):
        stem = entry.name.removesuffix(".py") if entry.kind is Kind.FILE else entry.name
        is_module = entry.kind is Kind.FILE and entry.name.endswith(".py") and stem.isidentifier()
        is_folder = entry.kind is Kind.FOLDER and _may_be_package(stem)
        if (is_module or is_folder) and not _is_taken(stem, name) and folder / entry.name != package.folder:
            key = BESIDE + _normal(entry.name)
            found.append(Candidate(_normal(stem), key, folder / entry.name, is_folder))
    return found


def _is_taken(stem: str, package: str) -> bool:
    """Whether that name is another's: of the course, of a test, of the standard library."""
    stem = _normal(stem).lower()
    return stem in (package, *NOT_THEIRS) or stem.startswith("test_") or stem in sys.stdlib_module_names


def _may_be_package(name: str) -> bool:
    return name.isidentifier() and not is_skipped(name) and _normal(name).lower() not in NOT_THEIRS


def imported(code: str) -> set[str]:
    """The first names of what this code imports absolutely, as far as a search in its text can tell."""
    text = _normal_text(code).replace("\r\n", "\n").replace("\\\n", " ")
    lists = (part for names in _IMPORT.findall(text) for part in names.split(","))
    plain = (part.split()[0].partition(".")[0] for part in lists if part.split())
    found = {*_FROM.findall(text), *_BY_CALL.findall(text), *plain}
    return {name for name in found if len(name) <= LONGEST_NAME}


def _files(candidate: Candidate) -> list[tuple[str, Path]]:
    """The modules of a candidate, the nearest first."""
    if not candidate.is_folder:
        return [(candidate.key, candidate.path)]
    found: list[tuple[str, Path]] = []
    waiting = [(candidate.key, candidate.path, 1)]
    for key, path, depth in waiting:
        entries = _entries(path)
        for entry in entries:
            if entry.kind is Kind.FILE and entry.name.endswith(".py") and entry.name[:-3].isidentifier():
                found.append((f"{key}/{_normal(entry.name)}", path / entry.name))
            elif entry.kind is Kind.FOLDER and _may_be_package(entry.name) and depth < DEEPEST:
                waiting.append((f"{key}/{_normal(entry.name)}", path / entry.name, depth + 1))
    return found


def _entries(folder: Path) -> list[Entry]:
    try:
        return list_folder(folder, MOST_ENTRIES)
    except (OSError, TooManyEntriesError):
        return []


def _normal(name: str) -> str:
    """Python looks for a module by the normal form of its name, in which macOS does not keep it."""
    return unicodedata.normalize("NFKC", name)


def _normal_text(code: str) -> str:
    """The same for all names in a text, piece by piece: it costs the square of the length of what it is given."""
    return _NOT_ASCII.sub(lambda match: _normal(match[0]), code)


def _notes(package: Package, modules: Mapping[str, bytes], name: str) -> Iterator[str]:
    """What was taken from beside the package, and what is imported and not there."""
    beside = [plain_name(key) for key in modules if key.startswith(BESIDE)]
    if beside and package.parts:
        yield f"{listing(beside)}: imported from beside {name}/, and graded with it"
    there = {name, "pytest", *sys.stdlib_module_names, *(key.split("/")[0].removesuffix(".py") for key in beside)}
    names: set[str] = set()
    for module, data in modules.items():
        names |= imported(as_text(data))
        # An import that is indented may be tried, or for the type checker only.
        missing = sorted(imported("\n".join(_TOP_LEVEL.findall(as_text(data)))) - there)
        if missing:
            yield (
                f"{visible(plain_name(module))} imports {listing(missing)}: not in the submission, not in Python's "
                "standard library, and nothing else is there when your code is graded"
            )
    for entry in _entries(package.folder.parent) if package.parts else ():
        if entry.name.removesuffix(".py") in names & sys.stdlib_module_names and entry.name.endswith(".py"):
            yield (
                f"{visible(entry.name)} has the name of a module of Python's standard library, which was used instead: "
                "give yours another name"
            )
