"""Canvas's "download submissions": one flat folder of `<name>[_LATE]_<user>_<attachment>_<file>`.

Anonymous assignments have `anon_<id>_<attachment>_<file>`. A text entry is `<name>_<user>_text.html`. Attachment numbers
grow with time: of two files of one name the one with the higher number is the newer. Canvas numbers a file that was handed
in before under the same name ("loop-1.py"): the number is taken off again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ..course import Course
from .files import Entry, Kind
from .layout_model import Delivery, Found, HandedIn, Layout, found_deliveries
from .names import listing, visible

_FILE = re.compile(
    r"(?P<name>anon|[^_]+)(?P<late>_LATE)?_(?P<user>(?<=anon_)[A-Za-z0-9]+|(?<=anon_LATE_)[A-Za-z0-9]+|\d+)"
    r"_(?:(?P<attachment>\d+)_(?P<file>.+)|(?P<entry>text|link)\.html)",
    re.DOTALL,
)
_AGAIN = re.compile(r"-(\d+)(?=\.[^.]+$)")


def _recognise(path: Path, entries: list[Entry], course: Course) -> tuple[str, ...] | None:  # noqa: ARG001 - every layout's signature
    files = [entry for entry in entries if entry.kind is Kind.FILE and not entry.name.startswith(".")]
    matching = [entry for entry in files if _FILE.fullmatch(entry.name)]
    return () if matching and 2 * len(matching) > len(files) else None


def _collect(path: Path, entries: list[Entry]) -> Found:
    parts: dict[str, list[tuple[int, str, Path]]] = {}
    facts: dict[str, HandedIn] = {}
    others = []
    for entry in entries:
        match = _FILE.fullmatch(entry.name) if entry.kind is Kind.FILE else None
        if not match:
            others.append(entry.name + ("/" if entry.kind is Kind.FOLDER else ""))
            continue
        user = match["user"]
        late = "late" if match["late"] or (user in facts and facts[user].late) else ""
        facts[user] = HandedIn(name="" if match["name"] == "anon" else visible(match["name"]), late=late)
        file = match["file"] or f"{match['entry']}.html"
        parts.setdefault(user, []).append((int(match["attachment"] or 0), file, path / entry.name))
    deliveries = {}
    for user, found in parts.items():
        files, notes = _newest(found)
        deliveries[user] = Delivery(files, facts[user], notes)
    seen = [name for name in others if not name.startswith((".", "__MACOSX"))]
    notes = (f"{listing(seen)}: not named as Canvas names submissions, and not graded",) if seen else ()
    return found_deliveries("canvas", deliveries, notes)


def _newest(found: Iterable[tuple[int, str, Path]]) -> tuple[tuple[tuple[str, Path], ...], tuple[str, ...]]:
    """The newest file of each name, and a note on those that were passed over."""
    files: dict[str, tuple[int, str, Path]] = {}
    older = []
    for attachment, name, where in sorted(found):
        plain = _AGAIN.sub("", name)
        if plain in files:
            older.append(files[plain][1])
        files[plain] = (attachment, name, where)
    notes = (f"handed in more than once; the newest was taken, and not {listing(older)}",) if older else ()
    return tuple((plain, where) for plain, (_, _, where) in sorted(files.items())), notes


CANVAS = Layout("canvas", _recognise, _collect)
