"""The lines of this interpreter's asyncio that carry what the course teaches: the snapshot, the expiry, the second hop.

They are looked for in the source that is installed beside this interpreter, so that a reader can go there and read on. An
interpreter without its source, or one that does it another way, gets a sentence instead.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Landmark:
    """What to look for in which function, and what it means. `holds` are words that all stand in the line."""

    owner: Any
    function: str
    holds: tuple[str, ...]
    means: str


LANDMARKS = (
    Landmark(asyncio.BaseEventLoop, "_run_once", ("self._clock_resolution",), "due means: when < this"),
    Landmark(asyncio.BaseEventLoop, "_run_once", ("handle._scheduled", "False"), "the timer expires"),
    Landmark(asyncio.BaseEventLoop, "_run_once", ("self._ready.append",), "and goes behind what is ready"),
    Landmark(asyncio.BaseEventLoop, "_run_once", ("len(self._ready)",), "THE SNAPSHOT: so many, no more"),
    Landmark(asyncio.tasks, "sleep", ("call_later",), "HOP 1: a timer ..."),
    Landmark(asyncio.tasks, "sleep", ("_set_result_unless_cancelled",), "... that resolves a future"),
    Landmark(asyncio.tasks, "sleep", ("await future",), "for which the task waits"),
    Landmark(asyncio.futures, "_PyFuture", ("call_soon(callback",), "HOP 2: and which queues it"),
)


@dataclass(frozen=True)
class Place:
    """A line of the interpreter's source: where it stands, what it says, what it means. `line` 0: it was not found, and
    `text` is a sentence that says why."""

    file: str
    line: int
    text: str
    means: str


def places(
    landmarks: tuple[Landmark, ...] = LANDMARKS, read: Callable[[Any], tuple[list[str], int]] | None = None
) -> list[Place]:
    """Each landmark's place, in order. `read` gives the source lines of an object, and the number of the first."""
    return [_place(landmark, read or inspect.getsourcelines) for landmark in landmarks]


def _place(landmark: Landmark, read: Callable[[Any], tuple[list[str], int]]) -> Place:
    name = f"{landmark.owner.__name__.removeprefix('asyncio.')}.{landmark.function}"
    subject = getattr(landmark.owner, landmark.function, None)
    try:
        lines, first = read(subject)
    except (OSError, TypeError):
        return Place("", 0, f"the source of {name} is not installed beside this interpreter", landmark.means)
    # The last such line: what is cancelled leaves the heap earlier in the same function.
    for number, line in reversed(list(enumerate(lines, first))):
        code = line.partition("#")[0].strip()
        if all(word in code for word in landmark.holds):
            return Place(_file(subject), number, code, landmark.means)
    return Place("", 0, f"{name} has no such line here: this interpreter does it another way", landmark.means)


def _file(subject: Any) -> str:
    """The file as everybody names it, wherever it is installed."""
    return f"asyncio/{Path(inspect.getsourcefile(subject) or '?').name}"
