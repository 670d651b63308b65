"""The reference against CPython's own asyncio, run on a virtual clock of whole milliseconds.

The reference decides who is right, so it must not be its own judge. Only the moments at which a task ran are compared
here, on a sample; `_clock_resolution = 1` is what makes CPython's loop take a timer that is due this very millisecond.
"""

from __future__ import annotations

import asyncio
import selectors
from importlib import import_module
from itertools import product
from random import Random
from typing import Any

import pytest

from loopcheck.course import course_files, load_course
from loopcheck.probes.schedule import Schedule, run_schedule
from loopcheck.suite import schedules
from loopcheck.suite.expected import PACKAGE, load_reference

SAMPLE = tuple(product((500, 1000, 2500), (50, 90, 200, 400, 300), (1, 2), (1, 3)))[::2]
"""Period, chunk, hops, hogs."""

Ran = dict[str, list[int]]


class VirtualSelector(selectors.SelectSelector):
    """Does not block: the time for which it was asked to wait passes on the virtual clock."""

    now = 0

    def select(self, timeout: float | None = None) -> list[Any]:
        assert timeout is not None, "nothing is ready and nothing is armed: a real loop would wait for ever"
        self.now += max(0, round(timeout))
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """CPython's loop, whose time is the selector's."""

    def __init__(self) -> None:
        self.virtual = VirtualSelector()
        super().__init__(self.virtual)
        self._clock_resolution = 1

    def time(self) -> float:
        return self.virtual.now


async def asyncio_beat(loop: VirtualLoop, period: int, hops: int, ran: list[int]) -> None:
    """Two hops: `asyncio.sleep`. One hop: a future cannot do it, so `call_later` calls back and arms itself again."""
    if hops == 2:
        while True:
            await asyncio.sleep(period)
            ran.append(loop.virtual.now)

    def tick() -> None:
        ran.append(loop.virtual.now)
        loop.call_later(period, tick)

    loop.call_later(period, tick)


async def asyncio_hog(loop: VirtualLoop, chunk: int) -> None:
    while True:
        loop.virtual.now += chunk
        await asyncio.sleep(0)


def on_asyncio(schedule: Schedule) -> Ran:
    """When each heartbeat ran, on CPython's own loop."""
    loop = VirtualLoop()
    ran: Ran = {}
    try:
        tasks = []
        for task in schedule.tasks:
            ((kind, ms),) = task.commands
            if kind == "burn":
                tasks.append(loop.create_task(asyncio_hog(loop, ms)))
            else:
                ran[task.name] = []
                tasks.append(loop.create_task(asyncio_beat(loop, ms, schedule.hops, ran[task.name])))
        while loop.virtual.now < schedule.until:
            loop.stop()  # one pass
            loop.run_forever()
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
    finally:
        loop.close()
    return ran


def on_reference(schedule: Schedule) -> Ran:
    load_reference(course_files(), load_course())
    import_module(f"{PACKAGE}.loop")
    rows = run_schedule(schedule, PACKAGE).rows
    beats = [task.name for task in schedule.tasks if task.commands[0][0] == "sleep"]
    return {name: [int(row[4] or 0) for row in rows if row[0] == name] for name in beats}


def agree(schedule: Schedule) -> None:
    ours, theirs = on_reference(schedule), on_asyncio(schedule)
    for name, ran in ours.items():
        assert len(ran) >= 2, "a schedule that delivers nothing proves nothing"
        # Cancelling at the end lets asyncio run one more pass than we did.
        assert theirs[name][: len(ran)] == ran
        assert len(theirs[name]) <= len(ran) + 1


def test_the_sample_is_thirty_combinations() -> None:
    assert len(set(SAMPLE)) == 30
    assert {hops for _, _, hops, _ in SAMPLE} == {1, 2}


@pytest.mark.parametrize("combination", SAMPLE, ids=str)
def test_closed_form_schedules(combination: tuple[int, int, int, int]) -> None:
    period, chunk, hops, count = combination
    hogs = [schedules.hog(chunk, f"hog{number}") for number in range(count)]
    agree(Schedule([schedules.heartbeat(period), *hogs], 4 * (period + 3 * chunk * count), hops))


def test_schedules_in_any_order_of_creation() -> None:
    for schedule in schedules.mixed(Random("oracle")):
        agree(schedule)
