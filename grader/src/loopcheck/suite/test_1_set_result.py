"""Hidden checks of `Future.set_result`."""

from __future__ import annotations

from collections.abc import Sequence

from ..results import Disclosure
from ..worker.protocol import Setting
from . import aspects, programs_future
from .asking import OWN, TURNS, Exchange, check, exercise
from .judging import same

ALONE = Setting("alone", ("future",), by_hand=True, hand_loop=True)
pytestmark = exercise("set_result", OWN, TURNS, ALONE)


@check(programs_future.done_flags, Disclosure.ACTUAL_ONLY)
def test_set_result_marks_the_future_done(exchanges: Sequence[Exchange]) -> None:
    """`set_result` marks this future done, with or without a waiter, and no other one."""
    same(exchanges, aspects.events("done"))


@check(programs_future.queues, Disclosure.ACTUAL_ONLY)
def test_set_result_does_not_run_the_waiter(exchanges: Sequence[Exchange]) -> None:
    """`set_result` does not run the waiter itself: the waiter runs in the next pass of the loop."""
    same(exchanges, aspects.in_which_pass)


@check(programs_future.queues, Disclosure.ACTUAL_ONLY)
def test_set_result_queues_the_waiter_at_the_back(exchanges: Sequence[Exchange]) -> None:
    """The waiter goes to the back of the ready queue: behind what is there already, before what comes later."""
    same(exchanges, aspects.order)


@check(programs_future.without_waiter, Disclosure.ACTUAL_ONLY)
def test_set_result_needs_no_waiter(exchanges: Sequence[Exchange]) -> None:
    """With nobody waiting, `set_result` marks the future done and schedules nothing."""
    same(exchanges, aspects.events("ran", "done"))


@check(programs_future.second_calls, Disclosure.ACTUAL_ONLY)
def test_set_result_schedules_the_waiter_once(exchanges: Sequence[Exchange]) -> None:
    """The waiter is scheduled exactly once, even if `set_result` is called again."""
    same(exchanges, aspects.how_often)


@check(programs_future.own_waiters, Disclosure.ACTUAL_ONLY)
def test_set_result_wakes_its_own_waiter(exchanges: Sequence[Exchange]) -> None:
    """Each future wakes its own waiter, on its own loop: futures share nothing."""
    same(exchanges, aspects.events("ran"))


@check(programs_future.from_within, Disclosure.ACTUAL_ONLY)
def test_set_result_in_mid_pass_waits_for_the_next_pass(exchanges: Sequence[Exchange]) -> None:
    """A future that is resolved in the middle of a pass wakes its waiter in the next pass, not in this one."""
    same(exchanges, aspects.events("ran"))
