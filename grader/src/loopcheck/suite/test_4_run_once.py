"""Hidden checks of `EventLoop.run_once`."""

from __future__ import annotations

from collections.abc import Sequence

from ..results import Disclosure
from ..worker.protocol import Setting
from . import aspects, programs_loop
from .asking import OWN, Exchange, check, exercise
from .judging import raises_alike, same

ALONE = Setting("without tasks", ("loop",), fakes=("future", "task"))
pytestmark = exercise("run_once", OWN, ALONE)

NO_TIMERS = aspects.without("timer")
QUEUED_BY_TIMERS = aspects.not_in_the_next("timer", programs_loop.NEXT)


@check(programs_loop.idle_passes, Disclosure.ACTUAL_ONLY)
def test_run_once_does_nothing_when_there_is_nothing_to_do(exchanges: Sequence[Exchange]) -> None:
    """A pass with nothing ready and nothing due does nothing: no exception, no timer lost."""
    same(exchanges, lambda facts: (aspects.in_which_pass(facts), aspects.events("armed", "due")(facts), facts.clocks))


@check(programs_loop.queues, Disclosure.ACTUAL_ONLY)
def test_run_once_runs_what_is_ready_in_order(exchanges: Sequence[Exchange]) -> None:
    """A pass runs the callbacks that are ready, first come, first served, each of them once."""
    same(exchanges, lambda facts: aspects.order(NO_TIMERS(facts)))


@check(programs_loop.queues, Disclosure.ACTUAL_ONLY)
def test_run_once_leaves_new_callbacks_to_the_next_pass(exchanges: Sequence[Exchange]) -> None:
    """What a callback schedules waits for the next pass."""
    same(exchanges, lambda facts: (aspects.in_which_pass(NO_TIMERS(facts)), QUEUED_BY_TIMERS(facts)))


@check(programs_loop.repeaters, Disclosure.ACTUAL_ONLY)
def test_run_once_comes_back(exchanges: Sequence[Exchange]) -> None:
    """A pass ends, even if every callback queues itself again."""
    same(exchanges, aspects.in_which_pass)


@check(programs_loop.due_or_not, Disclosure.ACTUAL_ONLY)
def test_run_once_expires_what_is_due(exchanges: Sequence[Exchange]) -> None:
    """Every timer whose time has come expires in this pass, the one that is due this very millisecond included; no other."""
    same(exchanges, lambda facts: (aspects.in_which_pass(facts), aspects.events("armed", "due")(facts)))


@check(programs_loop.many_timers, Disclosure.ACTUAL_ONLY)
def test_run_once_expires_in_deadline_order(exchanges: Sequence[Exchange]) -> None:
    """Timers expire in the order of their deadlines, pass after pass, whatever the order in which they were armed."""
    same(exchanges, aspects.order)


@check(programs_loop.equal_deadlines, Disclosure.ACTUAL_ONLY)
def test_run_once_keeps_equal_deadlines_in_order(exchanges: Sequence[Exchange]) -> None:
    """Of two timers with the same deadline, the one that was armed first runs first."""
    same(exchanges, aspects.order)


@check(programs_loop.late_passes, Disclosure.ACTUAL_ONLY)
def test_run_once_stamps_the_clock(exchanges: Sequence[Exchange]) -> None:
    """`expired_at` is the clock at the moment at which the pass finds the timer due, not the timer's deadline."""
    same(exchanges, lambda facts: [(event[1], event[4]) for event in facts.log if event[0] in ("fired", "expired")])


@check(programs_loop.timers_and_queue, Disclosure.ACTUAL_ONLY)
def test_run_once_puts_timers_behind_ready_work(exchanges: Sequence[Exchange]) -> None:
    """The callback of an expired timer runs in this pass, behind everything that was ready before."""
    same(exchanges, aspects.of_names(("timer", "q")))


@check(programs_loop.due_in_mid_pass, Disclosure.ACTUAL_ONLY)
def test_run_once_looks_at_the_timers_once(exchanges: Sequence[Exchange]) -> None:
    """A timer that comes due while a pass is running waits for the next pass."""
    same(exchanges, aspects.of_names(("timer", "first", "armed", "q")))
    same(exchanges, aspects.events("armed"))


@check(programs_loop.clocks, Disclosure.ACTUAL_ONLY)
def test_run_once_never_moves_the_clock(exchanges: Sequence[Exchange]) -> None:
    """A pass never moves the clock; only the work that it runs does."""
    same(exchanges, aspects.clocks_seen)


@check(programs_loop.errors, Disclosure.ACTUAL_ONLY)
def test_run_once_lets_exceptions_out(exchanges: Sequence[Exchange]) -> None:
    """An exception of a callback leaves the pass: it is not swallowed."""
    for exchange in exchanges:
        raises_alike(exchange, "")
