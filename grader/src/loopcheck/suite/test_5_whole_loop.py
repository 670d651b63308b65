"""Hidden checks of the whole loop: random schedules first, since whoever only replays the public figures fails there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from ..probes.schedule import Schedule, ScheduleFacts
from ..results import Disclosure
from ..worker.protocol import Setting
from . import aspects, closed_form, schedules
from .asking import OWN, Exchange, check, exercise
from .judging import CheckFailedError, answered, difference, exception_words, rows_differ, same
from .telling import asked_words

WHOLE = Setting("whole loop", ("loop",))
pytestmark = exercise("whole_loop", WHOLE, group="whole")

PASSES_END = ("a_pass_of_tasks_ends",)
NOT_BY_HEART = ("random_schedules_leave_the_right_trace", "random_schedules_run_in_the_right_order")


@check(schedules.short, Disclosure.ACTUAL_ONLY, counts_with=NOT_BY_HEART)
@pytest.mark.exercise("whole_loop", settings=(OWN,), group="functions")
def test_a_pass_of_tasks_ends(exchanges: Sequence[Exchange]) -> None:
    """With tasks that never end, a pass still ends, and each task gets its turn."""
    same(exchanges, lambda facts: [count > 1 for count in facts.resumed])


@check(schedules.random_schedules, Disclosure.SENTENCE, requires=PASSES_END)
def test_random_schedules_leave_the_right_trace(exchanges: Sequence[Exchange]) -> None:
    """Sixty random schedules of tasks that burn and sleep leave the right trace: every wake, all four stamps."""
    same(exchanges, aspects.rows)


@check(schedules.random_schedules, Disclosure.SENTENCE, requires=PASSES_END)
def test_random_schedules_run_in_the_right_order(exchanges: Sequence[Exchange]) -> None:
    """In sixty random schedules every task runs at the right time and in the right order."""
    same(exchanges, aspects.resumptions)


@check(schedules.pinned_two_hops, Disclosure.FULL, requires=PASSES_END, counts_with=NOT_BY_HEART)
def test_pinned_trace_with_two_hops(exchanges: Sequence[Exchange]) -> None:
    """Beside a 200 ms hog, a task that asks for 1000 ms is woken every 1400 ms with `hops=2`, as with `asyncio.sleep`."""
    rows_are(exchanges, [schedules.pinned_trace("two_hops")["rows"]])


@check(schedules.pinned_one_hop, Disclosure.FULL, requires=PASSES_END, counts_with=NOT_BY_HEART)
def test_pinned_trace_with_one_hop(exchanges: Sequence[Exchange]) -> None:
    """Beside a 200 ms hog, a task that asks for 1000 ms is woken every 1200 ms with `hops=1`, as with `call_later`."""
    rows_are(exchanges, [schedules.pinned_trace("one_hop")["rows"]])


@check(schedules.pinned_both, Disclosure.FULL, requires=PASSES_END, counts_with=NOT_BY_HEART)
def test_expiry_is_punctual_in_the_demo(exchanges: Sequence[Exchange]) -> None:
    """In the demo the heap notices every timer on the millisecond it was due: the lateness comes after that."""
    for exchange in exchanges:
        answered(exchange)
        if len(_rows(exchange)) < schedules.WAKES or any(row[1:2] != row[2:3] for row in _rows(exchange)):
            raise difference(exchange, exchange.want)


@check(schedules.burns_per_tick, Disclosure.ACTUAL_ONLY, requires=PASSES_END, counts_with=NOT_BY_HEART)
def test_hog_burns_between_ticks(exchanges: Sequence[Exchange]) -> None:
    """Between two ticks the hog burns 6 or 7 times at 200 ms, 5 or 6 at 300, 4 or 5 at 400: one more with the extra hop."""
    for exchange in exchanges:
        answered(exchange)
        got, want = _burns(exchange.got), _burns(exchange.want)
        if got != want:
            told = f"{_ran(exchange.probe)}\nBurns of the hog from tick to tick: "
            raise CheckFailedError(f"{told}{_listed(got)}.", detail=f"{told}{got}\nright: {want}")


@check(schedules.grid, Disclosure.ACTUAL_ONLY, requires=PASSES_END, counts_with=NOT_BY_HEART)
def test_closed_form_gives_the_period(exchanges: Sequence[Exchange]) -> None:
    """The period is (ceil(P/R) + hops) * R in 180 combinations of period, chunk, hops and number of hogs."""
    for exchange in exchanges:
        want = _grid_rows(exchange.probe)
        rows_differ(exchange, want, lambda rows: [row[4] for row in rows if len(row) == 5])


@check(schedules.grid, Disclosure.ACTUAL_ONLY, requires=PASSES_END, counts_with=NOT_BY_HEART)
def test_closed_form_gives_all_four_stamps(exchanges: Sequence[Exchange]) -> None:
    """In the same 180 combinations all four stamps of every wake are where the closed form puts them."""
    rows_are(exchanges, [_grid_rows(exchange.probe) for exchange in exchanges])


@check(schedules.chopped, Disclosure.ACTUAL_ONLY, requires=PASSES_END, counts_with=NOT_BY_HEART)
def test_chopping_finer_makes_it_less_late(exchanges: Sequence[Exchange]) -> None:
    """The same work in smaller chunks makes the heartbeat less late, from 1500 ms at chunks of 250 down to 1002 at 1."""
    rows_are(exchanges, [_grid_rows(exchange.probe) for exchange in exchanges])


@check(schedules.mixed, Disclosure.ACTUAL_ONLY, requires=PASSES_END, counts_with=NOT_BY_HEART)
def test_any_order_of_creation(exchanges: Sequence[Exchange]) -> None:
    """Several heartbeats and hogs, created in any order: each first wake and each period is right."""
    for exchange in exchanges:
        answered(exchange)
        for name, first, period in _beats(exchange.probe):
            ran = [row[4] for row in _rows(exchange) if row[:1] == [name]]
            want = [first + period * number for number in range(len([r for r in exchange.want.rows if r[0] == name]))]
            if ran != want:
                told = f"{_ran(exchange.probe)}\nTask {name} was woken at: "
                raise CheckFailedError(f"{told}{_listed(ran)}.", detail=f"{told}{ran}\nright: {want}")


@check(schedules.working, Disclosure.ACTUAL_ONLY, requires=PASSES_END)
def test_a_heartbeat_that_works(exchanges: Sequence[Exchange]) -> None:
    """A heartbeat that burns time of its own at each tick is late by one more pass, and by its own work."""
    same(exchanges, aspects.rows)


@check(schedules.finite_hog, Disclosure.ACTUAL_ONLY, requires=PASSES_END, counts_with=NOT_BY_HEART)
def test_a_hog_that_ends(exchanges: Sequence[Exchange]) -> None:
    """A hog of thirty chunks delays each wake while it lasts; after it, the heartbeat is punctual."""
    same(exchanges, aspects.rows)


@check(schedules.raising, Disclosure.ACTUAL_ONLY, requires=PASSES_END, counts_with=NOT_BY_HEART)
def test_run_lets_exceptions_out(exchanges: Sequence[Exchange]) -> None:
    """An exception that a task raises arrives where `run` was called: it is not swallowed."""
    for exchange in exchanges:
        answered(exchange, may_raise=True)
        schedule, got, want = exchange.probe, exchange.got, exchange.want
        if not (isinstance(schedule, Schedule) and isinstance(got, ScheduleFacts) and isinstance(want, ScheduleFacts)):
            raise TypeError("only schedules are run by the whole loop")
        alike = got.raised[:2] == want.raised[:2]
        if alike and not _went_on(schedule, got):
            continue
        ended = exception_words(got.raised) if got.raised else "`run` came back, and nothing was raised."
        if alike:
            ended = f"{ended}\nIt came too late: more passes were made after the task had raised it."
        told = f"{_ran(schedule)}\n{ended}"
        raise CheckFailedError(told, detail=f"{told}\nright: {want.raised[0]}, not caught")


@check(schedules.starving, Disclosure.ACTUAL_ONLY, counts_with=NOT_BY_HEART)
@pytest.mark.timeout(0.8)
def test_an_endless_hog_does_not_starve_the_timer(exchanges: Sequence[Exchange]) -> None:
    """An endless hog does not starve the timer: in a minute of the demo the heartbeat is woken 42 times."""
    for exchange in exchanges:
        answered(exchange)
        if len(_rows(exchange)) != len(exchange.want.rows):
            failure = difference(exchange, exchange.want)
            woken = f"The heartbeat was woken {len(_rows(exchange))} times.\n"
            raise CheckFailedError(*(woken + text for text in (failure.actual, failure.full, failure.detail)))


def rows_are(exchanges: Sequence[Exchange], wants: Sequence[list[list[Any]]]) -> None:
    """The whole trace of each schedule is the one given."""
    for exchange, want in zip(exchanges, wants, strict=True):
        rows_differ(exchange, want, list)


def _rows(exchange: Exchange) -> list[list[Any]]:
    return exchange.got.rows if isinstance(exchange.got, ScheduleFacts) else []


def _went_on(schedule: Schedule, facts: ScheduleFacts) -> bool:
    """Whether passes were made after the exception. What stood behind the task may have run all the same, to the end of its
    pass: once, and none of those that burn all the time and stood before it."""
    raiser = next(n for n, task in enumerate(schedule.tasks) if task.commands[-1][0] == "raise")
    order = [task for task, _ in facts.log]
    if raiser not in order:
        return False
    after = Counter(order[len(order) - order[::-1].index(raiser) :])
    slept = any(kind == "sleep" for kind, _ in schedule.tasks[raiser].commands)
    before = [n for n, task in enumerate(schedule.tasks) if task.commands[0][0] == "burn" and (slept or n < raiser)]
    return any(count > 1 or task in before for task, count in after.items())


def _grid_rows(probe: Any) -> list[list[Any]]:
    """What the closed form says of a heartbeat that was created before its hogs."""
    beat, *hogs = probe.tasks
    asked, pass_ms = beat.commands[0][1], sum(hog.commands[0][1] for hog in hogs)
    return _closed_form_rows(beat.name, asked, pass_ms, probe.hops, probe.until)


@cache
def _closed_form_rows(name: str, asked: int, pass_ms: int, hops: int, until: int) -> list[list[Any]]:
    """The same for every submission of a class."""
    count = until // closed_form.period(asked, pass_ms, hops)
    return [[name, *closed_form.stamps(asked, pass_ms, hops, number)] for number in range(count)]


def _beats(probe: Any) -> list[tuple[str, int, int]]:
    """Name, first wake and period of each heartbeat, by the closed form."""
    schedule: Schedule = probe
    pass_ms = sum(task.commands[0][1] for task in schedule.tasks if task.commands[0][0] == "burn")
    burned, found = 0, []
    for task in schedule.tasks:
        kind, ms = task.commands[0]
        if kind == "burn":
            burned += ms
        else:
            first = closed_form.first_wake(ms, pass_ms, schedule.hops, burned)
            found.append((task.name, first, closed_form.period(ms, pass_ms, schedule.hops)))
    return found


def _ran(schedule: Any) -> str:
    """The beginning of an account: what was asked."""
    return f"We ran this:\n{asked_words(schedule)}"


def _listed(numbers: Sequence[Any], most: int = 6) -> str:
    shown = ", ".join(map(str, numbers[:most])) or "never"
    return f"{shown} and so on" if len(numbers) > most else shown


def _burns(facts: Any) -> list[int]:
    """Resumptions of the hog between the heartbeat's, without those after the last one."""
    counts = [0]
    for task, _ in facts.log:
        if task == 0:
            counts.append(0)
        else:
            counts[-1] += 1
    return counts[1:-1]
