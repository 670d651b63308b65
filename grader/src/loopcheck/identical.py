"""Submissions that are the same: a fact for the instructor, and no verdict.

In a course of four small functions two right answers may well be alike. Nothing is parsed: two submissions are the same
"but for blank lines, comments and spacing" when what is left of every line is equal.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .exporters.tables import csv_bytes
from .submissions.model import Source
from .submissions.text import as_text, lines_of

FILE = "identical.csv"
BYTES = "byte for byte"
LINES = "but for blank lines, whole-line comments and spacing"

_SPACE = re.compile(r"[^\S\n]+")


@dataclass
class Identical:
    """Collects digests while submissions are read; what is equal comes out as groups."""

    _seen: set[str] = field(default_factory=set)
    _bytes: dict[str, list[str]] = field(default_factory=dict)
    _lines: dict[str, list[str]] = field(default_factory=dict)

    def add(self, source: Source) -> None:
        """Take note of a submission, once. One that cannot be graded, or that nobody has written in yet, is like nothing."""
        if not source.digest or source.untouched or source.id in self._seen:
            return
        self._seen.add(source.id)
        self._bytes.setdefault(source.digest, []).append(source.id)
        self._lines.setdefault(lines_digest(source.modules), []).append(source.id)

    def groups(self) -> list[tuple[str, list[str]]]:
        """(how they are the same, their ids): a group that is the same in the stricter sense is not told twice."""
        strict = [sorted(group) for group in self._bytes.values() if len(group) > 1]
        loose = [sorted(group) for group in self._lines.values() if len(group) > 1]
        found = [(BYTES, group) for group in strict] + [(LINES, group) for group in loose if group not in strict]
        return sorted(found, key=lambda each: (each[1], each[0]))

    def csv(self) -> bytes:
        """The groups, one row per submission."""
        rows = [["group", "the_same", "student_id"]]
        for number, (how, ids) in enumerate(self.groups(), start=1):
            rows += [[str(number), how, one] for one in ids]
        return csv_bytes(rows)


def lines_digest(modules: Mapping[str, bytes]) -> str:
    """A digest of what is left of the modules' lines without spacing, blank lines and whole-line comments.

    Indentation counts: it is part of what Python code says."""
    digest = hashlib.sha256()
    for name in sorted(modules):
        digest.update(name.encode() + b"\0")
        for line in _left(lines_of(as_text(modules[name]))):
            digest.update(line.encode("utf-8", "surrogatepass") + b"\n")
        digest.update(b"\0")
    return digest.hexdigest()


def _left(lines: Iterable[str]) -> Iterable[str]:
    for line in lines:
        text = line.strip()
        if text and not text.startswith("#"):
            indent = line.expandtabs(8)
            yield f"{len(indent) - len(indent.lstrip())} {_SPACE.sub(' ', text)}"
