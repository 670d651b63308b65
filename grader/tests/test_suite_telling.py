"""How a wrong answer is told: cut at the first difference, which is marked; and without `tell` nothing right beside it."""

from __future__ import annotations

import pytest

from loopcheck.probes.program import Event, Program, ProgramFacts
from loopcheck.probes.schedule import Schedule, ScheduleFacts, TaskSpec
from loopcheck.suite.telling import program_told, schedule_told, trace_told

LONG = Program().soon("a").soon("b", ["soon", "c"]).one_pass().clock(7).one_pass().loop(1).soon("d").one_pass()


def ran(*names: str, in_pass: int = 1) -> list[Event]:
    return [["ran", name, 0, in_pass, None] for name in names]


def told(got: list[Event], want: list[Event], *, tell: bool = False) -> str:
    return program_told(LONG, ProgramFacts(log=got), ProgramFacts(log=want), tell=tell)


def test_the_first_wrong_line_is_marked_and_what_was_asked_ends_there() -> None:
    assert told(ran("a", "b", "c"), [*ran("a", "b"), *ran("c", in_pass=2)]).split("\n") == [
        "We did this:",
        "  queue a; b (when it runs: queue c); pass 1: run_once()",
        "  ... (the rest comes after the first difference)",
        "What happened (>> is the first line that differs):",
        "       1  pass 1, 0 ms: a ran",
        "       2  pass 1, 0 ms: b ran",
        "  >>   3  pass 1, 0 ms: c ran",
    ]


def test_what_is_right_is_told_in_the_full_account_alone() -> None:
    got, want = ran("a"), [*ran("a"), *ran("b", in_pass=2)]
    assert "b ran" not in told(got, want)
    assert "(nothing more)" in told(got, want)
    assert "pass 2, 0 ms: b ran" in told(got, want, tell=True)


def test_where_something_is_missing_at_the_end_all_was_asked() -> None:
    assert told(ran("a"), ran("a", "b")).count("run_once()") == 3
    assert "on loop 1, queue d; pass 3: run_once()" in told(ran("a"), ran("a", "b"))


def test_a_trace_that_is_wrong_as_early_is_told_instead_of_the_log() -> None:
    log: list[Event] = [["resumed", "t", 0, 1, 0], ["resumed", "t", 9, 2, 1]]
    got = ProgramFacts(log=log, rows=[[["t", 5, 6, 8, 9]]])
    text = program_told(LONG, got, ProgramFacts(log=log, rows=[[["t", 5, 7, 8, 9]]]), tell=False)
    assert "*6*" in text
    assert "What happened" not in text
    assert "First wrong: the first gap, between asked for and expired" in text
    assert "7 " not in text.partition("The trace:")[2]


RIGHT = [["t", 1, 1, 2, 3], ["u", 2, 2, 3, 4], ["t", 5, 5, 6, 7]]


@pytest.mark.parametrize(
    ("got", "why"),
    [
        ([RIGHT[0], ["t", 1, 1, 2, 9]], "this sleep was recorded before"),
        ([RIGHT[0], ["u", 2, None, None, 4]], "a stamp is None"),
        ([RIGHT[0], RIGHT[2]], "a wake-up is missing before this one"),
        ([RIGHT[0], ["u", 2, 2, 3, 5]], "the third gap"),
        ([RIGHT[0], ["x", 2, 2, 3, 4]], "belongs to another task"),
    ],
)
def test_what_is_wrong_with_a_row_is_named(got: list[list[int | str | None]], why: str) -> None:
    assert why in " ".join(trace_told(got, RIGHT, tell=False).split())
    assert "right" not in trace_told(got, RIGHT, tell=False)
    assert "right" in trace_told(got, RIGHT, tell=True)


def test_a_schedule_says_what_was_run() -> None:
    schedule = Schedule([TaskSpec("t", [["burn", 5]] * 3), TaskSpec("u", [["sleep", 9]], endless=True)], 70, 1)
    text = schedule_told(schedule, ScheduleFacts(), RIGHT, tell=False)
    assert "  task t: 3 times burn 5\n  task u: sleep 9, for ever\n  on EventLoop(hops=1), run(70)\n" in text
    assert "(no wake-up)" in text
