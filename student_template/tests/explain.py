"""What the checks ask, and what a student reads when the answer is wrong.

Each `expect_...` runs a small experiment on the student's code and compares what happened with what should have. When
they differ it raises `CheckFailed`, whose text is the whole account: an exception first, if there was one; then the
experiment in words, what happened beside what should happen, the first difference in one sentence, and the idea behind
it. `Blocked` says that a check could not ask its question at all.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from account import Blocked, NotWritten, error_words, fail
from differences import log_difference, log_view, trace_difference
from picture_option import about
from probes.plain import Raised, plain_error
from probes.program import Bench, Program, ProgramFacts, run_program
from probes.schedule import Schedule, ScheduleFacts, run_schedule
from probes.tables import log_lines, program_words, schedule_words, trace_table
from units import UNITS, Unit, is_written, runs_nothing, unit_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

BUDGET = 2_000
"""Resumptions after which a schedule is given up: each of a right loop needs less than 400."""


Experiment = tuple[Program, str]
"""A program, and the log or the wakes that it should leave."""


def require(unit: Unit) -> None:
    """Raise `Blocked` unless the functions that the checks of `unit` need are there."""
    for number in unit.needs:
        needed = UNITS[number - 1]
        try:
            written = is_written(needed)
            empty_call = runs_nothing(needed)
        except Exception as error:
            raised = plain_error(error)
            where = raised[2] or needed.module
            raise Blocked(f"mini_asyncio/{where} cannot be imported: {error_words(raised)}") from error
        if not written:
            raise NotWritten(needed.to_do, needed)
        if empty_call:
            raise Blocked(f"{needed.place} {empty_call}")


def expect_log(program: Program, want: str, why: str, or_else: Experiment | None = None, why_raised: str = "") -> None:
    """Run the program; its log must be `want`, one event per line. `or_else` is a second way to be right.

    `why` is the idea behind it. An exception is an account of its own: with one, only `why_raised` is told.
    """
    facts = run(program)
    got, right = log_lines(facts.log), _lines(want)
    if got == right and not facts.raised:
        return
    if or_else is not None:
        other = run(or_else[0])
        if log_lines(other.log) == _lines(or_else[1]) and not other.raised:
            return
    _stop_if_unwritten(facts.raised)
    if facts.raised and got == right[: len(got)]:
        fail(program_words(program), "", why_raised, raised=facts.raised, at=facts.at)
    happened, difference = log_view(got, right), log_difference(got, right)
    fail(program_words(program), happened, why, difference, facts.raised, facts.at, _endless_pass(facts))


def expect_wakes(program: Program, want: str, why: str, or_else: Experiment | None = None) -> None:
    """Run the program; the trace of its last loop must hold the wakes `want`, one per line: task and four stamps."""
    facts = run(program)
    got, right = _trace(facts), _rows(want)
    if got == right and not facts.raised:
        return
    if or_else is not None:
        other = run(or_else[0])
        if _trace(other) == _rows(or_else[1]) and not other.raised:
            return
    _stop_if_unwritten(facts.raised)
    if facts.raised and got == right[: len(got)]:
        fail(program_words(program), "", "", raised=facts.raised, at=facts.at)
    difference = trace_difference(got, right, whole_loop=False)
    words, note = program_words(program), _endless_pass(facts)
    fail(words, trace_table(got, right), why, difference, facts.raised, facts.at, note)


def expect_error(program: Program, kind: type[Exception], why: str) -> None:
    """Run the program; it must end in an exception of that kind, a subclass included."""
    program = _with_loop(program)
    bench = Bench(program)

    def all_of_it() -> None:
        for op in program.ops:
            bench.do(op)

    expect_error_from(all_of_it, kind, program_words(program), why)


def expect_error_from(call: Callable[[], object], kind: type[Exception], what: str, why: str) -> None:
    """`call` must end in an exception of that kind; `what` says in words what it does, indented by two."""
    try:
        call()
    except Exception as error:  # noqa: BLE001 - which exception it is, is the question
        if isinstance(error, kind):
            return
        raised = plain_error(error)
        _stop_if_unwritten(raised)
        fail(what, f"A {kind.__name__} should come out; another one did.", why, raised=raised)
    fail(what, f"A {kind.__name__} should come out; none did.", why)


def expect_trace(schedule: Schedule, want: str, why: str) -> None:
    """Run the schedule on the whole loop; its trace must hold the wakes `want`, one per line."""
    right = _rows(want)
    with about(schedule, right):
        got = run_whole(schedule).rows
        if got != right:
            difference = trace_difference(got, right, whole_loop=True)
            fail(schedule_words(schedule), trace_table(got, right), why, difference)


def expect_value(schedule: Schedule, name: str, got: object, want: object, why: str) -> None:
    """A number that was read off a schedule's trace."""
    if got != want:
        with about(schedule):
            fail(schedule_words(schedule), f"{name}\n  yours  {got}\n  right  {want}", why)


