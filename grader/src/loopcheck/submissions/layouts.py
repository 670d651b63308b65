"""From a path to the submissions in it: one submission, or a class of them.

What must stay true: no student is lost. Where a path can be read in two ways, the one that leaves nobody out is taken,
and a note names the other. A further layout (of a course platform, of an archive) is one more entry of `LAYOUTS`.
"""

import os
from dataclasses import replace
from pathlib import Path

from ..course import Course
from .class_folder import TEMPLATE_MARKS, is_nobody, left_out, points_at_folder, student_folders
from .files import ARCHIVES, Entry, Kind, TooManyEntriesError, kind_of, list_folder, reason
from .finding import MOST_VERSIONS, is_skipped, modules_in, search
from .layout_model import Found, Layout, SubmissionsError
from .layouts_canvas import CANVAS
from .layouts_github import CLASSROOM50, GITHUB_CLASSROOM, download_of
from .layouts_gradescope import GRADESCOPE
from .layouts_moodle import MOODLE
from .layouts_nbgrader import NBGRADER
from .layouts_zips import ZIPS
from .names import listing, unique_ids, visible
from .ours import is_results, real_path

AUTO = "auto"
MOST_ENTRIES = 200_000
MOST_DOWNLOADS = 20
WANTED = "Give the folder of one submission, or a folder that holds one folder per submission."
UNPACK = "Unpack the archive first, each into a folder of its own."


def find_submissions(path: Path, course: Course, layout: str = AUTO, out: Path | None = None) -> Found:
    """The submissions at `path`; SubmissionsError when there are none. `out` is where the results go: it is nobody's
    submission, nor are the results of earlier runs."""
    known = [kind.name for kind in LAYOUTS]
    if layout not in (AUTO, *known):
        raise SubmissionsError(f"There is no layout {visible(layout)!r}. Give one of: {', '.join((AUTO, *known))}.")
    if layout in (AUTO, "single") and _is_module(path, course):
        return Found("single", ((visible(path.name), path.resolve()),))
    entries = _entries(path)
    here, results = real_path(path), real_path(out) if out else None
    ours = [entry.name for entry in student_folders(entries) if _is_ours(here / entry.name, course, results)]
    entries = [entry for entry in entries if entry.name not in ours]
    if layout == AUTO and (inside := _platform_inside(path, entries, course)):
        return inside
    for kind in LAYOUTS:
        notes = kind.recognise(path, entries, course) if layout == AUTO else () if layout == kind.name else None
        if notes is not None:
            found = kind.collect(path, entries)
            skipped = [f"{listing([f'{name}/' for name in ours])}: results, not a submission"] if ours else []
            return replace(found, notes=(*notes, *found.notes, *skipped))
    raise SubmissionsError(f"{visible(str(path))}: nothing here looks like submissions. Say what it is with --layout.")


def _is_module(path: Path, course: Course) -> bool:
    """Whether the path is one module of the exercise: a submission that is a single file."""
    try:
        return kind_of(path) is Kind.FILE and bool(modules_in([path.name], course.edit))
    except (OSError, ValueError):
        return False


def _platform_inside(path: Path, entries: list[Entry], course: Course) -> Found | None:
    """The one folder in here that a platform made, when the path itself is not one: a download, as it was unpacked. Of
    several downloads of the same assignment, the newest."""
    names = [entry.name for entry in student_folders(entries)]
    if (
        not names
        or len(names) > MOST_DOWNLOADS
        or any(kind.recognise(path, entries, course) is not None for kind in PLATFORMS)
    ):
        return None
    found = []
    for name in names:
        try:
            inside = list_folder(path / name, MOST_ENTRIES)
        except (OSError, TooManyEntriesError):
            return None
        kinds = [kind for kind in PLATFORMS if kind.recognise(path / name, inside, course) is not None]
        found += [(name, kinds[0], inside)] if kinds else []
    same = {download_of(name) for name, _, _ in found}
    if not found or len(same) != 1 or (len(found) > 1 and None in same) or len(found) != len(names):
        return None
    *older, (name, kind, inside) = found  # in the order of their names, which end in the time
    taken = kind.collect(path / name, inside)
    notes = [f"taken from {visible(name)}/"]
    if older:
        notes.append(f"older downloads beside it were not graded: {listing([each[0] for each in older])}")
    return replace(taken, notes=(*notes, *taken.notes))


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
    folders = [entry.name for entry in student_folders(entries)]
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
    if any(entry.name == course.package for entry in student_folders(entries)):
        here |= set(_modules_in_folder(path / course.package, course))
    return here


def _collect_single(path: Path, entries: list[Entry]) -> Found:  # noqa: ARG001 - the signature of every layout
    name = Path(os.path.abspath(path)).name  # noqa: PTH100 - resolve() would follow a link, and lose the name that was given
    return Found("single", ((visible(name) or "submission", path.resolve()),))


def _recognise_class(path: Path, entries: list[Entry], course: Course) -> tuple[str, ...] | None:
    students = student_folders(entries)
    if len(students) == 1:
        return ("taken as a class with one submission; if the path is itself one submission, give --layout single",)
    if _modules_here(path, entries, course):
        why = f"because its folders hold submissions ({listing([entry.name for entry in students], 3)})"
        return (f"taken as a class, {why}; if it is one submission, give --layout single",)
    return ()


def _collect_class(path: Path, entries: list[Entry]) -> Found:
    """Each folder is one submission. A link is one too, and reading it will say that links are not followed."""
    students = student_folders(entries)
    links = [entry.name for entry in entries if entry.kind is Kind.LINK and points_at_folder(path / entry.name)]
    names = sorted({entry.name for entry in students}.union(name for name in links if not is_nobody(name)))
    files = [entry.name for entry in entries if entry.kind is Kind.FILE and not entry.name.startswith(".")]
    if not names:
        there = f"only {listing(files)}" if files else "nothing in it"
        repair = UNPACK if any(map(_is_archive, files)) else WANTED
        raise SubmissionsError(f"{visible(str(path))} holds no submission: there is {there}. {repair}")
    items = sorted(zip(unique_ids(names), (path / name for name in names), strict=True))
    return Found("class", tuple(items), tuple(left_out(entries, files, links)))


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


PLATFORMS = (GRADESCOPE, MOODLE, CLASSROOM50, GITHUB_CLASSROOM, NBGRADER, CANVAS)
LAYOUTS = (
    *PLATFORMS,
    ZIPS,
    Layout("single", _recognise_single, _collect_single),
    Layout("class", _recognise_class, _collect_class),
)
"""In the order in which they are tried."""
