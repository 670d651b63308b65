"""What an exporter takes and gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..gradebook import Entry, Gradebook
from ..reports.safe_text import for_terminal
from ..results import State


class ExportError(Exception):
    """The export cannot be made. The message says why, and what to do."""


@dataclass(frozen=True)
class Options:
    """What the instructor may say: the assignment's title on the platform, its points there, Classroom 50's download."""

    assignment: str = ""
    download: Path | None = None


@dataclass(frozen=True)
class Export:
    """Files as (path inside the export's folder, content), made one by one as they are asked for, and sentences for the
    instructor."""

    files: Iterable[tuple[str, bytes]]
    notes: tuple[str, ...] = ()


Exporter = Callable[[Gradebook, Options], Export]


def left_out(entries: Sequence[Entry], why: str, most: int = 10) -> tuple[str, ...]:
    """The sentence about people who are not in an export; none when there is nobody."""
    if not entries:
        return ()
    names = ", ".join(f"{for_terminal(entry.id)} ({entry.state.replace('_', ' ')})" for entry in entries[:most])
    more = f" and {len(entries) - most} more" if len(entries) > most else ""
    return (f"left out: {names}{more}. {why}",)


def awaits_regrading(entry: Entry) -> bool:
    """Whether the grader failed on it and nobody has decided: there is nothing yet that a student should see."""
    failed = entry.submission is not None and entry.submission.state is State.INFRASTRUCTURE_ERROR
    return failed and not entry.is_overridden
