"""From a path to the submissions in it: one submission, or a class of them.

What must stay true: no student is lost. Where a path can be read in two ways, the one that leaves nobody out is taken,
and a note names the other. A further layout (of a course platform, of an archive) is one more entry of `LAYOUTS`.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..course import Course
from .files import ARCHIVES, Entry, Kind, TooManyEntriesError, kind_of, list_folder, reason
from .finding import MOST_VERSIONS, is_skipped, modules_in, search
from .names import listing, unique_ids, visible
from .ours import RESULTS_FOLDER, is_results, real_path

AUTO = "auto"
MOST_ENTRIES = 200_000
WANTED = "Give the folder of one submission, or a folder that holds one folder per submission."
UNPACK = "Unpack the archive first, each into a folder of its own."
LIKE_SUBMISSIONS = (".py", ".ipynb", *ARCHIVES)
OF_TOOLS = (".git", ".github", ".hg", ".svn", ".idea", ".vscode", ".venv", ".ipynb_checkpoints")
"""Hidden folders that nobody misses; so are those whose names end in `_cache`."""
TEMPLATE_MARKS = ("pyproject.toml", "demo.py", "tests")
"""What lies beside the package in a checkout of the student template."""


class SubmissionsError(Exception):
    """There are no submissions to read at the path; the message says what is there, and what to do."""


@dataclass(frozen=True)
class Found:
    """The submissions at a path as (id, folder), in the order of their ids. An id is valid text on one line."""

    layout: str
    items: tuple[tuple[str, Path], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Layout:
    """`recognise` answers None, or the notes with which the path is taken for this layout. `collect` takes it so in any
    case; SubmissionsError when that cannot be done."""

    name: str
    recognise: Callable[[Path, list[Entry], Course], tuple[str, ...] | None]
    collect: Callable[[Path, list[Entry]], Found]


def find_submissions(path: Path, course: Course, layout: str = AUTO, out: Path | None = None) -> Found:
    """The submissions at `path`; SubmissionsError when there are none. `out` is where the results go: it is nobody's
    submission, nor are the results of earlier runs."""
    known = [kind.name for kind in LAYOUTS]
    if layout not in (AUTO, *known):
        raise SubmissionsError(f"There is no layout {visible(layout)!r}. Give one of: {', '.join((AUTO, *known))}.")
    entries = _entries(path)
    here, results = real_path(path), real_path(out) if out else None
    ours = [entry.name for entry in _student_folders(entries) if _is_ours(here / entry.name, course, results)]
    entries = [entry for entry in entries if entry.name not in ours]
    for kind in LAYOUTS:
        notes = kind.recognise(path, entries, course) if layout == AUTO else () if layout == kind.name else None
        if notes is not None:
            found = kind.collect(path, entries)
            skipped = [f"{listing([f'{name}/' for name in ours])}: results, not a submission"] if ours else []
            return Found(found.layout, found.items, (*notes, *found.notes, *skipped))
    raise SubmissionsError(f"{visible(str(path))}: nothing here looks like submissions. Say what it is with --layout.")


def _entries(path: Path) -> list[Entry]:
    shown = visible(str(path))
    try:
        # The instructor named this path: a link is followed here, and only here.
        if kind_of(path.resolve()) is not Kind.FOLDER:
            raise SubmissionsError(f"{shown} is not a folder. {UNPACK if _is_archive(path.name) else WANTED}")
        return list_folder(path, MOST_ENTRIES)
    except FileNotFoundError:
        raise SubmissionsError(f"{shown} does not exist. {WANTED}") from None
    except TooManyEntriesError:
        raise SubmissionsError(f"{shown} holds more than {MOST_ENTRIES} entries. {WANTED}") from None
    except OSError as error:
        raise SubmissionsError(f"{shown} cannot be read ({reason(error)}).") from None
    except (RuntimeError, ValueError) as error:  # a loop of links, before Python 3.13; a NUL in the path
        why = "its links go in a circle" if isinstance(error, RuntimeError) else "there is a NUL in the path"
        raise SubmissionsError(f"{shown} cannot be read ({why}).") from None


def _is_archive(name: str) -> bool:
    return name.lower().endswith(ARCHIVES)


def _is_ours(folder: Path, course: Course, out: Path | None) -> bool:
    """Whether it is where results are written, or were. What holds modules of the exercise is a student's in any case."""
    return (folder == out or is_results(folder)) and not _holds_submission(folder, course)


