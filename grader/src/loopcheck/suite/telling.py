"""How a wrong answer is told: what was asked, up to the place where it went wrong, and what the submission did there.

What must stay true: a student reads a few lines, not the whole protocol; the first wrong line or stamp is marked; and the
right one stands beside it in the `full` account alone. The instructor's account is cut only where a forged answer is long.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from ..probes.bonus import Experiment, experiment_words
from ..probes.program import Op, Program, ProgramFacts
from ..probes.schedule import Schedule, ScheduleFacts
from ..probes.tables import (
    Row,
    first_difference,
    first_divergence,
    log_lines,
    log_table,
    log_words,
    op_words,
    program_words,
    schedule_words,
    trace_table,
)
from ..worker.protocol import Probe

WIDTH = 78
MOST_LINES = 60
"""Lines of one answer that the instructor sees: a right one has far fewer, and a forged one may have thousands."""
LOOKS = ("done", "expired", "armed", "due", "idle")
REST = "  ... (the rest comes after the first difference)"


def asked_words(probe: Probe) -> str:
    """What was asked, all of it."""
    if isinstance(probe, Experiment):
        return experiment_words(probe)
    return program_words(probe) if isinstance(probe, Program) else schedule_words(probe)


def schedule_told(schedule: Schedule, got: ScheduleFacts, want: Sequence[Row], *, tell: bool) -> str:
    """A schedule, and its trace around the first wrong row."""
    return f"We ran this:\n{schedule_words(schedule)}\nThe trace of your loop:\n{trace_told(got.rows, want, tell=tell)}"


def trace_told(got: Sequence[Row], want: Sequence[Row], *, tell: bool) -> str:
    """A trace around its first wrong row, and what is wrong there."""
    why = _why(got, want)
    table = trace_table(got, want, tell=tell)
    return f"{table}\n{_wrapped(f'First wrong: {why}.')}" if why else table


def _why(got: Sequence[Row], want: Sequence[Row]) -> str:
    """What the first wrong row is: one that should not be there, or one with a wrong stamp, which is named."""
    where = first_divergence(got, want)
    if where is None or where.row >= len(got):
        return ""
    row = got[where.row]
    if any(list(row[:2]) == list(earlier[:2]) for earlier in got[: where.row]):
        return "this sleep was recorded before"
    if None in row:
        return "a stamp is None, so the task ran although its timer had not woken it"
    if list(row) in [list(right) for right in want[where.row + 1 :]]:
        return "a wake-up is missing before this one"
    return where.gap


def schedule_counts(got: ScheduleFacts, want: ScheduleFacts) -> str:
    """For the instructor: what a trace does not show."""
    return f"{_counts(got)}\nright: {_counts(want)}"


def program_told(program: Program, got: ProgramFacts, want: ProgramFacts, *, tell: bool) -> str:
    """A program up to the place where it went wrong, and what it did there: its log, or its trace if that is wrong as early."""
    lines, right = log_lines(got.log), log_lines(want.log)
    row_at, loop = _first_wrong_row(program, got, want)
    parts = [] if lines == right else [log_table(lines, right, tell=tell)]
    if loop is not None and (not parts or row_at <= first_difference(lines, right)):
        of = f" of loop {loop}" if len(got.rows) > 1 else ""
        parts = [f"The trace{of}:\n{trace_told(got.rows[loop], want.rows[loop], tell=tell)}"]
    if not parts and got.clocks != want.clocks:
        parts.append(_clocks(got) + (f" Right: {_clocks(want)}" if tell else ""))
    if got.raised:
        parts.append(f"It raised {got.raised[0]}.")
    if tell and want.raised and not got.raised:
        parts.append(f"Right: it raises {want.raised[0]}.")
    return "\n".join(["We did this:", *_asked_until(program, _begun(program, got, want)), *parts])


def program_in_full(program: Program, got: ProgramFacts, want: ProgramFacts) -> str:
    """For the instructor: everything that was asked, done and right."""
    return f"We did this:\n{program_words(program)}\nIt did this:\n{_all(got)}\nRight would be:\n{_all(want)}"


def _all(facts: ProgramFacts) -> str:
    lines = log_words(facts.log).split("\n")
    for number, rows in enumerate(facts.rows):
        lines += [f"  trace of loop {number}: {', '.join(str(value) for value in row)}" for row in rows[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = [f"  ... and {len(lines) - MOST_LINES} lines more"]
    lines.append(f"  {_clocks(facts)}")
    if facts.raised:
        lines.append(f"  it raised {facts.raised[0]}")
    return "\n".join(lines)


def _clocks(facts: ProgramFacts) -> str:
    return f"The clock ended at {', '.join(str(clock) for clock in facts.clocks)}."


def _counts(facts: ScheduleFacts) -> str:
    return f"clock {facts.clock}, resumptions per task {facts.resumed}, next timer due at {facts.next_timer}"


def _begun(program: Program, got: ProgramFacts, want: ProgramFacts) -> int:
    """How many operations had begun when the first difference showed; all of them where that cannot be said."""
    where = first_difference(log_lines(got.log), log_lines(want.log))
    if where == len(got.log) == len(want.log):
        where, _ = _first_wrong_row(program, got, want)
    if where >= len(got.log):
        return len(program.ops)
    kind, _, _, passed, _ = got.log[where]
    if passed:
        return _nth(program.ops, ("pass",), int(passed))
    if kind in LOOKS:
        return _nth(program.ops, ("look",), sum(event[0] in LOOKS for event in got.log[: where + 1]))
    later = next((int(event[3] or 0) for event in got.log[where:] if event[3]), 0)
    return _nth(program.ops, ("pass",), later) - 1 if later else len(program.ops)


def _first_wrong_row(program: Program, got: ProgramFacts, want: ProgramFacts) -> tuple[int, int | None]:
    """The event at which the first wrong row was recorded, past the end where that cannot be said; and its loop."""
    called = {op[1]: op[3] for op in program.ops if op[0] == "task" and op[3:]}
    places: list[tuple[int, int | None]] = []
    for loop, (mine, right) in enumerate(zip(got.rows, want.rows, strict=False)):
        wrong = first_divergence(mine, right)
        if wrong is not None:
            row = mine[wrong.row] if wrong.row < len(mine) else []
            here = (
                n
                for n, (what, name, clock, *_) in enumerate(got.log)
                if what == "resumed" and [called.get(name, name), clock] == [*row[:1], *row[-1:]]
            )
            places.append((next(here, len(got.log)), loop))
    return min(places, default=(len(got.log), None))


def _nth(ops: Sequence[Op], verbs: Sequence[str], count: int) -> int:
    """How many operations there are up to the one of these that has this number, it included."""
    places = [place for place, op in enumerate(ops) if op[0] in verbs]
    return places[count - 1] + 1 if 0 < count <= len(places) else len(ops)


def _asked_until(program: Program, begun: int) -> Iterator[str]:
    """The first operations of a program, a paragraph for each pass and what was done before it."""
    paragraph: list[str] = []
    passes, before, loop = 0, "", ""
    for op in program.ops[:begun]:
        verb = str(op[0])
        if before == "pass" and verb != "pass":
            yield _wrapped("; ".join(paragraph))
            paragraph = []
        if verb == "loop":
            loop = f"on loop {op[1]}{f' of hops={op[2]}' if op[2:] else ''}, "
            before = before if before != "pass" else ""
            continue
        passes += verb == "pass"
        words = op_words(op, program, passes)
        if verb == before and verb in SHORTER and not loop:
            words = words.removeprefix(SHORTER[verb])
        paragraph.append(loop + words)
        before, loop = verb, ""
    if paragraph:
        yield _wrapped("; ".join(paragraph))
    if begun < len(program.ops):
        yield REST


SHORTER = {"soon": "queue ", "later": "arm timer ", "look": "look: ", "task": "make task "}
"""What is not said again when the same is done several times in a row."""


def _wrapped(text: str) -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
