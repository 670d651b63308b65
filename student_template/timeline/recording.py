# Generated from grader/src/loopcheck/timeline/recording.py by `loopcheck author build`: edit it there.
"""Watching a loop while it works: its passes from a subclass, its tasks from inside their generators.

What must stay true: the loop that is watched may be wrong, and a recording ends all the same. Its tasks end when they have
been resumed too often, its passes when there were too many; what was seen until then is the recording.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

from .model import Burn, Run, Sleep, wake_of

PATIENCE = 4_000
"""Resumptions of all tasks together, and passes: more than a picture can show."""


class _GivenUpError(Exception):
    """The loop makes passes without end."""


class _Watch:
    """What was seen so far, and whether patience is used up."""

    def __init__(self, until: int, patience: int) -> None:
        self.until = until
        self.patience = patience
        self.burns: list[Burn] = []
        self.sleeps: list[Sleep] = []
        self.passes: list[int] = []
        self.resumed = 0
        self.in_one_pass = 0

    @property
    def lost(self) -> bool:
        return self.resumed > self.patience

    def begin_pass(self, clock: int) -> None:
        if len(self.passes) > self.patience:
            raise _GivenUpError
        self.passes.append(clock)
        self.in_one_pass = 0

    def body(self, name: str, commands: Iterable[Any], loop: Any) -> Iterator[Any]:
        """The task's own generator, with a note of each resumption and of each command."""
        for command in commands:
            self.resumed += 1
            self.in_one_pass += 1
            if self.lost:
                return
            kind, ms = command
            if loop.clock < self.until:
                if kind == "burn":
                    self.burns.append(Burn(name, loop.clock, ms))
                elif kind == "sleep":
                    self.sleeps.append(Sleep(name, loop.clock, ms))
            yield command


def record(
    tasks: Mapping[str, Iterable[Any]],
    until: int,
    hops: int = 2,
    label: str = "",
    package: str = "mini_asyncio",
    patience: int = PATIENCE,
) -> Run:
    """Run these tasks (name -> generator of commands) on the loop of `package` until `until` ms, and note what happens.

    It never raises what the loop raises: the recording ends there, and `ended` says why.
    """
    watch = _Watch(until, patience)
    loop: Any = None
    ended = ""
    try:
        loop = _watched(import_module(f"{package}.loop").EventLoop, watch)(hops)
        for name, commands in tasks.items():
            loop.create_task(watch.body(name, commands, loop), name)
        loop.run(until)
        if watch.lost:
            ended = f"The loop did not come back: {watch.in_one_pass} steps in one pass, then it was stopped."
    except _GivenUpError:
        ended = f"Given up after {patience} passes: they follow each other, and nothing moves the clock."
    except Exception as error:  # noqa: BLE001 - a loop under construction may raise anything
        ended = f"Your code raised {type(error).__name__}: {error}"
    rows = list(getattr(loop, "trace", ()))
    wakes = [wake for row in rows if (wake := wake_of(row)) is not None]
    if len(wakes) < len(rows) and not ended:
        ended = f"Left out, because they are no name and four whole numbers: {len(rows) - len(wakes)} wake-ups."
    return Run(
        label,
        tuple(tasks),
        tuple(watch.burns),
        tuple(watch.sleeps),
        tuple(wake for wake in wakes if wake.ran <= until),
        tuple(dict.fromkeys(clock for clock in watch.passes if clock < until)),
        ended,
    )


def _watched(kind: Any, watch: _Watch) -> Any:
    """The loop's class, with a note at the beginning of each pass."""

    class Watched(kind):  # type: ignore[misc]  # the class is the student's own
        def run_once(self) -> None:
            watch.begin_pass(self.clock)
            super().run_once()

    return Watched
