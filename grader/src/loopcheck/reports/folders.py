"""Folder names for student ids: safe on every file system, and never two ids in one folder.

An id that is safe as it is stays as it is. Any other gets a readable stem and a digest of the whole id, so its folder
depends on no other student; only ids that differ in case alone look at each other, because on Windows and macOS such
names are one.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_LENGTH = 60

_SAFE = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._@-]*[A-Za-z0-9_-])?")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
_DIGESTED = re.compile(r".*-[0-9a-f]{12}", re.IGNORECASE)
"""Looks like a name made here: such an id gets a digest too, so that nobody can choose another student's folder."""


def folder_names(ids: Iterable[str]) -> dict[str, str]:
    """Student id -> the name of its folder."""
    wanted = list(dict.fromkeys(ids))
    spellings = Counter(student.lower() for student in wanted if _is_safe(student))
    return {
        student: student if _is_safe(student) and spellings[student.lower()] == 1 else _digested(student)
        for student in wanted
    }


def _is_safe(student: str) -> bool:
    safe = _SAFE.fullmatch(student) and not _RESERVED.fullmatch(student) and not _DIGESTED.fullmatch(student)
    return bool(safe) and len(student) <= MAX_LENGTH


def _digested(student: str) -> str:
    """A stem of plain letters, digits and hyphens, then twelve digits of the id's SHA-256."""
    plain = unicodedata.normalize("NFKD", student).encode("ascii", "ignore").decode("ascii")
    stem = re.sub(r"[^A-Za-z0-9_]+", "-", plain).strip("-")[: MAX_LENGTH - 13].strip("-") or "student"
    digest = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{stem}-{digest[:12]}"
