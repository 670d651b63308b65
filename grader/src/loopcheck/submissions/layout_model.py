"""What a layout finds: the submissions at a path, and what each is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..course import Course
from .files import Entry


class SubmissionsError(Exception):
    """There are no submissions to read at the path; the message says what is there, and what to do."""


class ArchiveError(Exception):
    """The archive cannot be taken. The message is a sentence that begins with the archive's name."""


@dataclass(frozen=True)
class HandedIn:
    """What the platform said about a submission. Times are the platform's own text: nothing is computed from them, and
    no penalty is applied."""

    name: str = ""
    email: str = ""
    submitted_at: str = ""
    late: str = ""


NOTHING_KNOWN = HandedIn()


@dataclass(frozen=True)
class Delivery:
    """One submission that is not simply a folder. `parts` are (name as the student knows it, where it lies): a folder,
    whose contents count, or a file. `notes` are for the student and the instructor."""

    parts: tuple[tuple[str, Path], ...]
    handed_in: HandedIn = NOTHING_KNOWN
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Found:
    """The submissions at a path as (id, path), in the order of their ids. An id is valid text on one line.

    `deliveries` says more about some of them: what they are made of, and what the platform said."""

    layout: str
    items: tuple[tuple[str, Path], ...]
    notes: tuple[str, ...] = ()
    deliveries: Mapping[str, Delivery] = field(default_factory=dict)


@dataclass(frozen=True)
class Layout:
    """`recognise` answers None, or the notes with which the path is taken for this layout. `collect` takes it so in any
    case; SubmissionsError when that cannot be done."""

    name: str
    recognise: Callable[[Path, list[Entry], Course], tuple[str, ...] | None]
    collect: Callable[[Path, list[Entry]], Found]


def found_deliveries(layout: str, deliveries: Mapping[str, Delivery], notes: tuple[str, ...] = ()) -> Found:
    """These deliveries, in the order of their ids."""
    items = tuple((name, deliveries[name].parts[0][1]) for name in sorted(deliveries))
    return Found(layout, items, notes, dict(deliveries))
