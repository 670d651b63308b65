"""Hidden checks of `what_runs_next`. Who is right is decided by Python's own asyncio, on a virtual clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ...probes.bonus import Experiment
from ...results import Disclosure
from .. import aspects
from ..asking import Exchange, bonus, check
from ..judging import answered, difference, rows_differ, same
from . import programs_what_runs_next as programs
from .oracle_what_runs_next import asyncio_rows, can_answer

pytestmark = [bonus(programs.UNIT), pytest.mark.timeout(0.3)]

NOT_BY_HEART = ("what_runs_next_is_what_asyncio_runs", "what_runs_next_starts_eager_tasks_at_once")


@check(programs.arguments, Disclosure.ACTUAL_ONLY)
def test_what_runs_next_calls_with_arguments(exchanges: Sequence[Exchange]) -> None:
    """Callbacks are called with the arguments that they were scheduled with, first in, first out; timers by deadline."""
    same(exchanges, aspects.noted("soon", "later"))


@check(programs.arguments, Disclosure.ACTUAL_ONLY)
def test_what_runs_next_moves_the_clock(exchanges: Sequence[Exchange]) -> None:
    """When nothing is ready the clock jumps to the next deadline, and an empty pass does nothing."""
    same(exchanges, lambda facts: [row[-1] for row in facts.rows])


@check(programs.queues, Disclosure.ACTUAL_ONLY)
def test_what_runs_next_leaves_new_callbacks_to_the_next_pass(exchanges: Sequence[Exchange]) -> None:
    """What a callback schedules waits for the next pass, also a timer that is due at once."""
    as_asyncio(exchanges)


@check(programs.timers, Disclosure.ACTUAL_ONLY)
def test_what_runs_next_puts_timers_behind_ready_work(exchanges: Sequence[Exchange]) -> None:
    """Timers expire in the order of their deadlines, the first armed first among equals, and go behind what is ready."""
    as_asyncio(exchanges)


@check(programs.tasks, Disclosure.ACTUAL_ONLY)
def test_what_runs_next_starts_tasks_lazily(exchanges: Sequence[Exchange]) -> None:
    """A task takes its first step when its turn in the queue comes, and after a bare yield it stands at the back."""
    as_asyncio(exchanges)


@check(programs.futures, Disclosure.ACTUAL_ONLY)
def test_what_runs_next_schedules_who_waits(exchanges: Sequence[Exchange]) -> None:
    """A result schedules all waiters and done-callbacks, in order; it runs none, and what is done is not waited for."""
    as_asyncio(exchanges)


@check(programs.joins, Disclosure.ACTUAL_ONLY)
def test_what_runs_next_gives_results_of_tasks(exchanges: Sequence[Exchange]) -> None:
    """A task is a future: whoever awaits it gets what its coroutine returned, and is scheduled when it has ended."""
    as_asyncio(exchanges)


@check(programs.eager_tasks, Disclosure.ACTUAL_ONLY)
def test_what_runs_next_starts_eager_tasks_at_once(exchanges: Sequence[Exchange]) -> None:
    """An eager task takes its first step before `create_task` returns, and may be done by then."""
    as_asyncio(exchanges)


@check(programs.anything, Disclosure.SENTENCE)
def test_what_runs_next_is_what_asyncio_runs(exchanges: Sequence[Exchange]) -> None:
    """Twenty random programs run in the order in which asyncio runs them."""
    as_asyncio(exchanges, column=2)


@check(programs.anything, Disclosure.SENTENCE)
def test_what_runs_next_at_the_time_of_asyncio(exchanges: Sequence[Exchange]) -> None:
    """In twenty random programs everything runs at the time at which asyncio runs it."""
    as_asyncio(exchanges)


@check(programs.pinned, Disclosure.FULL, counts_with=NOT_BY_HEART)
def test_what_runs_next_in_the_published_orders(exchanges: Sequence[Exchange]) -> None:
    """The published orders: call_soon, call_later(0), two tasks; an eager task; a greedy and a polite neighbour."""
    for exchange, (_, order) in zip(exchanges, programs.PINNED, strict=True):
        answered(exchange)
        got = [f"{row[0]} {row[1]}" for row in aspects.noted()(exchange.got)]
        if got != order.split(" / "):
            raise difference(exchange, exchange.want)
    as_asyncio(exchanges)


def as_asyncio(exchanges: Sequence[Exchange], column: int = 3) -> None:
    """The first columns of the notes are those of asyncio; where this Python's cannot say, of the reference."""
    for exchange in exchanges:
        probe: Any = exchange.probe
        want: Any = asyncio_rows(probe) if knows(probe) else aspects.noted()(exchange.want)
        rows_differ(exchange, want, lambda rows: [row[:column] for row in rows])


def knows(probe: Any) -> bool:
    return isinstance(probe, Experiment) and can_answer(probe)
