"""A schedule: tasks given as lists of commands, run by the whole loop up to a horizon.

What must stay true: tasks are plain generators (`next` and `send(None)` must both work on them), commands are made by
the package's own `burn` and `sleep`, and resumptions are counted inside the generators' bodies, where the loop cannot
hide them. A step budget ends every task of a loop that never comes back from one pass; the facts then say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from .errors import ERRORS
from .plain import Plain, Raised, plain, plain_error, plain_rows

Command = list[Any]
"""`["burn", ms]`, `["sleep", ms]`, or `["raise", message]`: its first word is the name of the error in ERRORS."""

BUDGET = 20_000
"""Resumptions of all tasks together after which a schedule is given up: a right loop needs a tenth of it."""


@dataclass
class TaskSpec:
    """One task: its commands once, or over and over when `endless`."""

    name: str
    commands: list[Command]
    endless: bool = False


@dataclass
class Schedule:
    """What to run: the tasks in the order of their creation, the loop's hops, and the horizon in ms.

    `log` asks for every resumption, not only for their number. `budget` 0 means none: a pass that does not end is then
    ended from outside, or never.
    """

    tasks: list[TaskSpec]
    until: int
    hops: int = 2
    log: bool = False
    budget: int = BUDGET


@dataclass
class ScheduleFacts:
    """What happened. `log` holds `[task, clock]` per resumption; `runaway` is empty or `[task, resumptions]`;
    `[None, 0]` when the first pass ran none of the tasks.

    `next_timer` is the deadline of the earliest timer that is still armed, or None.
    """

    rows: list[list[Plain]] = field(default_factory=list)
    clock: Plain = None
    resumed: list[int] = field(default_factory=list)
    log: list[list[Plain]] = field(default_factory=list)
    next_timer: Plain = None
    runaway: list[Plain] = field(default_factory=list)
    raised: Raised = field(default_factory=list)


class _Meter:
    """Counts resumptions, and ends all tasks once the budget is used up. The flag is sticky: it outlives any `except`."""

    def __init__(self, schedule: Schedule, loop: Any) -> None:
        self.resumed = [0] * len(schedule.tasks)
        self.log: list[list[Plain]] = []
        self.runaway: list[Plain] = []
        self._left = schedule.budget or -1
        self._loop = loop
        self._wants_log = schedule.log

    def resume(self, index: int) -> bool:
        """Note one resumption; False when the task must end now."""
        self.resumed[index] += 1
        if self._wants_log and len(self.log) < BUDGET:
            self.log.append([index, plain(self._loop.clock)])
        self._left -= 1
        if self._left == 0:
            self.runaway = [index, self.resumed[index]]
        return not self.runaway


def run_schedule(schedule: Schedule, package: str = "mini_asyncio") -> ScheduleFacts:
    """Run it on the event loop of `package`. An exception ends the schedule and is one of the facts."""
    facts = ScheduleFacts()
    meter = None
    try:
        loop = import_module(f"{package}.loop").EventLoop(schedule.hops)
        make = import_module(f"{package}.commands")
        makers = {"burn": make.burn, "sleep": make.sleep, "raise": _error}
        meter = _Meter(schedule, loop)
        for index, task in enumerate(schedule.tasks):
            commands = [makers[kind](what) for kind, what in task.commands]
            loop.create_task(_body(commands, task.endless, index, meter.resume), task.name)
        try:
            # `run` makes this very pass first. A pass that runs nobody would keep it going for ever, and no budget ends that.
            loop.run_once()
            if any(meter.resumed):
                loop.run(schedule.until)
            else:
                meter.runaway = [None, 0]
        finally:
            facts.rows = plain_rows(loop.trace)
            facts.clock = plain(loop.clock)
            facts.next_timer = _next_timer(loop)
    except Exception as error:  # noqa: BLE001 - whatever the submission raises is a fact
        facts.raised = plain_error(error)
    if meter is not None:
        facts.resumed, facts.log, facts.runaway = meter.resumed, meter.log, meter.runaway
    return facts


def _body(commands: list[Any], endless: bool, index: int, resume: Callable[[int], bool]) -> Iterator[Any]:
    if not resume(index):
        return
    while True:
        for command in commands:
            if isinstance(command, Exception):
                raise command
            yield command
            if not resume(index):
                return
        if not endless:
            return


def _error(message: str) -> Exception:
    return ERRORS[message.split()[0]](message)


def _next_timer(loop: Any) -> Plain:
    try:
        return plain(min(entry[0] for entry in loop.timers))
    except Exception:  # noqa: BLE001 - the list is the submission's own; an empty or odd one is simply no timer
        return None
