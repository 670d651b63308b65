"""CPython's loop on a virtual clock: the clock, the stamps, the passes, the order of equal deadlines, the end."""

from __future__ import annotations

import asyncio
import doctest
import logging
from itertools import pairwise

import pytest

from loopcheck.oracle import virtual
from loopcheck.oracle.virtual import VirtualLoop


def beside_a_hog(loop: VirtualLoop, until: int) -> list[int]:
    """When a heartbeat of 1000 ms ran beside a hog of 200 ms."""
    ran: list[int] = []

    async def heartbeat() -> None:
        while True:
            await asyncio.sleep(1000)
            ran.append(loop.clock)

    async def hog() -> None:
        while True:
            loop.clock += 200
            await asyncio.sleep(0)

    loop.create_task(heartbeat())
    loop.create_task(hog())
    loop.run(until)
    found = list(ran)
    loop.shut_down()
    return found


def test_what_the_module_tells_is_what_happens() -> None:
    outcome = doctest.testmod(virtual)
    assert outcome.attempted >= 5
    assert outcome.failed == 0


def test_the_scheduler_is_the_one_of_every_asyncio_loop() -> None:
    inherited = asyncio.BaseEventLoop._run_once
    assert asyncio.SelectorEventLoop._run_once is inherited
    assert VirtualLoop.__mro__[1] is asyncio.BaseEventLoop


def test_all_four_stamps_of_the_pinned_schedule_are_seen() -> None:
    loop = VirtualLoop()
    ran = beside_a_hog(loop, 3000)
    stamps = [(timer.when, timer.expired_at, timer.fired_at) for timer in loop.timers]
    assert stamps[:2] == [(1000, 1000, 1200), (2400, 2400, 2600)]
    assert ran == [1400, 2800]


def test_a_resolution_of_zero_would_see_each_timer_one_pass_late() -> None:
    loop = VirtualLoop()
    loop._clock_resolution = 0
    ran = beside_a_hog(loop, 6500)
    assert {later - earlier for earlier, later in pairwise(ran)} == {1600}


def test_idle_time_passes_at_once_and_exactly() -> None:
    loop = VirtualLoop()
    seen: list[int] = []
    loop.call_later(123_456, lambda: seen.append(loop.clock))
    loop.run(until=10**6)
    loop.shut_down()
    assert seen == [123_456]
    assert loop.clock == 123_456, "with nobody left the loop stops, wherever the horizon is"


def test_parts_of_a_millisecond_are_refused_and_not_cut_off() -> None:
    loop = VirtualLoop()
    with pytest.raises(ValueError, match="whole milliseconds"):
        loop.call_later(0.5, lambda: None)
    loop.shut_down()


def test_one_pass_does_not_wait() -> None:
    loop = VirtualLoop()
    loop.call_later(50, lambda: None)
    loop.run_one_pass()
    assert loop.clock == 0
    assert loop.timers[0].expired_at is None
    loop.clock = 50
    loop.run_one_pass()
    assert (loop.timers[0].expired_at, loop.timers[0].fired_at) == (50, 50)
    loop.shut_down()


def test_a_loop_with_nothing_to_wait_for_says_so_instead_of_hanging() -> None:
    loop = VirtualLoop()
    with pytest.raises(RuntimeError, match="for ever"):
        loop.run_forever()
    loop.shut_down()


def test_a_cancelled_timer_never_fires() -> None:
    loop = VirtualLoop()
    handle = loop.call_later(10, lambda: None)
    loop.call_later(20, lambda: None)
    handle.cancel()
    loop.run(until=100)
    loop.shut_down()
    assert [(timer.expired_at, timer.fired_at) for timer in loop.timers] == [(None, None), (20, 20)]


@pytest.mark.parametrize("first_armed_first", [True, False])
def test_equal_deadlines(first_armed_first: bool) -> None:
    loop = VirtualLoop(first_armed_first=first_armed_first)
    order: list[int] = []
    for number in range(8):
        loop.call_later(10, order.append, number)
    loop.run(until=100)
    loop.shut_down()
    assert sorted(order) == list(range(8))
    # The heap alone compares deadlines, and does not keep the order of equal ones.
    assert (order == list(range(8))) is first_armed_first


def test_deadlines_that_know_their_number_are_still_ordered_by_time_first() -> None:
    loop = VirtualLoop()
    order: list[int] = []
    for delay in (30, 10, 20):
        loop.call_later(delay, order.append, delay)
    loop.run(until=100)
    loop.shut_down()
    assert order == [10, 20, 30]


def test_shutting_down_leaves_nobody_pending(caplog: pytest.LogCaptureFixture) -> None:
    loop = VirtualLoop()

    async def sleep_within() -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(asyncio.sleep(1000))
            await asyncio.shield(asyncio.sleep(500))

    task = loop.create_task(sleep_within())
    loop.run_one_pass()
    loop.run_one_pass()
    with caplog.at_level(logging.DEBUG, "asyncio"):
        loop.shut_down()
        del task
    assert all(task.done() for task in loop.tasks)
    assert len(loop.tasks) == 3
    assert loop.is_closed()
    assert not caplog.records
