"""Hidden checks of `Task._suspend`."""

from __future__ import annotations

from collections.abc import Sequence

from ..results import Disclosure
from ..worker.protocol import Setting
from . import aspects, programs_task
from .asking import OWN, TURNS, Exchange, check, exercise
from .judging import same

BESIDE_OWN_FUTURE = Setting("hand loop", ("task",), by_hand=True, hand_loop=True)
BESIDE_FAKE_STEP_ON_OWN_LOOP = Setting("fake step, own loop", ("future", "loop"), by_hand=True, fakes=("step",))
BESIDE_FAKE_STEP = Setting("fake step", ("task",), by_hand=True, hand_loop=True, fakes=("step",))
BESIDE_FAKE_FUTURE = Setting("fake future", ("task",), by_hand=True, hand_loop=True, fakes=("future",))
ALONE = Setting("fake future and step", ("task",), by_hand=True, hand_loop=True, fakes=("future", "step"))
pytestmark = exercise(
    "suspend",
    OWN,
    TURNS,
    BESIDE_FAKE_FUTURE,
    BESIDE_FAKE_STEP_ON_OWN_LOOP,
    BESIDE_FAKE_STEP,
    BESIDE_OWN_FUTURE,
    ALONE,
)


ITSELF = ("suspend_arms_the_timer_itself",)
"""Without it, whatever puts the task to sleep is not `_suspend`."""


@check(programs_task.armed_timers, Disclosure.ACTUAL_ONLY, counts_with=ITSELF)
def test_suspend_arms_one_timer(exchanges: Sequence[Exchange]) -> None:
    """Each sleep arms exactly one timer, due `delay` ms from now."""
    same(exchanges, aspects.events("armed", "due"))


@check(programs_task.both_hops, Disclosure.ACTUAL_ONLY, counts_with=ITSELF)
def test_suspend_counts_from_now(exchanges: Sequence[Exchange]) -> None:
    """The deadline is the clock now plus the delay. After a late wake the next period counts from the wake."""
    same(exchanges, aspects.stamp(1))


@check(programs_task.both_hops, Disclosure.ACTUAL_ONLY, counts_with=ITSELF)
def test_suspend_notes_when_the_timer_expired(exchanges: Sequence[Exchange]) -> None:
    """The stamp `expired_at` is what the timer says."""
    same(exchanges, aspects.stamp(2))


@check(programs_task.both_hops, Disclosure.ACTUAL_ONLY, counts_with=ITSELF)
def test_suspend_notes_when_the_callback_fired(exchanges: Sequence[Exchange]) -> None:
    """The stamp `fired_at` is the clock at the moment at which the timer's callback runs."""
    same(exchanges, aspects.stamp(3))


@check(programs_task.one_hop, Disclosure.ACTUAL_ONLY, counts_with=ITSELF)
def test_suspend_with_one_hop_wakes_in_place(exchanges: Sequence[Exchange]) -> None:
    """With `hops == 1` the timer's callback resumes the task in place."""
    same(exchanges, aspects.who_when)


@check(programs_task.two_hops, Disclosure.ACTUAL_ONLY, counts_with=ITSELF)
def test_suspend_with_two_hops_costs_one_more_trip(exchanges: Sequence[Exchange]) -> None:
    """With `hops == 2` the task stands at the back of the ready queue once more, and runs in the next pass."""
    same(exchanges, aspects.who_when)


@check(programs_task.two_loops, Disclosure.ACTUAL_ONLY, counts_with=ITSELF)
def test_suspend_shares_nothing(exchanges: Sequence[Exchange]) -> None:
    """Sleeps of different tasks, and of different loops, have nothing to do with each other."""
    same(exchanges, aspects.program_rows)


@check(programs_task.by_itself, Disclosure.ACTUAL_ONLY)
def test_suspend_arms_the_timer_itself(exchanges: Sequence[Exchange]) -> None:
    """`_suspend` arms the timer itself, whoever calls it: `step` only hands it the delay."""
    same(exchanges, aspects.any_armed)
