"""What the checks ask, and what a student reads when the answer is wrong.

Each `expect_...` runs a small experiment on the student's code and compares what happened with what should have. When
they differ it raises `CheckFailed`, whose text is the whole account: the experiment in words, what happened beside what
should happen, and the idea behind it. `Blocked` says that a check could not ask its question at all.
"""

from __future__ import annotations

import linecache
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from picture_option import about
from probes.plain import Raised, plain_error
from probes.program import Bench, Program, ProgramFacts, run_program
from probes.schedule import Schedule, ScheduleFacts, run_schedule
from probes.tables import first_divergence, log_lines, log_table, program_words, schedule_words, trace_table
from units import UNITS, Unit, is_written, unit_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

PACKAGE = Path(__file__).resolve().parent.parent / "mini_asyncio"
BUDGET = 2_000
"""Resumptions after which a schedule is given up: each of a right loop needs less than 400."""


class CheckFailed(pytest.fail.Exception):  # type: ignore[name-defined,misc]  # mypy sees no attribute of a function
    """A wrong answer. Its text is what the student reads; pytest adds no traceback to it, and spends no time on one."""

    def __init__(self, text: str) -> None:
        super().__init__(text, pytrace=False)


class Blocked(CheckFailed):
    """The question could not be asked: a function is not written, or a module cannot be imported."""


class NotWritten(Blocked):
    """A function is still a stub; `unit` is the one whose exercise it is, when that is known."""

    def __init__(self, text: str, unit: Unit | None = None) -> None:
        super().__init__(text)
        self.unit = unit


Experiment = tuple[Program, str]
"""A program, and the log or the wakes that it should leave."""


def require(unit: Unit) -> None:
    """Raise `Blocked` unless the functions that the checks of `unit` need are there."""
    for number in unit.needs:
        needed = UNITS[number - 1]
        try:
            written = is_written(needed)
        except Exception as error:
            raised = plain_error(error)
            where = raised[2] or needed.module
            raise Blocked(f"mini_asyncio/{where} cannot be imported: {error_words(raised)}") from error
        if not written:
            raise NotWritten(needed.to_do, needed)


def expect_log(program: Program, want: str, why: str, or_else: Experiment | None = None) -> None:
    """Run the program; its log must be `want`, one event per line. `or_else` is a second way to be right."""
    facts = run(program)
    right = _lines(want)
    if _log(facts) == right and not facts.raised:
        return
    if or_else is not None:
        other = run(or_else[0])
        if _log(other) == _lines(or_else[1]) and not other.raised:
            return
    _stop_if_unwritten(facts.raised)
    fail(program_words(program), log_table(_log(facts), right), why, facts.raised, _endless_pass(facts))


def expect_wakes(program: Program, want: str, why: str, or_else: Experiment | None = None) -> None:
    """Run the program; the trace of its last loop must hold the wakes `want`, one per line: task and four stamps."""
    facts = run(program)
    right = _rows(want)
    if _trace(facts) == right and not facts.raised:
        return
    if or_else is not None:
        other = run(or_else[0])
        if _trace(other) == _rows(or_else[1]) and not other.raised:
            return
    _stop_if_unwritten(facts.raised)
    _fail_with_trace(program_words(program), _trace(facts), right, why, facts.raised, _endless_pass(facts))


def expect_error(program: Program, kind: type[Exception], why: str) -> None:
    """Run the program; it must end in an exception of that kind, a subclass included."""
    program = _with_loop(program)
    bench = Bench(program)
    try:
        for op in program.ops:
            bench.do(op)
    except Exception as error:  # noqa: BLE001 - which exception it is, is the question
        if isinstance(error, kind):
            return
        raised = plain_error(error)
        _stop_if_unwritten(raised)
        fail(program_words(program), f"A {kind.__name__} should leave `step`; another one did.", why, raised)
    fail(program_words(program), f"A {kind.__name__} should leave `step`; none did.", why)


def expect_error_from(call: Callable[[], object], kind: type[Exception], what: str, why: str) -> None:
    """`call` must end in an exception of that kind; `what` says in words what it does."""
    try:
        call()
    except Exception as error:  # noqa: BLE001 - which exception it is, is the question
        if isinstance(error, kind):
            return
        _stop_if_unwritten(plain_error(error))
        fail(f"  {what}", f"A {kind.__name__} should come out; another one did.", why, plain_error(error))
    fail(f"  {what}", f"A {kind.__name__} should come out; none did.", why)


