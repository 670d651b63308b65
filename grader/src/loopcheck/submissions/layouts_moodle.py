"""Moodle's "download all submissions": `<name>_<number>_assignsubmission_file/…`, or flat, as file names.

The number is the participant's of the grading worksheet; for a team it is the group's. With blind marking the name is
"Participant". Underscores in names are spaces, so the parts can be told apart.
"""

from __future__ import annotations

import re
from pathlib import Path

from ..course import Course
from .files import Entry, Kind
from .layout_model import Delivery, Found, HandedIn, Layout, found_deliveries
from .names import listing, visible

_NAME = re.compile(
    r"(?P<name>[^_]+)(?:_(?P<number>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?", re.DOTALL
)
FILES = "file"


def _recognise(path: Path, entries: list[Entry], course: Course) -> tuple[str, ...] | None:  # noqa: ARG001 - every layout's signature
    # Most of them, and not any: one folder of such a name must not make everybody else's no submission.
    seen = [entry for entry in entries if not entry.name.startswith(".")]
    return () if 2 * sum(bool(_NAME.fullmatch(entry.name)) for entry in seen) > len(seen) else None


def _collect(path: Path, entries: list[Entry]) -> Found:
    parts: dict[str, list[tuple[str, str, Path]]] = {}
    names: dict[str, str] = {}
    others = []
    for entry in entries:
        match = _NAME.fullmatch(entry.name)
        if not match or entry.kind is Kind.LINK:
            others.append(entry.name)
            continue
        name = visible(match["name"])
        student = match["number"] or name
        names[student] = name
        parts.setdefault(student, []).append((match["kind"], match["file"] or "", path / entry.name))
    deliveries = {
        student: Delivery(_chosen(found), HandedIn(name="" if names[student] == student else names[student]))
        for student, found in parts.items()
    }
    return found_deliveries("moodle", deliveries, _left_out(others))


def _chosen(found: list[tuple[str, str, Path]]) -> tuple[tuple[str, Path], ...]:
    """What was handed in as files; the online text only where there is nothing else."""
    chosen = [part for part in found if part[0] == FILES] or found
    return tuple((file, where) for _, file, where in sorted(chosen, key=lambda part: part[2].name))


def _left_out(others: list[str]) -> tuple[str, ...]:
    seen = [name for name in others if not name.startswith(".") and name != "__MACOSX"]
    return (f"{listing(seen)}: not named as Moodle names submissions, and not graded",) if seen else ()


MOODLE = Layout("moodle", _recognise, _collect)
