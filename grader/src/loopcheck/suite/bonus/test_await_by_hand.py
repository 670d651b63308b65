"""Hidden checks of `await_by_hand`: an awaitable, its driver, the way through the loop, and two sleeps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from ...results import Disclosure
from .. import aspects
from ..asking import Exchange, bonus, check
from ..judging import CheckFailedError, answered, difference, rows_differ, same
from . import programs_await_by_hand as programs

# Importing asyncio takes a good part of what a check has by default.
pytestmark = [bonus(programs.UNIT), pytest.mark.timeout(0.4)]

NOT_BY_HEART = ("await_by_hand_asks", "await_by_hand_awaits_directly", "await_by_hand_awaits_tasks")
SOON = 8
"""Passes after the moment within which a sleeper must be awake: the loop's own trips, and some to spare for a task in a task."""
BEFORE_THE_LAST = 12
"""Turns that the neighbour may have less than there were passes: while sleepers start and end."""


@check(programs.questions, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_asks(exchanges: Sequence[Exchange]) -> None:
    """`await Question(x)` hands x to whoever drives the coroutine, once."""
    same(exchanges, aspects.noted("send"))


@check(programs.questions, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_gets_the_answer(exchanges: Sequence[Exchange]) -> None:
    """What is sent is the value of the `await`, and the coroutine goes on to its end."""
    same(exchanges, aspects.noted("the await gives", "returned"))


@check(programs.driven, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_drives_to_the_end(exchanges: Sequence[Exchange]) -> None:
    """`drive` starts the coroutine, and sends one answer for each thing that was yielded, in order."""
    same(exchanges, aspects.noted("yields", "is sent"))


@check(programs.driven, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_keeps_what_was_yielded(exchanges: Sequence[Exchange]) -> None:
    """`drive` gives everything that was yielded, in order, and nothing else."""
    same(exchanges, aspects.noted("yielded"))


@check(programs.driven, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_finds_the_result(exchanges: Sequence[Exchange]) -> None:
    """`drive` gives what the coroutine returned: it arrives as the value of StopIteration."""
    same(exchanges, aspects.noted("result"))


@check(programs.driven_to_errors, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_lets_exceptions_out(exchanges: Sequence[Exchange]) -> None:
    """An exception of the coroutine comes out of `drive`."""
    same(exchanges, aspects.noted("its exception came out", "result"))


@check(programs.directly, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_awaits_directly(exchanges: Sequence[Exchange]) -> None:
    """A coroutine that is awaited directly runs at once: the loop hears of it only when the coroutine itself yields."""
    same(exchanges, aspects.noted("make", "a", "b"))


@check(programs.as_tasks, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_awaits_tasks(exchanges: Sequence[Exchange]) -> None:
    """A coroutine that is awaited as a task goes through the loop, and each one is made when the last one has ended."""
    same(exchanges, aspects.noted("make", "a", "b"))


@check(programs.directly, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_gives_their_results(exchanges: Sequence[Exchange]) -> None:
    """What the coroutines returned is given as a list, in order."""
    same(exchanges, aspects.noted("results"))


@check(programs.as_tasks, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_gives_the_tasks_results(exchanges: Sequence[Exchange]) -> None:
    """What the tasks returned is given as a list, in order."""
    same(exchanges, aspects.noted("results"))


@check(programs.watcher_sleeps, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_watched_sleeps_are_never_short(exchanges: Sequence[Exchange]) -> None:
    """Whoever sleeps with a watcher is never awake before the time."""
    holds(exchanges, never_short)


@check(programs.watcher_sleeps, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_watched_sleeps_end_soon(exchanges: Sequence[Exchange]) -> None:
    """Whoever sleeps with a watcher is awake soon after the time, and everybody else gets on meanwhile."""
    holds(exchanges, ends_soon)


@check(programs.watcher_sleeps, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_watched_sleeps_wait_for_a_future(exchanges: Sequence[Exchange]) -> None:
    """Whoever sleeps with a watcher waits for a future, is not resumed before it is done, and no timer is used."""
    holds(exchanges, waits_for_a_future)


@check(programs.bare_sleeps, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_bare_sleeps_are_never_short(exchanges: Sequence[Exchange]) -> None:
    """Whoever sleeps without a future is never awake before the time."""
    holds(exchanges, never_short)


@check(programs.bare_sleeps, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_bare_sleeps_end_soon(exchanges: Sequence[Exchange]) -> None:
    """Whoever sleeps without a future is awake soon after the time, and everybody else gets on meanwhile."""
    holds(exchanges, ends_soon)


@check(programs.bare_sleeps, Disclosure.ACTUAL_ONLY)
def test_await_by_hand_bare_sleeps_need_nothing(exchanges: Sequence[Exchange]) -> None:
    """Whoever sleeps without a future only yields to the loop: no future, no task, no timer."""
    holds(exchanges, needs_nothing)


@check(programs.pinned, Disclosure.FULL, counts_with=NOT_BY_HEART)
def test_await_by_hand_figures(exchanges: Sequence[Exchange]) -> None:
    """7 goes out, 42 comes in, 23 is returned; three direct awaits beside a task b run a a a b, as tasks b a a a."""
    seven, directly, as_tasks = exchanges
    talk: list[list[Any]] = [
        ["called, and nothing has run"],
        ["send", None, "gives", 7],
        ["the await gives", 42],
        ["returned", 23],
    ]
    rows_differ(seven, talk, list)
    for exchange, order in ((directly, ["a", "a", "a", "b"]), (as_tasks, ["b", "a", "a", "a"])):
        answered(exchange)
        if [row[0] for row in aspects.noted("a", "b")(exchange.got)] != order:
            raise difference(exchange, exchange.want)


def holds(exchanges: Sequence[Exchange], rule: Callable[[dict[str, Any], list[Any]], bool]) -> None:
    """How long a sleep takes to the pass is a matter of style, so it is not compared: each must obey the rule."""
    for exchange in exchanges:
        answered(exchange)
        args: Any = exchange.probe
        if not rule(args.args, aspects.noted()(exchange.got)):
            raise CheckFailedError(
                difference(exchange, exchange.want).actual, detail=difference(exchange, exchange.want).full
            )


def slept(args: dict[str, Any], rows: list[Any]) -> list[tuple[int, int]]:
    """What each sleeper asked for, and how long it slept; ValueError unless there is one row for each."""
    found = {row[1]: row[3] for row in rows if row[0] == "sleeper"}
    if sorted(found) != list(range(len(args["delays"]))):
        raise ValueError("a row for each sleeper")
    return [(delay, found[number]) for number, delay in enumerate(args["delays"])]


def value(rows: list[Any], name: str) -> int:
    """The number of the row of that name."""
    return int(next(row[-1] for row in rows if row[0] == name))


def never_short(args: dict[str, Any], rows: list[Any]) -> bool:
    return all(took >= delay for delay, took in slept(args, rows))


def ends_soon(args: dict[str, Any], rows: list[Any]) -> bool:
    """Each within a few passes, and the neighbour had its turns meanwhile."""
    least = max(args["delays"]) // args["step"] - BEFORE_THE_LAST
    in_time = all(took <= delay + SOON * args["step"] for delay, took in slept(args, rows))
    return in_time and value(rows, "turns of the neighbour") >= least


def _of_each(rows: list[Any], name: str) -> list[int]:
    return [row[2] for row in rows if row[0] == name]


def waits_for_a_future(args: dict[str, Any], rows: list[Any]) -> bool:
    futures, bare = _of_each(rows, "futures of"), _of_each(rows, "bare yields of")
    return len(futures) == len(args["delays"]) and min(futures) > 0 and not any(bare) and not value(rows, "timers")


def needs_nothing(args: dict[str, Any], rows: list[Any]) -> bool:
    futures, bare = _of_each(rows, "futures of"), _of_each(rows, "bare yields of")
    made = value(rows, "timers") + value(rows, "tasks")
    return len(bare) == len(args["delays"]) and min(bare) > 0 and not any(futures) and not made