def run(program: Program) -> ProgramFacts:
    """Run a program. By hand it uses the student's own EventLoop, of which `run_once` is not called."""
    return run_program(_with_loop(program))


def run_whole(schedule: Schedule) -> ScheduleFacts:
    """Run a schedule, and give up early, in words, where the loop would spin for ever or a pass never ends."""
    with about(schedule):
        return _run_whole(schedule)


def _run_whole(schedule: Schedule) -> ScheduleFacts:
    _stop_if_loop_spins()
    facts = run_schedule(replace(schedule, budget=BUDGET))
    _stop_if_unwritten(facts.raised)
    words = schedule_words(schedule)
    if facts.runaway:
        index = facts.runaway[0]
        if not isinstance(index, int):
            fail(words, "The first pass ran none of the tasks, so `run` would never come back.", DRAINED)
        counts = ", ".join(f"{task.name} {n}" for task, n in zip(schedule.tasks, facts.resumed, strict=True))
        timer = "" if facts.next_timer is None else f" The timer due at {facts.next_timer} ms is still in the heap."
        account = f"The loop did not come back by itself, the check ended task {schedule.tasks[index].name}."
        fail(words, f"{account} Resumed so far: {counts}.{timer} Wakes recorded: {len(facts.rows)}.", DRAINED)
    if facts.raised:
        fail(words, f"Until then:\n{trace_table(facts.rows)}" if facts.rows else "", "", raised=facts.raised)
    return facts


DRAINED = (
    "A pass that runs the queue until it is empty (it drains it) never ends beside a task that always comes back."
    " One pass runs the callbacks that were ready when it began, and no others."
)


def new_loop() -> Any:
    """An EventLoop of the student's, for checks that use it directly."""
    _stop_if_loop_spins()
    return import_module("mini_asyncio.loop").EventLoop()


def _with_loop(program: Program) -> Program:
    """By hand, the student's own EventLoop is used, so that helpers that they added to it are there. A stand-in has its
    given members, should it not import, or should its queue hold something that only its own `run_once` can run."""
    if not program.by_hand:
        return program
    try:
        loop = import_module("mini_asyncio.loop").EventLoop(program.hops)
        loop.call_soon(lambda: None)
        can_be_worked_off = callable(loop.ready[0])
    except Exception:  # noqa: BLE001 - the checks of loop.py say what is wrong with it
        can_be_worked_off = False
    return program if can_be_worked_off else replace(program, hand_loop=True)


def _stop_if_unwritten(raised: Raised) -> None:
    """A NotImplementedError of a stub is no mistake, it is a thing to do."""
    if raised and raised[0] == "NotImplementedError":
        unit = unit_at(str(raised[2]), raised[3]) if isinstance(raised[3], int) else None
        raise NotWritten(unit.to_do if unit else f"not written yet: {error_words(raised)}", unit)


def _stop_if_loop_spins() -> None:
    """Single passes by themselves: `EventLoop.run` calls `run_once` again and again, so if a pass neither runs what
    is ready nor fires a timer that is due, it never comes back."""
    for program, missing in (
        (Program().soon("a").one_pass(), "one pass did not run the one callback that was ready"),
        (Program().later(0, "a").one_pass().one_pass(), "two passes did not fire a timer that is due exactly now"),
    ):
        facts = run_program(program)
        _stop_if_unwritten(facts.raised)
        if not facts.log and not facts.raised:
            first = "Exercise 4 comes first: tests/test_4_run_once.py"
            raise Blocked(f"run(until) would spin for ever: {missing}. {first}")


def _endless_pass(facts: ProgramFacts) -> str:
    if not facts.runaway:
        return ""
    return f"The pass did not come to an end by itself, the check stopped it at callback number {facts.runaway[1]}."


def _trace(facts: ProgramFacts) -> list[list[Any]]:
    return facts.rows[-1] if facts.rows else []


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines() if line.strip()]


def _rows(text: str) -> list[list[Any]]:
    return [[name, *map(int, stamps)] for name, *stamps in map(str.split, _lines(text))]


def periods(rows: Sequence[Sequence[Any]]) -> list[int]:
    """The times between one `ran` and the next, of a trace of one task."""
    ran = [row[4] if len(row) == 5 and isinstance(row[4], int) else -1 for row in rows]
    return [later - earlier for earlier, later in pairwise(ran)]


def burns_between_ticks(log: Iterable[Sequence[Any]]) -> list[int]:
    """How often task 1 was resumed between one resumption of task 0 and the next. `log` is `ScheduleFacts.log`."""
    counts: list[int] = []
    for task, _ in log:
        if task == 0:
            counts.append(0)
        elif counts:
            counts[-1] += 1
    return counts[:-1]
