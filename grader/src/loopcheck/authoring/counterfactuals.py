"""Counterfactuals: what if one rule of the loop were another one? Each is a few lines on the reference, run beside it.

The other rule comes from the bank of wrong solutions, or from `solutions/counterfactuals/` where it is no mistake but a road
not taken. What must stay true: every number is the outcome of a run, the original and the other loop are given the same
tasks, and a loop that never comes back is ended by the recording's patience. They hold solutions: for instructors only.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import count, pairwise
from pathlib import Path
from typing import Any

from ..course import Course, CourseFiles
from ..timeline import Run, Timeline, record
from ..worker.inside.memory_package import MemoryPackage
from .bank import read_entry

Command = tuple[str, Any]
Tasks = Callable[[], Mapping[str, Iterator[Command]]]

_numbers = count()


def forever(*commands: Command) -> Iterator[Command]:
    """A task that begins again whenever it comes to its end."""
    while True:
        yield from commands


def beat_and_hog(period: int = 1000, chunk: int = 200) -> Mapping[str, Iterator[Command]]:
    """The two tasks of the demo."""
    return {"heartbeat": forever(("sleep", period)), "hog": forever(("burn", chunk))}


def finite_hog() -> Mapping[str, Iterator[Command]]:
    """A hog that ends after thirty burns."""
    return {"heartbeat": forever(("sleep", 1000)), "hog": iter([("burn", 200)] * 30)}


def three_beats() -> Mapping[str, Iterator[Command]]:
    """Three heartbeats that are always due together."""
    return {**{name: forever(("sleep", 1000)) for name in ("a", "b", "c")}, "hog": forever(("burn", 200))}


def coarse_hog() -> Mapping[str, Iterator[Command]]:
    """A hog of 300: no pass begins on the deadline."""
    return beat_and_hog(chunk=300)


@dataclass(frozen=True)
class Counterfactual:
    """A question, the file with the other rule (below `solutions/`), and the tasks that show what it does.

    The picture ends at `end` ms, where the first wake-up or two are over; the runs end at `until`, and do not end in an idle
    jump.
    """

    name: str
    question: str
    file: str
    tasks: Tasks
    until: int
    end: int


COUNTERFACTUALS = (
    Counterfactual(
        "drain",
        "What if a pass went on while anything is ready?",
        "wrong/run_once_drains_the_queue.py",
        beat_and_hog,
        60_000,
        1400,
    ),
    Counterfactual(
        "drain-finite",
        "And if the hog ended after thirty burns?",
        "wrong/run_once_drains_the_queue.py",
        finite_hog,
        6500,
        6000,
    ),
    Counterfactual(
        "budget",
        "What if a pass were given a budget of a hundred callbacks?",
        "wrong/run_once_drains_with_a_cap.py",
        beat_and_hog,
        60_000,
        20_000,
    ),
    Counterfactual(
        "timers-first",
        "What if expired timers went to the front of the queue?",
        "wrong/run_once_puts_timers_in_front_in_order.py",
        beat_and_hog,
        6000,
        1400,
    ),
    Counterfactual(
        "inline-waiter",
        "What if the future ran its waiter itself?",
        "wrong/set_result_runs_the_waiter_inline.py",
        beat_and_hog,
        6000,
        1400,
    ),
    Counterfactual(
        "one-timer-per-pass",
        "What if a pass expired one timer at most?",
        "wrong/run_once_expires_one_timer_per_pass.py",
        three_beats,
        6000,
        1800,
    ),
    Counterfactual(
        "absolute-deadlines",
        "What if the next period counted from the old deadline?",
        "wrong/suspend_keeps_an_absolute_schedule.py",
        beat_and_hog,
        6000,
        3400,
    ),
    Counterfactual(
        "deadline-order",
        "What if whoever is due earliest ran next?",
        "counterfactuals/run_once_runs_the_earliest_deadline_first.py",
        beat_and_hog,
        6000,
        1400,
    ),
    Counterfactual(
        "deadline-order-300",
        "And beside a hog of 300, where no pass begins on time?",
        "counterfactuals/run_once_runs_the_earliest_deadline_first.py",
        coarse_hog,
        6000,
        1800,
    ),
)
"""In the order of the study guide. The float clock is none of these: there the loop is the same, and only the unit differs."""


@dataclass(frozen=True)
class Outcome:
    """The reference and the other loop, on the same tasks."""

    counterfactual: Counterfactual
    idea: str
    original: Run
    other: Run

    @property
    def timeline(self) -> Timeline:
        return Timeline(self.counterfactual.question, [self.original, self.other], self.counterfactual.end)


@contextmanager
def importable(sources: Mapping[str, bytes]) -> Iterator[str]:
    """The name under which these modules can be imported meanwhile."""
    name = f"loopcheck_counterfactual_{next(_numbers)}"
    finder = MemoryPackage(name, sources)
    sys.meta_path.insert(0, finder)
    try:
        yield name
    finally:
        sys.meta_path.remove(finder)
        for module in [each for each in sys.modules if each.partition(".")[0] == name]:
            del sys.modules[module]


def outcome(counterfactual: Counterfactual, root: Path, course: Course) -> Outcome:
    """Run it. CourseError when the file with the other rule is not in order."""
    reference = CourseFiles(root).package_sources(course)
    entry = read_entry(root / "solutions" / counterfactual.file, course, reference)

    def run(sources: Mapping[str, bytes], label: str) -> Run:
        with importable(sources) as package:
            return record(counterfactual.tasks(), counterfactual.until, 2, label, package)

    idea = entry.idea.partition("\n\n")[0]
    return Outcome(counterfactual, idea, run(reference, "As it is"), run(entry.sources, idea))


def float_clock(root: Path, course: Course, hops: int, wakes: int = 9) -> list[tuple[float, ...]]:
    """The four stamps of each wake-up when the unchanged reference counts seconds in floats: period 1.0, hog 0.2."""
    with importable(CourseFiles(root).package_sources(course)) as package:
        loop = import_module(f"{package}.loop").EventLoop(hops)
        loop.create_task(forever(("sleep", 1.0)), "heartbeat")
        loop.create_task(forever(("burn", 0.2)), "hog")
        while len(loop.trace) < wakes:
            loop.run_once()
        return [tuple(row[1:]) for row in loop.trace]


def periods(run: Run, name: str = "heartbeat") -> list[int]:
    """The times from one wake-up of a task to its next one."""
    return [after.ran - before.ran for before, after in pairwise(wake for wake in run.wakes if wake.task == name)]
