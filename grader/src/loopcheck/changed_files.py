"""Provided files that a submission changed: a fact for the instructor, and no verdict.

Nothing of it touches a mark: tests, workflow and provided modules of a submission are never used in grading. Compared is what a
checkout of the template holds, by SHA-256, wherever line endings alone do not matter. Somebody who hands in three loose modules
has changed nothing. What must stay true: nothing is run, no link is followed, and the same files give the same rows.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .course import Course, CourseFiles
from .exporters.tables import csv_bytes
from .submissions.files import Entry, Kind, TooManyEntriesError, UnreadableError, list_folder, read_file
from .submissions.finding import is_skipped
from .submissions.names import visible
from .submissions.text import normalised

FILE = "changed_files.csv"
CHANGED, ADDED, MISSING, UNREADABLE = "changed", "added", "missing", "unreadable"
TOP = ("tests", ".github")
"""Folders of the template in which a file of the student's own is worth a row, too."""
SETTINGS = ("pyproject.toml", "requirements.txt", "requirements.lock")
LARGEST = 1024 * 1024
MOST_ENTRIES = 500
MOST_ROWS = 100
MOST_FOLDERS = 200
DEEPEST = 2
"""A download may lie a folder or two deeper than the submission: `archive/repository-main/`."""


@dataclass(frozen=True)
class Row:
    """One file. The hashes are empty where there is no such file."""

    path: str
    what: str
    sha256: str = ""
    template_sha256: str = ""


@dataclass
class ChangedFiles:
    """Collects, while submissions are read, what differs from the template."""

    template: Callable[[], Mapping[str, str]]
    """Gives path -> SHA-256 of the provided files; asked once, when there is a checkout to compare with."""
    package: str
    _protected: Mapping[str, str] | None = None
    _rows: dict[str, tuple[Row, ...]] = field(default_factory=dict)

    def look(self, student: str, folder: Path) -> None:
        """Take note of one submission's folder. What cannot be listed holds nothing to compare."""
        root = checkout_in(folder, self.package)
        if root and self._protected is None:
            self._protected = self.template()
        self._rows[student] = tuple(compare(root, self._protected or {}, self.package)) if root else ()

    def csv(self) -> bytes:
        """One row per file that differs."""
        rows = [["student_id", "file", "what", "sha256", "template_sha256"]]
        for student in sorted(self._rows):
            rows += [
                [student, visible(row.path), row.what, row.sha256, row.template_sha256] for row in self._rows[student]
            ]
        return csv_bytes(rows)

    def note(self) -> str:
        """The sentence for the instructor; empty when nothing differs."""
        count = sum(bool(rows) for rows in self._rows.values())
        if not count:
            return ""
        who = "one submission" if count == 1 else f"{count} submissions"
        return f"in {who} provided files differ from the template, which costs nobody a point: see {FILE}"


def protected_files(files: CourseFiles, course: Course) -> Mapping[str, str]:
    """Path in the template -> SHA-256, of what students are given to use and not to change; empty without a template."""
    from .bundles.model import BundleError
    from .bundles.template import template_files

    try:
        template = template_files(files, course)
    except BundleError:
        return {}
    edit = {f"{course.package}/{name}" for name in course.edit}
    return {
        path: digest(content)
        for path, content in template.items()
        if path not in edit and (path in SETTINGS or path.partition("/")[0] in (*TOP, course.package))
    }


def digest(content: bytes) -> str:
    """SHA-256 of the text, whatever an editor or Git made of its line ends."""
    return hashlib.sha256(normalised(content)).hexdigest()


def checkout_in(folder: Path, package: str) -> Path | None:
    """The nearest folder that holds the package and one of the template's folders beside it; None when there is none, or
    when there is too much to look through."""
    waiting = deque([(folder, 0)])
    for _ in range(MOST_FOLDERS):
        if not waiting:
            return None
        here, depth = waiting.popleft()
        folders = [entry.name for entry in _entries(here) if entry.kind is Kind.FOLDER]
        if package in folders and any(name in folders for name in TOP):
            return here
        if depth < DEEPEST:
            waiting.extend((here / name, depth + 1) for name in folders if not is_skipped(name) and name != package)
    return None


def compare(root: Path, protected: Mapping[str, str], package: str) -> Iterator[Row]:
    """The files that differ, by path, at most `MOST_ROWS`."""
    if not protected:
        return  # no template to compare with
    there = {path for top in (*TOP, package) for path in _files_below(root, top)}
    there |= {name for name in SETTINGS if (root / name).is_file()}
    tops = {path.partition("/")[0] for path in there}
    rows = 0
    for path in sorted(there | set(protected)):
        row = _row(root, path, protected.get(path, ""), path in there, package)
        # Of a folder that was not handed in, no single file is missing.
        if row and not (row.what == MISSING and path.partition("/")[0] not in tops):
            yield row
            rows += 1
            if rows == MOST_ROWS:
                return


def _row(root: Path, path: str, wanted: str, is_there: bool, package: str) -> Row | None:
    if not is_there:
        return Row(path, MISSING, template_sha256=wanted)
    if not wanted and path.partition("/")[0] == package:
        return None  # modules of the student's own are part of the submission
    try:
        found = digest(read_file(root / path, LARGEST))
    except UnreadableError:
        return Row(path, UNREADABLE, template_sha256=wanted)
    if found == wanted:
        return None
    return Row(path, CHANGED if wanted else ADDED, found, wanted)


def _files_below(root: Path, place: str) -> Iterator[str]:
    """The paths of files and of whatever else is no folder, without caches."""
    for entry in _entries(root / place):
        path = f"{place}/{entry.name}"
        if entry.kind is not Kind.FOLDER:
            yield path
        elif entry.name != "__pycache__" and path.count("/") < 4:
            yield from _files_below(root, path)


def _entries(folder: Path) -> list[Entry]:
    try:
        return list_folder(folder, MOST_ENTRIES)
    except (OSError, TooManyEntriesError):
        return []
