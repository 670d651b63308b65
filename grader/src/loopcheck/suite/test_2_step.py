"""Hidden checks of `Task.step`."""

from __future__ import annotations

from collections.abc import Sequence

from ..results import Disclosure
from ..worker.protocol import Setting
from . import aspects, programs_task
from .asking import OWN, TURNS, Exchange, check, exercise
from .judging import raises_alike, same

BESIDE_FAKE_SUSPEND = Setting("fake suspend", ("task",), by_hand=True, hand_loop=True, fakes=("suspend",))
BESIDE_FAKE_FUTURE = Setting("fake future", ("task",), by_hand=True, hand_loop=True, fakes=("future",))
ALONE = Setting("alone", ("task",), by_hand=True, hand_loop=True, fakes=("future", "suspend"))
pytestmark = exercise("step", OWN, TURNS, BESIDE_FAKE_SUSPEND, BESIDE_FAKE_FUTURE, ALONE)


@check(programs_task.burns, Disclosure.ACTUAL_ONLY)
def test_step_resumes_the_generator_once(exchanges: Sequence[Exchange]) -> None:
    """One step resumes the generator exactly once."""
    same(exchanges, aspects.in_which_pass)


@check(programs_task.burns, Disclosure.ACTUAL_ONLY)
def test_step_adds_a_burn_to_the_clock(exchanges: Sequence[Exchange]) -> None:
    """A BURN moves the loop's clock on by its milliseconds, before anybody else runs."""
    same(exchanges, aspects.clocks)


@check(programs_task.burns, Disclosure.ACTUAL_ONLY)
def test_step_queues_a_burner_at_the_back(exchanges: Sequence[Exchange]) -> None:
    """After a BURN the task stands at the back of the ready queue, behind what was queued before."""
    same(exchanges, aspects.order)


@check(programs_task.sleep_among_burns, Disclosure.ACTUAL_ONLY)
def test_step_suspends_a_sleeper(exchanges: Sequence[Exchange]) -> None:
    """A SLEEP takes the task out of the ready queue until its time has come."""
    same(exchanges, aspects.who_when)


@check(programs_task.endings, Disclosure.ACTUAL_ONLY)
def test_step_lets_a_finished_task_end(exchanges: Sequence[Exchange]) -> None:
    """A generator that has ended ends its task quietly: no exception, no further step, and nothing of it is queued."""
    same(exchanges, lambda facts: (aspects.how_often(facts), aspects.idle(facts)))


@check(programs_task.wakes, Disclosure.ACTUAL_ONLY)
def test_step_records_the_wake(exchanges: Sequence[Exchange]) -> None:
    """A task that was asleep leaves one Wake in the trace: its name, and its own four stamps."""
    same(exchanges, aspects.program_rows)


@check(programs_task.own_time, Disclosure.ACTUAL_ONLY)
def test_step_records_the_wake_before_the_task_runs(exchanges: Sequence[Exchange]) -> None:
    """The Wake is recorded before any of the task's own code runs, and `ran_at` is the clock at that moment."""
    same(exchanges, aspects.rows_seen)
    same(exchanges, aspects.stamp(4))


@check(programs_task.sleep_among_burns, Disclosure.ACTUAL_ONLY)
def test_step_forgets_the_sleep(exchanges: Sequence[Exchange]) -> None:
    """A Wake is recorded once per sleep: the steps after it, and the steps before it, record none."""
    same(exchanges, aspects.rows_seen)


@check(programs_task.unknown_commands, Disclosure.ACTUAL_ONLY)
def test_step_rejects_unknown_commands(exchanges: Sequence[Exchange]) -> None:
    """A command of unknown kind raises ValueError."""
    for exchange in exchanges:
        raises_alike(exchange, ValueError.__name__)


@check(programs_task.task_errors, Disclosure.ACTUAL_ONLY)
def test_step_lets_other_exceptions_out(exchanges: Sequence[Exchange]) -> None:
    """Any other exception of the task leaves `step`: it is not swallowed, and arrives where the pass was started."""
    for exchange in exchanges:
        raises_alike(exchange, "")
