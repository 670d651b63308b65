"""Probes, answered by CPython's asyncio: the facts have the form of those that a student's loop gives, so they compare.

Some questions have no counterpart, because the course's loop is simpler than the real one *there*: `no_counterpart`
says which and why. What must stay true: the facts come from asyncio alone; of the probes only their data is used, and the
bench on which a program's operations are carried out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ..probes.plain import Plain
from ..probes.program import Bench, Op, Program, ProgramFacts
from ..probes.schedule import Schedule, ScheduleFacts, TaskSpec
from .kinds import Kind
from .mini import Command, EventLoop, Future

KEPT = "asyncio lets no exception out of a pass, and the course's loop does"
UNKNOWN = "asyncio's tasks yield futures, so there are no unknown commands"
BY_HAND = "it sets or records by hand what only the course's classes have"

NO_COUNTERPART = {"raise": KEPT, "yield": UNKNOWN, "asleep": BY_HAND, "suspend": BY_HAND}
"""Operations that asyncio has nothing for."""


def no_counterpart(probe: Schedule | Program) -> str:
    """Why asyncio cannot answer this probe; empty when it can."""
    if isinstance(probe, Schedule):
        return KEPT if any(kind == "raise" for task in probe.tasks for kind, _ in task.commands) else ""
    if probe.record_suspend or probe.hand_loop or probe.by_hand:
        return BY_HAND
    for ops in (probe.ops, *probe.bodies.values()):
        for verb in _verbs(ops):
            if verb in NO_COUNTERPART:
                return NO_COUNTERPART[verb]
    return ""


def _verbs(ops: list[Op]) -> Iterator[str]:
    for verb, *args in ops:
        yield verb
        if verb == "task":
            yield from _verbs(args[1])


def uses_tasks(probe: Schedule | Program) -> bool:
    """Whether asyncio's tasks take part, so that their implementation matters."""
    return _hops(probe) == 2 and (isinstance(probe, Schedule) or "task" in _verbs(probe.ops))


def _hops(probe: Schedule | Program) -> int:
    """Hops matter to sleepers only. Where nobody sleeps, asyncio's tasks can answer for either number of hops."""
    if isinstance(probe, Schedule):
        sleeps = any(kind == "sleep" for task in probe.tasks for kind, _ in task.commands)
    else:
        sleeps = any("sleep" in _verbs(ops) for ops in (probe.ops, *probe.bodies.values()))
    return probe.hops if sleeps else 2


def answer(probe: Schedule | Program, kind: Kind, *, first_armed_first: bool = True) -> ScheduleFacts | ProgramFacts:
    """What CPython's asyncio does when it is asked this."""
    if isinstance(probe, Schedule):
        return answer_schedule(probe, kind, first_armed_first=first_armed_first)
    bench = AsyncioBench(probe, kind, first_armed_first=first_armed_first)
    try:
        facts = bench.run()
        return replace(facts, log=list(facts.log))  # what runs while the loops are closed is not part of it
    finally:
        bench.close()


def answer_schedule(schedule: Schedule, kind: Kind, *, first_armed_first: bool = True) -> ScheduleFacts:
    """The facts of a schedule."""
    loop = EventLoop(_hops(schedule), kind, first_armed_first=first_armed_first)
    facts = ScheduleFacts(resumed=[0] * len(schedule.tasks))
    try:
        for index, task in enumerate(schedule.tasks):
            loop.create_task(_body(loop, task, index, facts, schedule.log), task.name)
        loop.run(schedule.until)
        facts.clock = loop.clock
        facts.next_timer = next((timer.when for timer in loop.armed), None)
        facts.rows = [list(wake) for wake in loop.trace]
        return replace(facts, resumed=list(facts.resumed), log=list(facts.log))  # as above
    finally:
        loop.close()


def equal_deadlines(schedule: Schedule, kind: Kind) -> bool:
    """Whether two of its timers are due at the same time: then they stand in the heap together, and asyncio leaves open
    which of them is first."""
    loop = EventLoop(_hops(schedule), kind)
    facts = ScheduleFacts(resumed=[0] * len(schedule.tasks))
    try:
        for index, task in enumerate(schedule.tasks):
            loop.create_task(_body(loop, task, index, facts, log=False), task.name)
        loop.run(schedule.until)
        deadlines = [timer.when for timer in loop.real.timers]
        return len(set(deadlines)) < len(deadlines)
    finally:
        loop.close()


def _body(loop: EventLoop, task: TaskSpec, index: int, facts: ScheduleFacts, log: bool) -> Iterator[Command]:
    """The commands of a task, with a note at each of its resumptions."""

    def resumed() -> None:
        facts.resumed[index] += 1
        if log:
            facts.log.append([index, loop.clock])

    resumed()
    while True:
        for kind, ms in task.commands:
            yield kind, ms
            resumed()
        if not task.endless:
            return


class AsyncioBench(Bench):
    """The bench for programs, with asyncio's loops and futures on it."""

    def __init__(self, program: Program, kind: Kind, *, first_armed_first: bool = True) -> None:
        super().__init__(program, package="")
        self.kind = kind
        self.first_armed_first = first_armed_first
        self.hops = _hops(program)

    def make_loop(self) -> EventLoop:
        hops = self.hops_of.get(self.current, self.hops)
        return EventLoop(hops, self.kind, first_armed_first=self.first_armed_first)

    def do_future(self, name: str) -> None:
        self.futures[name] = Future(self.here)

    def do_wait(self, future: str, name: str) -> None:
        self.futures[future].wait(self.callback(name))

    def do_resolve_again(self, future: str) -> None:
        with suppress(asyncio.InvalidStateError):
            self.futures[future].set_result()

    def do_task(self, name: str, script: list[Op], *called: str | None) -> None:
        self.here.create_task(self.task_body(name, script), called[0] if called else name)

    def task_body(self, name: str, script: list[Op]) -> Iterator[Any]:
        home, loop = self.current, self.here
        self.note("resumed", name, loop, len(loop.trace))
        for verb, *args in script:
            if verb in ("burn", "sleep"):
                yield verb, args[0]
                self.note("resumed", name, loop, len(loop.trace))
            else:
                self.within(home, [[verb, *args]])

    def do_look(self, what: str, name: str) -> None:
        loop = self.here
        if what == "idle":
            seen: Plain = int(loop.idle)
        elif what == "armed":
            seen = len(loop.armed)
        elif what == "due":
            seen = loop.armed[0].when if loop.armed else None
        else:
            super().do_look(what, name)
            return
        self.note(what, name, loop, seen)

    def close(self) -> None:
        """Close the loops."""
        for loop in self.loops.values():
            loop.close()
