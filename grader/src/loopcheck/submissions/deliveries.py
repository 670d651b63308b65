"""From what was delivered to a Source: loose files are laid side by side, archives are unpacked, into a folder of ours.

What must stay true: nothing is written where students' files lie; the folder of ours is gone when the submission has been
read; and a delivery that cannot be taken ends as a Source with a sentence, like any other submission. When it is this
machine or this program that fails, the Source says that it is our fault.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ..course import Course
from ..faults import place_of
from .files import (
    OF_THE_MACHINE,
    Kind,
    MachineError,
    TooManyEntriesError,
    UnreadableError,
    kind_of,
    list_folder,
    read_file,
    reason,
)
from .finding import search
from .layout_model import ArchiveError, Delivery, SubmissionsError
from .model import Source
from .names import visible
from .ours import real_path
from .reading import LARGEST_MODULE, read_submission

MOST_ENTRIES = 200
PREFIX = "loopcheck-"


def read_delivery(
    id: str,  # noqa: A002 - the field of Source that it fills
    path: Path,
    delivery: Delivery | None,
    course: Course,
    provided: Mapping[str, bytes],
    untouched: Mapping[str, bytes] | None = None,
    look: Callable[[Path], None] = lambda _: None,
) -> Source:
    """Read a submission, whatever it is made of. `look` is called with the folder while it is there."""
    given = delivery or Delivery((("", path),))
    notes: list[str] = list(given.notes)
    try:
        with _as_folder(path, given, course, notes) as folder:
            source = read_submission(id, folder, course, provided, untouched)
            look(folder)
    except ArchiveError as error:
        return Source(id, {}, problem=str(error), notes=tuple(notes))
    except OSError as error:
        if error.errno not in OF_THE_MACHINE:
            problem = f"The submission cannot be read ({reason(error)}). Hand it in again."
            return Source(id, {}, problem=problem, notes=tuple(notes))
        return Source(id, {}, fault=_fault(reason(error)), notes=tuple(notes))
    except Exception as error:  # noqa: BLE001 - a fault of ours on one submission must not cost the others their results
        why = str(error) if isinstance(error, MachineError) else place_of(error)
        return Source(id, {}, fault=_fault(why), notes=tuple(notes))
    return replace(source, notes=(*notes, *source.notes))


def _fault(why: str) -> str:
    return f"The submission could not be read on the grader's machine ({why}). It is not to blame: grade it again."


@contextmanager
def opened(path: Path, notes: list[str] | None = None) -> Iterator[Path]:
    """The path itself, or the folder to which the archive of a class was unpacked, for as long as it is needed. What was
    left out of the archive is added to the notes."""
    if not _leads_to_zip(path):
        yield path
        return
    from .archives import OF_A_CLASS, unpack  # only here and below: what it imports costs time that most never need

    with _scratch() as temporary:
        # The name of the archive is what a lone student, and some platforms' layouts, are known by.
        folder = temporary / path.stem
        folder.mkdir()
        try:
            left_out = unpack(path, folder, OF_A_CLASS)
        except ArchiveError as error:
            raise SubmissionsError(str(error)) from error
        if notes is not None:
            notes += left_out
        yield folder


def _leads_to_zip(path: Path) -> bool:
    """Whether the instructor named an archive, be it by a link; the path may also lead nowhere."""
    try:
        return path.suffix.lower() == ".zip" and kind_of(real_path(path)) is Kind.FILE
    except (OSError, ValueError):
        return False  # whoever looks for submissions there will say why


@contextmanager
def _scratch() -> Iterator[Path]:
    """An empty folder of ours, which is gone afterwards. That there can be none is this machine's fault."""
    try:
        temporary = tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True)
    except OSError as error:
        raise MachineError(f"no temporary folder can be made: {reason(error)}") from error
    with temporary as name:
        yield Path(name)


@contextmanager
def _as_folder(path: Path, delivery: Delivery, course: Course, notes: list[str]) -> Iterator[Path]:
    """A folder that holds what was delivered: the student's own where that is one, else a temporary one."""
    parts = list(delivery.parts)
    if len(parts) == 1 and not _is_zip(parts[0][1]):
        archives = _archives_instead_of_modules(parts[0][1], course)
        if not archives and (kind_of(parts[0][1]) is not Kind.FILE or (parts[0][1] == path and not parts[0][0])):
            yield parts[0][1]
            return
        parts = [(file.name, file) for file in archives] or parts
    with _scratch() as folder:
        for number, (name, where) in enumerate(parts):
            _lay_down(folder, name, where, number, notes)
        yield folder


def _lay_down(folder: Path, name: str, where: Path, number: int, notes: list[str]) -> None:
    """Put one part into the folder. Two archives must not run together: each but the first gets a folder of its own."""
    if kind_of(where) is Kind.FOLDER:
        raise ArchiveError(
            f"There is more than one delivery of this student's, and {visible(where.name)} is a folder among them: "
            "it cannot be told which counts. Leave one of them."
        )
    if _is_zip(where):
        from .archives import OF_A_STUDENT, unpack

        into = folder / f"archive-{number}" if number else folder
        into.mkdir(exist_ok=True)
        notes += unpack(where, into, OF_A_STUDENT)
        return
    try:
        data = read_file(where, LARGEST_MODULE) if name.lower().endswith(".py") else b""
    except UnreadableError as error:
        notes.append(f"{visible(name)} {error}, and was left out")
        return
    (folder / Path(name).name).write_bytes(data)


def _is_zip(path: Path) -> bool:
    return path.suffix.lower() == ".zip" and kind_of(path) is Kind.FILE


def _archives_instead_of_modules(folder: Path, course: Course) -> list[Path]:
    """The zip archives in a student's folder, when there is no module of the exercise beside them."""
    try:
        if kind_of(folder) is not Kind.FOLDER:
            return []
        entries = list_folder(folder, MOST_ENTRIES)
    except (OSError, TooManyEntriesError):
        return []
    zips = [folder / entry.name for entry in entries if entry.kind is Kind.FILE and entry.name.lower().endswith(".zip")]
    return zips if zips and not search(folder, course.edit, course.package).packages else []
