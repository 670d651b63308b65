"""What a picture of time shows. All times are milliseconds on the loop's clock.

A run is what one loop did: when its passes began, who burned when, who slept from when, and who was woken. A timeline is one
run, or several below each other on the same scale. What must stay true: nothing here is worked out; a run holds what was
observed, and what was not observed is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

STAMPS = ("asked for", "expired", "fired", "ran")
GAPS = ("until a pass looked", "behind ready work", "behind the future")
"""What a wake-up waited for, between one stamp and the next."""


class Burn(NamedTuple):
    """`task` had the CPU from `start` for `ms`."""

    task: str
    start: int
    ms: int


class Sleep(NamedTuple):
    """`task` asked at `start` to be woken `ms` later."""

    task: str
    start: int
    ms: int


class Wake(NamedTuple):
    """One delivery: who, and its four stamps."""

    task: str
    asked: int
    expired: int
    fired: int
    ran: int

    @property
    def stamps(self) -> tuple[int, int, int, int]:
        return self.asked, self.expired, self.fired, self.ran

    @property
    def late(self) -> int:
        return self.ran - self.asked


@dataclass(frozen=True)
class Run:
    """What one loop did. `tasks` are the names in the order of creation, `passes` the clock at the beginning of each pass.

    `ended` says in a sentence why the run ended early; it is empty when it did not.
    """

    label: str = ""
    tasks: tuple[str, ...] = ()
    burns: tuple[Burn, ...] = ()
    sleeps: tuple[Sleep, ...] = ()
    wakes: tuple[Wake, ...] = ()
    passes: tuple[int, ...] = ()
    ended: str = ""

    @property
    def sleepers(self) -> tuple[str, ...]:
        """The tasks that slept, or were woken."""
        names = {sleep.task for sleep in self.sleeps} | {wake.task for wake in self.wakes}
        return tuple(task for task in self.tasks if task in names)

    @property
    def end(self) -> int:
        """The last moment of which the run knows something, other than a timer that is still armed."""
        ends = [burn.start + burn.ms for burn in self.burns] + [wake.ran for wake in self.wakes]
        return max([*ends, *self.passes], default=0)

    def in_the_way(self, burn: Burn) -> bool:
        """Whether somebody who should have been woken by then waited for this burn."""
        return any(
            wake.asked < burn.start + burn.ms and burn.start < wake.ran for wake in self.wakes if wake.task != burn.task
        )

    def pending(self) -> list[Sleep]:
        """The sleeps that nobody was woken from: the last one of each task, unless a wake answers it."""
        answered = {(wake.task, wake.asked) for wake in self.wakes}
        last = {sleep.task: sleep for sleep in self.sleeps}
        return [sleep for sleep in last.values() if (sleep.task, sleep.start + sleep.ms) not in answered]


@dataclass(frozen=True)
class Timeline:
    """A picture: runs below each other, from 0 to `until` (default: to the last wake-up that any of them has).

    With `right`, the last run is what should have happened, and the first stamp of the first run that differs is marked.
    """

    title: str
    runs: Sequence[Run]
    until: int = 0
    right: bool = False

    @property
    def end(self) -> int:
        """Where the picture ends."""
        wakes = [wake.ran for run in self.runs for wake in run.wakes]
        asked = [sleep.start + sleep.ms for run in self.runs for sleep in run.pending() if not run.wakes]
        return self.until or max([*wakes, *asked, 0]) or max([run.end for run in self.runs], default=0) or 1

    def wrong(self) -> tuple[int, int] | None:
        """Which wake of the first run is the first wrong one, and which of its four stamps; None when none is known."""
        if not self.right or len(self.runs) < 2:
            return None
        for number, (mine, theirs) in enumerate(zip(self.runs[0].wakes, self.runs[-1].wakes, strict=False)):
            for stamp in range(4):
                if mine.stamps[stamp] != theirs.stamps[stamp]:
                    return number, stamp
        return None

    def svg(self) -> str:
        """The picture as SVG, with its text alternative in it. It follows the reader's light or dark setting."""
        from .svg import draw

        return draw(self)

    def text(self, ascii_only: bool = False) -> str:
        """The picture as lines of at most 80 columns."""
        from .plain import draw

        return draw(self, ascii_only)

    def _repr_svg_(self) -> str:
        """How a notebook shows it."""
        return self.svg()


def from_rows(label: str, rows: Iterable[Sequence[Any]]) -> Run:
    """A run of which only the trace is known, as rows of a name and four stamps. Rows of another shape are left out."""
    wakes = tuple(wake for row in rows if (wake := wake_of(row)) is not None)
    return Run(label, tuple(dict.fromkeys(wake.task for wake in wakes)), wakes=wakes)


def wake_of(row: Any) -> Wake | None:
    """One row of a trace; None when it is no name with four whole numbers."""
    try:
        name, *stamps = row
    except (TypeError, ValueError):
        return None
    if len(stamps) != 4 or not all(type(stamp) is int for stamp in stamps):
        return None
    return Wake(str(name), *stamps)