def _recognise_single(path: Path, entries: list[Entry], course: Course) -> tuple[str, ...] | None:
    folders = [entry.name for entry in _student_folders(entries)]
    marks = sum(entry.name in TEMPLATE_MARKS for entry in entries)
    here = _modules_here(path, entries, course)
    if not marks and not here and len(folders) != 1:
        return None  # the usual class: spare its thousands of folders a look into each
    others = [name for name in folders if name != course.package and _holds_submission(path / name, course)]
    # A stray module lies beside the folders of a class, an old copy or two beside the modules of one student.
    if len(others) >= (2 if here and not marks and len(here) < len(course.edit) else MOST_VERSIONS):
        return None
    if here:
        if len(others) < 2:
            return ()
        also = f"although {len(others)} of its folders hold modules too ({listing(others, 3)})"
        return (f"taken as one submission, {also}; if each folder is one student's, give --layout class",)
    with_modules = [name for name in folders if _folder_holds_modules(path / name, course)]
    if marks >= 2 or (marks and len(with_modules) == 1):
        why = "it looks like a copy of the student template"
        return (f"taken as one submission, because {why}; if each folder is one student's, give --layout class",)
    if len(folders) == 1 and with_modules:
        what = f"one submission whose package is named {visible(folders[0])}"
        return (f"taken as {what}; if that is a student, give --layout class",)
    return None


def _modules_here(path: Path, entries: list[Entry], course: Course) -> set[str]:
    """The modules of the exercise where one submission has them: in the folder itself, or in its package's."""
    here = set(_modules_among(entries, course))
    if any(entry.name == course.package for entry in _student_folders(entries)):
        here |= set(_modules_in_folder(path / course.package, course))
    return here


def _collect_single(path: Path, entries: list[Entry]) -> Found:  # noqa: ARG001 - the signature of every layout
    name = Path(os.path.abspath(path)).name  # noqa: PTH100 - resolve() would follow a link, and lose the name that was given
    return Found("single", ((visible(name) or "submission", path.resolve()),))


def _recognise_class(path: Path, entries: list[Entry], course: Course) -> tuple[str, ...] | None:
    students = _student_folders(entries)
    if len(students) == 1:
        return ("taken as a class with one submission; if the path is itself one submission, give --layout single",)
    if _modules_here(path, entries, course):
        why = f"because its folders hold submissions ({listing([entry.name for entry in students], 3)})"
        return (f"taken as a class, {why}; if it is one submission, give --layout single",)
    return ()


def _collect_class(path: Path, entries: list[Entry]) -> Found:
    """Each folder is one submission. A link is one too, and reading it will say that links are not followed."""
    students = _student_folders(entries)
    links = [entry.name for entry in entries if entry.kind is Kind.LINK and _points_at_folder(path / entry.name)]
    names = sorted({entry.name for entry in students}.union(name for name in links if not _is_nobody(name)))
    files = [entry.name for entry in entries if entry.kind is Kind.FILE and not entry.name.startswith(".")]
    if not names:
        there = f"only {listing(files)}" if files else "nothing in it"
        repair = UNPACK if any(map(_is_archive, files)) else WANTED
        raise SubmissionsError(f"{visible(str(path))} holds no submission: there is {there}. {repair}")
    items = sorted(zip(unique_ids(names), (path / name for name in names), strict=True))
    return Found("class", tuple(items), tuple(_left_out(entries, files, links)))


def _left_out(entries: list[Entry], files: list[str], links: list[str]) -> Iterator[str]:
    """What lies in the folder of a class and may be somebody's, but is not graded."""
    loose = [name for name in files if name.lower().endswith(LIKE_SUBMISSIONS)]
    if loose:
        yield f"{listing(loose)}: not in a folder of its own, and not graded"
    hidden = [f"{entry.name}/" for entry in entries if entry.kind is Kind.FOLDER and entry.name.startswith(".")]
    hidden = [name for name in hidden if name[:-1] not in OF_TOOLS and not name.endswith("_cache/")]
    if hidden:
        yield f"{listing(hidden)}: hidden, since the name begins with a dot, and not graded"
    nowhere = [entry.name for entry in entries if entry.kind is Kind.LINK and entry.name not in links]
    if nowhere:
        yield f"{listing(nowhere)}: a link that leads to no folder, and not graded"


def _student_folders(entries: list[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.kind is Kind.FOLDER and not _is_nobody(entry.name)]


def _is_nobody(name: str) -> bool:
    """A folder that no student has made."""
    return name.startswith(".") or name in ("__pycache__", "__MACOSX", RESULTS_FOLDER)


def _modules_among(entries: list[Entry], course: Course) -> dict[str, str]:
    """Links count here: they are reported when the submission is read."""
    return modules_in([entry.name for entry in entries if entry.kind is not Kind.FOLDER], course.edit)


def _modules_in_folder(folder: Path, course: Course) -> dict[str, str]:
    try:
        return _modules_among(list_folder(folder, MOST_ENTRIES), course)
    except (OSError, TooManyEntriesError):
        return {}


def _folder_holds_modules(folder: Path, course: Course) -> bool:
    return not is_skipped(folder.name) and bool(_modules_in_folder(folder, course))


def _holds_submission(folder: Path, course: Course) -> bool:
    """Whether there are modules of the exercise in it, at any depth at which a submission's are looked for."""
    try:
        return not is_skipped(folder.name) and bool(search(folder, course.edit, course.package).packages)
    except OSError:
        return False


def _points_at_folder(link: Path) -> bool:
    try:
        return link.is_dir()
    except OSError:
        return False


LAYOUTS = (
    Layout("single", _recognise_single, _collect_single),
    Layout("class", _recognise_class, _collect_class),
)
"""In the order in which they are tried."""
