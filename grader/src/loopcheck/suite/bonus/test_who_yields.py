"""Hidden checks of `who_yields`: the loop that counts, and the plain scheduler that it is compared with."""

from __future__ import annotations

from collections.abc import Sequence

from ...results import Disclosure
from .. import aspects
from ..asking import Exchange, bonus, check
from ..judging import rows_differ, same
from . import programs_who_yields as programs

pytestmark = bonus(programs.UNIT)

NOT_BY_HEART = ("who_yields_counts_anything", "who_yields_schedules_workers")


@check(programs.starts, Disclosure.ACTUAL_ONLY)
def test_who_yields_starts_every_task(exchanges: Sequence[Exchange]) -> None:
    """Every task is started once, in order, also one that never yields, and one that ends at once."""
    same(exchanges, aspects.noted("task"))


@check(programs.io_only, Disclosure.ACTUAL_ONLY)
def test_who_yields_resumes_in_order(exchanges: Sequence[Exchange]) -> None:
    """In each round every task that has yielded is resumed once, in order, until all have ended."""
    same(exchanges, aspects.noted("task"))


@check(programs.one_slot, Disclosure.ACTUAL_ONLY)
def test_who_yields_gives_the_slot_to_one(exchanges: Sequence[Exchange]) -> None:
    """Of the tasks that wait for a CPU step, the first one gets the slot, the others wait for the next round."""
    same(exchanges, aspects.noted("task"))


@check(programs.more_slots, Disclosure.ACTUAL_ONLY)
def test_who_yields_with_more_slots(exchanges: Sequence[Exchange]) -> None:
    """With more slots, so many tasks can do a CPU step in one round."""
    same(exchanges, aspects.noted("task"))
    same(exchanges, aspects.noted("ticks", "overlap"))


@check(programs.calls, Disclosure.ACTUAL_ONLY)
def test_who_yields_drives_coroutines_that_await(exchanges: Sequence[Exchange]) -> None:
    """What a coroutine yields deep inside another one arrives at the loop, and an await by itself yields nothing."""
    same(exchanges, aspects.noted("task", "yields"))


@check(programs.one_slot, Disclosure.ACTUAL_ONLY)
def test_who_yields_counts_the_yields(exchanges: Sequence[Exchange]) -> None:
    """Each yield counts, the first one of each task too, and the end of a task is none."""
    same(exchanges, aspects.noted("yields"))


@check(programs.one_slot, Disclosure.ACTUAL_ONLY)
def test_who_yields_counts_the_rounds(exchanges: Sequence[Exchange]) -> None:
    """A round takes one tick, however many tasks are resumed in it."""
    same(exchanges, aspects.noted("ticks"))


@check(programs.starts, Disclosure.ACTUAL_ONLY)
def test_who_yields_charges_steps_before_the_first_yield(exchanges: Sequence[Exchange]) -> None:
    """Each step that a task does before its first yield takes one tick."""
    same(exchanges, aspects.noted("ticks"))


@check(programs.long_runs, Disclosure.ACTUAL_ONLY)
def test_who_yields_charges_long_runs(exchanges: Sequence[Exchange]) -> None:
    """A task that does several steps in one go takes one tick more for each step after its first."""
    same(exchanges, aspects.noted("ticks"))


@check(programs.blocking_calls, Disclosure.ACTUAL_ONLY)
def test_who_yields_charges_a_blocking_call(exchanges: Sequence[Exchange]) -> None:
    """A blocking call in one body costs everybody its whole length, and nothing overlaps it but its first step."""
    same(exchanges, aspects.noted("ticks", "overlap"))


@check(programs.long_runs, Disclosure.ACTUAL_ONLY)
def test_who_yields_counts_the_overlap(exchanges: Sequence[Exchange]) -> None:
    """In a round in which five tasks were resumed, four steps overlapped; steps after a task's first overlap nothing."""
    same(exchanges, aspects.noted("overlap"))


@check(programs.anything, Disclosure.SENTENCE)
def test_who_yields_counts_anything(exchanges: Sequence[Exchange]) -> None:
    """Random tasks of every kind give the right counts, and always: ticks + overlap = steps."""
    same(exchanges, aspects.noted("yields", "ticks", "overlap"))


@check(programs.workers, Disclosure.ACTUAL_ONLY)
def test_who_yields_schedules_workers(exchanges: Sequence[Exchange]) -> None:
    """The plain scheduler gives the right ticks and overlap for random tasks and slots."""
    same(exchanges, aspects.noted("ticks", "overlap"))


@check(programs.pairs, Disclosure.ACTUAL_ONLY)
def test_who_yields_both_ways_are_one_schedule(exchanges: Sequence[Exchange]) -> None:
    """With a yield at each step, the loop and the plain scheduler come to the same ticks and overlap."""
    for loop, workers in zip(exchanges[::2], exchanges[1::2], strict=True):
        same((loop, workers), aspects.noted("ticks", "overlap"))
        if aspects.noted("ticks", "overlap")(loop.want) != aspects.noted("ticks", "overlap")(workers.want):
            raise AssertionError("the reference's two ways differ")


@check(programs.pinned, Disclosure.FULL, counts_with=NOT_BY_HEART)
def test_who_yields_figures(exchanges: Sequence[Exchange]) -> None:
    """8 tasks of 10 steps: 80 yields, 31 ticks, 49 overlap at each step; 54, 36, 44 at I/O; 0, 80, 0 without; workers 31, 49."""
    *policies, workers = exchanges
    for exchange, counts in zip(policies, programs.PINNED_COUNTS, strict=True):
        want = [[what, count] for what, count in zip(("yields", "ticks", "overlap"), counts, strict=True)]
        rows_differ(exchange, [*_tasks_of(exchange), *want], lambda rows: rows[-3:])
    ticks, overlap = programs.PINNED_WORKERS
    rows_differ(workers, [["ticks", ticks], ["overlap", overlap]], list)


def _tasks_of(exchange: Exchange) -> list[list[object]]:
    """What the tasks noted: it is not what these figures are about."""
    return aspects.noted("task")(exchange.got)
