"""What is asked of the model and of CPython's loop: schedules and programs, drawn from a seed where they are random.

What must stay true: no question depends on anything but its arguments, and schedules of the grid hold at least three full
periods, since a loop that delivers nothing would agree with a formula on nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from ..course import load_course
from ..probes.bonus import Experiment
from ..probes.schedule import Command, Schedule, TaskSpec
from ..session import SuiteSession
from ..suite import closed_form, schedules
from ..worker.protocol import LoopProbe as Probe

STEPS = (1, 5, 10, 50)
MOST_COMMANDS = 8

MOST_STEPS = 4000
"""Steps of all tasks after which a loop is stopped, so that nobody has to hang. A right loop needs half of it at most, of the
hidden suite's questions as well as of ours; of ours mostly less, and then the limit is tighter."""

Rows = list[list[Any]]


def pinned() -> list[tuple[Schedule, Rows]]:
    """The schedules of the pinned traces, each with the rows that its file holds."""
    found = []
    for name in ("two_hops", "one_hop"):
        data = schedules.pinned_trace(name)
        tasks = [schedules.heartbeat(data["period"]), schedules.hog(data["chunk"])]
        found.append((Schedule(tasks, data["until"], data["hops"], log=True, budget=MOST_STEPS), data["rows"]))
    return found


def grid() -> list[tuple[Schedule, Rows]]:
    """The 180 combinations of the closed form in three orders of creation, each with the rows that the formula gives: the
    heartbeat is made before its hogs, after them, and after the first of them (with one hog, the last two are the same)."""
    found = []
    for schedule in schedules.grid(Random()):
        beat, *hogs = schedule.tasks
        chunk, asked = hogs[0].commands[0][1], beat.commands[0][1]
        pass_ms = chunk * len(hogs)
        until = schedule.until + pass_ms  # what is made after a hog wakes for the first time up to one pass later
        for before in (0, len(hogs), 1):
            tasks = [*hogs[:before], beat, *hogs[before:]]
            rows = _formula(beat.name, asked, pass_ms, schedule.hops, before * chunk, until)
            found.append((_within_limits(Schedule(tasks, until, schedule.hops, log=True), pass_ms), rows))
    return found


def _formula(name: str, asked: int, pass_ms: int, hops: int, burned: int, until: int) -> Rows:
    """All wakes up to the horizon by the closed form, of a heartbeat that took its first step after `burned` ms."""
    rows: Rows = []
    deadline, ran = burned + asked, closed_form.first_wake(asked, pass_ms, hops, burned)
    while ran <= until:  # a wake ends its pass, so one at the horizon itself still belongs to it
        expired = ran - hops * pass_ms
        rows.append([name, deadline, expired, expired + pass_ms, ran])
        deadline, ran = ran + asked, ran + closed_form.period(asked, pass_ms, hops)
    return rows


def random_schedules(count: int, seed: int) -> Iterator[Schedule]:
    """Tasks that burn and sleep at random, some for ever: hogs of one chunk and of several, hogs that sleep, heartbeats
    that work, tasks that end. Every other schedule is of one hop. Small steps give deadlines of their own, large ones ties."""
    r = Random(f"verify/{seed}")
    for number in range(count):
        step = r.choice(STEPS)
        tasks = [_random_task(r, step, f"task{index}") for index in range(r.randrange(2, 6))]
        until = step * r.randrange(20, 200) if any(task.endless for task in tasks) else 10**6
        yield _within_limits(Schedule(tasks, until, 1 + number % 2, log=True), step)


def _within_limits(schedule: Schedule, step: int) -> Schedule:
    """With a limit of twice what a right loop can need: each step of a task that never ends takes at least `step` ms."""
    needed = sum(schedule.until // step + 2 if task.endless else len(task.commands) + 1 for task in schedule.tasks)
    return replace(schedule, budget=min(MOST_STEPS, 2 * needed + 10))


def _random_task(r: Random, step: int, name: str) -> TaskSpec:
    kinds = r.choice((("burn",), ("sleep",), ("burn", "sleep"), ("burn", "sleep")))
    commands: list[Command] = [
        [r.choice(kinds), step * r.randrange(1, 12)] for _ in range(r.randrange(1, MOST_COMMANDS + 1))
    ]
    return TaskSpec(name, commands, endless=r.randrange(3) == 0)


def asked_by_the_suite(seed: int) -> dict[str, list[Probe]]:
    """Everything that the hidden suite asks under this seed, by exercise. The suite is collected for it, and grades nobody.

    SessionError when it cannot be collected.
    """
    found: dict[str, list[Probe]] = {}
    with SuiteSession(seed, load_course().with_bonus()) as session:
        for question in session.plugin.suite.questions:
            probe = question.probe
            if isinstance(probe, Experiment):
                raise TypeError(f"{question.exercise} is no bonus exercise, and does not ask about a loop")
            if isinstance(probe, Schedule):
                probe = replace(probe, budget=MOST_STEPS)
            found.setdefault(question.exercise, []).append(probe)
    return found
