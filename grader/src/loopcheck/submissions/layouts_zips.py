"""A class as archives: `<student>.zip`, beside folders of other students, if there are any.

Where a student has both a folder and an archive, the newer of the two counts, by the time that the disk has; a note says so.
"""

from __future__ import annotations

from pathlib import Path

from ..course import Course
from .class_folder import TEMPLATE_MARKS, is_nobody, left_out, points_at_folder
from .files import Entry, Kind
from .finding import modules_in
from .layout_model import Delivery, Found, Layout, SubmissionsError, found_deliveries
from .names import listing, unique_ids, visible


def _recognise(path: Path, entries: list[Entry], course: Course) -> tuple[str, ...] | None:  # noqa: ARG001 - every layout's signature
    files = [entry.name for entry in entries if entry.kind is not Kind.FOLDER]
    folders = [entry.name for entry in entries if entry.kind is Kind.FOLDER]
    marks = [entry.name for entry in entries if entry.name in TEMPLATE_MARKS]
    if modules_in(files, course.edit) or course.package in folders or len(marks) > 1:
        return None
    return () if any(_is_zip(entry) for entry in entries) else None


def _is_zip(entry: Entry) -> bool:
    return entry.kind is Kind.FILE and entry.name.lower().endswith(".zip") and not entry.name.startswith(".")


def _is_student(path: Path, entry: Entry) -> bool:
    """A folder, or a link to one: reading it will say that links are not followed, but nobody is lost."""
    is_folder = entry.kind is Kind.FOLDER or (entry.kind is Kind.LINK and points_at_folder(path / entry.name))
    return is_folder and not is_nobody(entry.name)


def _collect(path: Path, entries: list[Entry]) -> Found:
    found: dict[str, list[Path]] = {}
    for entry in entries:
        if _is_zip(entry):
            found.setdefault(entry.name[:-4].rstrip(), []).append(path / entry.name)
        elif _is_student(path, entry):
            found.setdefault(entry.name, []).append(path / entry.name)
    if not found:
        raise SubmissionsError(f"{visible(str(path))} holds no zip archive.")
    # Names that only look the same are two students: neither may put theirs in the place of the other's.
    names = sorted(found)
    deliveries = {student: _newest(found[name]) for student, name in zip(unique_ids(names), names, strict=True)}
    files = [entry.name for entry in entries if entry.kind is Kind.FILE and not _is_zip(entry)]
    links = [entry.name for entry in entries if entry.kind is Kind.LINK and points_at_folder(path / entry.name)]
    notes = list(left_out(entries, [name for name in files if not name.startswith(".")], links))
    several = [student for student, paths in found.items() if len(paths) > 1]
    if several:
        notes.append(f"{listing(several)}: handed in more than once; the newest counts")
    return found_deliveries("zips", deliveries, tuple(notes))


def _newest(paths: list[Path]) -> Delivery:
    *older, newest = sorted(paths, key=lambda path: (path.lstat().st_mtime_ns, path.name))
    part = (newest.name if newest.suffix.lower() == ".zip" else "", newest)
    if not older:
        return Delivery((part,))
    names = listing([path.name for path in older])
    return Delivery(
        (part,), notes=(f"handed in more than once; {visible(newest.name)} is newer and was graded, not {names}",)
    )


ZIPS = Layout("zips", _recognise, _collect)