def expect_trace(schedule: Schedule, want: str, why: str) -> None:
    """Run the schedule on the whole loop; its trace must hold the wakes `want`, one per line."""
    right = _rows(want)
    with about(schedule, right):
        facts = run_whole(schedule, why)
        if facts.rows != right:
            _fail_with_trace(schedule_words(schedule), facts.rows, right, why)


def expect_value(schedule: Schedule, name: str, got: object, want: object, why: str) -> None:
    """A number that was read off a schedule's trace."""
    if got != want:
        with about(schedule):
            fail(schedule_words(schedule), f"{name}\n  yours  {got}\n  right  {want}", why)


def run(program: Program) -> ProgramFacts:
    """Run a program. By hand it uses the student's own EventLoop, of which `run_once` is not called."""
    return run_program(_with_loop(program))


def run_whole(schedule: Schedule, why: str) -> ScheduleFacts:
    """Run a schedule, and give up early, in words, where the loop would spin for ever or a pass never ends."""
    with about(schedule):
        return _run_whole(schedule, why)


def _run_whole(schedule: Schedule, why: str) -> ScheduleFacts:
    _stop_if_loop_spins()
    facts = run_schedule(replace(schedule, budget=BUDGET))
    _stop_if_unwritten(facts.raised)
    words = schedule_words(schedule)
    if facts.runaway:
        index = facts.runaway[0]
        name = schedule.tasks[index if isinstance(index, int) else 0].name
        counts = ", ".join(f"{task.name} {n}" for task, n in zip(schedule.tasks, facts.resumed, strict=True))
        timer = "" if facts.next_timer is None else f" The timer due at {facts.next_timer} ms is still in the heap."
        account = f"The loop did not come back by itself, the check ended task {name}. Resumed so far: {counts}."
        fail(words, account + timer + f" Wakes recorded: {len(facts.rows)}.", DRAINED)
    if facts.raised:
        fail(words, trace_table(facts.rows), why, facts.raised)
    return facts


DRAINED = (
    "A pass that runs the queue until it is empty (it drains it) never ends beside a task that always comes back."
    " One pass runs the callbacks that were ready when it began, and no others."
)


def new_loop() -> Any:
    """An EventLoop of the student's, for checks that use it directly."""
    _stop_if_loop_spins()
    return import_module("mini_asyncio.loop").EventLoop()


def fail(experiment: str, happened: str, why: str, raised: Raised | None = None, note: str = "") -> NoReturn:
    """Raise `CheckFailed` with the whole account."""
    parts = ["The experiment:", experiment, _filled(happened) if "\n" not in happened else happened]
    if raised:
        parts.append(_filled(f"Your code raised {error_words(raised)}"))
        parts += source_line(raised)
    if note:
        parts.append(_filled(note))
    raise CheckFailed("\n".join([*parts, _filled(f"Why: {why}")]))


def error_words(raised: Raised) -> str:
    """An exception in one sentence, with its place in the student's code."""
    kind, message, module, line, *_ = raised
    if module and isinstance(message, str):
        message = message.removesuffix(f" ({module}, line {line})")  # a SyntaxError says it itself
    place = f" (mini_asyncio/{module}, line {line})" if module else ""
    return f"{kind}: {message}{place}" if message else f"{kind}{place}"


def source_line(raised: Raised) -> list[str]:
    """The line of the student's code that raised, when it can be read."""
    module, line = raised[2:4]
    text = linecache.getline(str(PACKAGE / str(module)), line).strip() if isinstance(line, int) else ""
    return [f"  {module}:{line}:  {text}"] if text else []


def _filled(text: str) -> str:
    return fill(text, 79, subsequent_indent="  ", break_on_hyphens=False)


def _fail_with_trace(
    experiment: str,
    got: list[list[Any]],
    want: list[list[Any]],
    why: str,
    raised: Raised | None = None,
    note: str = "",
) -> NoReturn:
    where = first_divergence(got, want)
    gap = f"The first wrong stamp is {where.gap}." if where and where.gap else ""
    fail(experiment, trace_table(got, want), why, raised, note or gap)


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


def _log(facts: ProgramFacts) -> list[str]:
    return log_lines(facts.log)


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
