"""nbgrader's `submitted/<student>/<assignment>/…`, with a `timestamp.txt` in each.

The path may be the course's folder or `submitted/` itself. Where there are several assignments, the one that holds modules
of this exercise is graded.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from ..course import Course
from .files import Entry, Kind, TooManyEntriesError, UnreadableError, kind_of, list_folder, read_file
from .finding import search
from .layout_model import Delivery, Found, HandedIn, Layout, SubmissionsError, found_deliveries
from .names import listing, unique_ids, visible

SUBMITTED = "submitted"
TIMESTAMP = "timestamp.txt"
LOOKED_AT = 20
"""Students whose folders are looked into to find out which assignment is this exercise."""


def _recognise(path: Path, entries: list[Entry], course: Course) -> tuple[str, ...] | None:
    folder, students = _students(path, entries)
    if not students or any(entry.name == course.package for entry in entries):
        return None
    named = folder != path or path.resolve().name == SUBMITTED
    looked = {student: names for student in students[:LOOKED_AT] if (names := _folders(folder / student))}
    if named and _is_nbgrader(folder.resolve().parent):
        return () if looked else None
    stamped = [
        any(_is_file(folder / student / name / TIMESTAMP) for name in names) for student, names in looked.items()
    ]
    # Most of them, and not any: a file that one student has put there must not change how all are read.
    return () if 2 * sum(stamped) > len(students[:LOOKED_AT]) else None


def _collect(path: Path, entries: list[Entry]) -> Found:
    from ..course import load_course

    folder, students = _students(path, entries)
    assignments = {student: _folders(folder / student) for student in students}
    counts = Counter(name for names in assignments.values() for name in names)
    if not counts:
        raise SubmissionsError(
            f"{visible(str(path))} holds no submission of nbgrader: no folder submitted/STUDENT/ASSIGNMENT."
        )
    assignment = _assignment(folder, assignments, counts, load_course())
    handed_in = [student for student, names in assignments.items() if assignment in names]
    deliveries = {
        name: Delivery((("", folder / student / assignment),), _facts(folder / student / assignment))
        for name, student in zip(unique_ids(handed_in), handed_in, strict=True)
    }
    notes = [f"the assignment {visible(assignment)} is graded"] if len(counts) > 1 else []
    without = [student for student, names in assignments.items() if assignment not in names]
    if without:
        notes.append(f"{listing(without)}: nothing handed in for {visible(assignment)}")
    return found_deliveries("nbgrader", deliveries, tuple(notes))


def _assignment(folder: Path, assignments: dict[str, list[str]], counts: Counter[str], course: Course) -> str:
    """The assignment whose submissions hold modules of the exercise; the most usual one when none or several do."""
    holding: Counter[str] = Counter()
    for student in list(assignments)[:LOOKED_AT] if len(counts) > 1 else []:
        for name in assignments[student]:
            try:
                holding[name] += bool(search(folder / student / name, course.edit, course.package).packages)
            except OSError:
                continue
    return min(counts, key=lambda name: (-holding[name], -counts[name], name))


def _students(path: Path, entries: list[Entry]) -> tuple[Path, list[str]]:
    """`submitted/` and the students in it."""
    if any(entry.name == SUBMITTED and entry.kind is Kind.FOLDER for entry in entries) and _is_nbgrader(path):
        return path / SUBMITTED, _folders(path / SUBMITTED)
    return path, [entry.name for entry in entries if entry.kind is Kind.FOLDER and not entry.name.startswith(".")]


def _is_nbgrader(course: Path) -> bool:
    return _is_file(course / "nbgrader_config.py") or _is_file(course / "gradebook.db") or _is_folder(course / "source")


def _is_file(path: Path) -> bool:
    try:
        return kind_of(path) is Kind.FILE
    except OSError:
        return False


def _is_folder(path: Path) -> bool:
    try:
        return kind_of(path) is Kind.FOLDER
    except OSError:
        return False


def _folders(folder: Path) -> list[str]:
    try:
        entries = list_folder(folder, 200_000)
    except (OSError, TooManyEntriesError):
        return []
    return [entry.name for entry in entries if entry.kind is Kind.FOLDER and not entry.name.startswith(".")]


def _facts(folder: Path) -> HandedIn:
    try:
        return HandedIn(submitted_at=visible(read_file(folder / TIMESTAMP, 200).decode("utf-8", "replace").strip()))
    except UnreadableError:
        return HandedIn()


NBGRADER = Layout("nbgrader", _recognise, _collect)
