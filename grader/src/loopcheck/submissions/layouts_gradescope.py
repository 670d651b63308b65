"""Gradescope's export: `assignment_<id>_export/submission_<id>/…` beside `submission_metadata.yml`.

The metadata names each folder's submitters; in a group each of them gets the result. What must stay true: a folder that the
metadata does not name is graded under its own name; whoever it names without a folder is named; two people are never one,
though a student number, which students may type in themselves, says that they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..course import Course
from .files import Entry, Kind, UnreadableError, read_file
from .layout_model import Delivery, Found, HandedIn, Layout, SubmissionsError, found_deliveries
from .names import listing, visible

METADATA = "submission_metadata.yml"
LARGEST = 256 * 1024 * 1024
_FOLDER = re.compile(r"submission_\d+")


def _recognise(path: Path, entries: list[Entry], course: Course) -> tuple[str, ...] | None:  # noqa: ARG001 - every layout's signature
    has_metadata = any(entry.name == METADATA and entry.kind is Kind.FILE for entry in entries)
    return () if has_metadata and any(_FOLDER.fullmatch(entry.name) for entry in entries) else None


def _collect(path: Path, entries: list[Entry]) -> Found:
    folders = [entry.name for entry in entries if entry.kind is Kind.FOLDER and _FOLDER.fullmatch(entry.name)]
    if not folders:
        raise SubmissionsError(f"{visible(str(path))} holds no folder of Gradescope's, such as submission_123.")
    metadata, notes = _metadata(path)
    submitters = []
    unnamed = []
    for name in folders:
        named = _submitters(metadata.get(name))
        unnamed += [] if named else [name]
        submitters += [(name, *one) for one in named or [(name, HandedIn())]]
    shared = _shared_numbers((student, handed_in.email) for _, student, handed_in in submitters)
    if shared:
        notes.append(f"more than one person has the number {listing(shared)}: they go by their email addresses")
    candidates: dict[str, list[tuple[str, str, Delivery]]] = {}
    for name, number, handed_in in submitters:
        student = handed_in.email or number if number in shared else number
        delivery = Delivery((("", path / name),), handed_in)
        candidates.setdefault(student, []).append((handed_in.submitted_at, name, delivery))
    if unnamed and metadata:
        notes.append(f"{listing(unnamed)}: {METADATA} does not say whose, and graded under that name")
    gone = [name for name in map(str, metadata) if _FOLDER.fullmatch(name) and name not in folders]
    if gone:
        notes.append(f"{listing(gone)}: in {METADATA}, but no such folder is here; export again if it should be")
    deliveries: dict[str, Delivery] = {}
    for student, found in candidates.items():
        deliveries |= {student: _newest(found)} if _is_one_person(student, found) else _of_several(found, notes)
    return found_deliveries("gradescope", deliveries, tuple(notes))


def _shared_numbers(submitters: Iterable[tuple[str, str]]) -> list[str]:
    """The ids that belong to more than one email address."""
    addresses: dict[str, set[str]] = {}
    for student, email in submitters:
        addresses.setdefault(student, set()).update([email.casefold()] if email else [])
    return sorted(student for student, found in addresses.items() if len(found) > 1)


def _is_one_person(student: str, found: list[tuple[str, str, Delivery]]) -> bool:
    """Whether these are one student's submissions. Two people may have one name, and an email address may be missing."""
    facts = [delivery.handed_in for _, _, delivery in found]
    addresses = {one.email.casefold() for one in facts}
    return len(found) == 1 or (len(addresses) == 1 and student not in {one.name for one in facts})


def _of_several(found: list[tuple[str, str, Delivery]], notes: list[str]) -> dict[str, Delivery]:
    """Nobody can tell whose they are: each folder is graded under its own name."""
    folders = {name: delivery for _, name, delivery in found}
    notes.append(f"{listing(list(folders))}: {METADATA} gives them one student, but not one email; graded by folder")
    return folders


def _newest(found: list[tuple[str, str, Delivery]]) -> Delivery:
    """The newest of a student's submissions; the others are named."""
    *older, (_, _, newest) = sorted(found, key=lambda each: each[:2])
    if not older:
        return newest
    names = listing([name for _, name, _ in older])
    note = f"handed in more than once; the newest was graded, and not {names}"
    return Delivery(newest.parts, newest.handed_in, (note,))


def _submitters(facts: object) -> list[tuple[str, HandedIn]]:
    """(id, what is known) of everybody whose submission it is: the student number, else the email address; nobody when that
    part of the metadata is damaged."""
    if not isinstance(facts, dict):
        return []
    when = _text(facts.get(":created_at"))
    found = []
    submitters = facts.get(":submitters")
    for one in submitters if isinstance(submitters, list) else []:
        if isinstance(one, dict):
            name, number, email = (_text(one.get(key)) for key in (":name", ":sid", ":email"))
            student = number or email or name
            if student:
                found.append((student, HandedIn(name, email, when)))
    return found


def _text(value: object) -> str:
    """A value of the metadata; what is no plain text is damaged, and says nothing."""
    return visible(value.strip()) if isinstance(value, str) else ""


def _metadata(path: Path) -> tuple[dict[str, Any], list[str]]:
    try:
        import yaml
    except ImportError:
        return {}, [f"{METADATA} needs PyYAML to be read (pip install pyyaml); students are named by their folders"]
    # Its own loader of plain values, in C where there is one; numbers and times stay the text that they are in the file.
    loader = type("TextLoader", (getattr(yaml, "CBaseLoader", yaml.BaseLoader),), {})
    try:
        data = yaml.load(read_file(path / METADATA, LARGEST), Loader=loader)  # noqa: S506 - BaseLoader makes text only
    except UnreadableError as error:
        return {}, [f"{METADATA} {error}; students are named by their folders"]
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        line = str(error).splitlines()[0] if str(error) else type(error).__name__
        return {}, [f"{METADATA} is not YAML ({visible(line)}); students are named by their folders"]
    if not isinstance(data, dict) or not data:
        return {}, [f"{METADATA} holds no submissions; students are named by their folders"]
    return data, []


GRADESCOPE = Layout("gradescope", _recognise, _collect)
