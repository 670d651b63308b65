# Generated from grader/src/loopcheck/probes/tables.py by `loopcheck author build`: edit it there.
"""Facts as tables that people read: a trace with its first divergence, and the log of a program in words.

What must stay true: at most 80 columns, no colour needed, and without `tell`, or with `want` left out, not one expected value
appears.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from .plain import Plain
from .program import Event, Op, Program

if TYPE_CHECKING:
    from .schedule import Schedule

Row = Sequence[Plain]

STAMPS = ("task", "asked for", "expired", "fired", "ran")

GAPS = {
    "task": "the wake-up belongs to another task",
    "asked for": "the deadline: the moment of falling asleep plus the delay",
    "expired": "the first gap, between asked for and expired: when a pass looks at the heap, and what it stamps",
    "fired": "the second gap, between expired and fired: how long the timer's callback stands behind other ready work",
    "ran": "the third gap, between fired and ran: how long the task stands in the queue once more, behind its future",
}
"""What the first wrong stamp of a row is about."""


@dataclass(frozen=True)
class Divergence:
    """The first row that differs, and which of its values do. A row that is missing or too many has no `columns`."""

    row: int
    columns: tuple[int, ...] = ()

    @property
    def gap(self) -> str:
        """What the first wrong value is about; empty for a missing or superfluous row."""
        return GAPS[STAMPS[self.columns[0]]] if self.columns and self.columns[0] < len(STAMPS) else ""


def first_divergence(got: Sequence[Row], want: Sequence[Row]) -> Divergence | None:
    """Where two traces part; None when they are equal."""
    for index, (mine, right) in enumerate(zip(got, want, strict=False)):
        if list(mine) != list(right):
            width = max(len(mine), len(right))
            return Divergence(index, tuple(c for c in range(width) if _cell(mine, c) != _cell(right, c)))
    if len(got) != len(want):
        return Divergence(min(len(got), len(want)))
    return None


def _cell(row: Row, column: int) -> str:
    return "-" if column >= len(row) else str(row[column])


def trace_table(got: Sequence[Row], want: Sequence[Row] | None = None, before: int = 2, *, tell: bool = True) -> str:
    """The trace around its first divergence from `want`, wrong values between stars; without `want`, its first rows.
    With `tell` the right row stands below the wrong one."""
    where = first_divergence(got, want) if want is not None else None
    lines = [_line("", "wake", *STAMPS)]
    if want is None or where is None:
        shown = got[:6]
        lines += [_line("", str(index), *map(str, row)) for index, row in enumerate(shown, 1)]
        if len(got) > len(shown):
            lines.append(f"         ... and so on: {len(got)} wake-ups in all")
        return "\n".join(lines if got else [*lines, "         (no wake-up was recorded)"])
    start = max(0, where.row - before)
    lines += [_line("", str(index + 1), *map(str, got[index])) for index in range(start, where.row)]
    number = str(where.row + 1)
    if where.row < len(got):
        width = max(len(got[where.row]), len(STAMPS))
        cells = [_cell(got[where.row], c) for c in range(width)]
        marked = [f"*{cell}*" if c in where.columns else cell for c, cell in enumerate(cells)]
        lines.append(_line("yours", number, *marked))
    else:
        lines.append(_line("yours", number, "(no wake-up)"))
    if where.row < len(want):
        lines += [_line("right", number, *map(str, want[where.row]))] if tell else []
    else:
        lines.append(_line("right", number, "(no wake-up)"))
    return "\n".join(lines)


def _line(mark: str, number: str, *cells: str) -> str:
    task, *stamps = cells
    return (f"  {mark:<5} {number:>4}  {task:<12}" + "".join(f" {cell:>10}" for cell in stamps)).rstrip()


def schedule_words(schedule: Schedule) -> str:
    """What a schedule does, in words: one task per line, in the order in which they are made."""
    lines = []
    for task in schedule.tasks:
        commands = ", ".join(_times(f"{kind} {ms}", len([*same])) for (kind, ms), same in groupby(task.commands))
        lines.append(f"  task {task.name}: {commands}{', for ever' if task.endless else ''}")
    return "\n".join([*lines, f"  on EventLoop(hops={schedule.hops}), run({schedule.until})"])


def _times(words: str, count: int) -> str:
    return words if count == 1 else f"{count} times {words}"


def program_words(program: Program) -> str:
    """What a program does, in words: one operation per line, its passes numbered."""
    lines, passes = [], 0
    for op in program.ops:
        passes += op[0] == "pass"
        lines.append("  " + op_words(op, program, passes))
    return "\n".join(lines)


def op_words(op: Op, program: Program, passes: int = 0, inside: tuple[str, ...] = ()) -> str:
    """One operation. `inside` names the callbacks whose bodies it stands in: one that queues itself is told once."""
    verb, *args = op
    words = {
        "loop": "on loop {0}:",
        "soon": "queue {0}",
        "later": "arm timer {1}, due in {0} ms",
        "arm": "arm a timer for {1} itself, due in {0} ms",
        "future": "make future {0}",
        "wait": "make {1} the waiter of {0}",
        "resolve": "{0}.set_result()",
        "resolve again": "{0}.set_result() a second time",
        "asleep": "set the stamps of {0} by hand: deadline {1}, expired_at {2}, fired_at {3}",
        "pass": "one run_once",
        "look": "look: {0} {1}",
        "raise": "raise {0}",
    }
    if verb == "task":
        name, script, *called = args
        as_what = "".join(f", {f'called {other}' if other else 'without a name'}" for other in called)
        return f"make task {name}{as_what}: {', '.join(map(_script_words, script)) or 'it ends at once'}"
    if verb == "clock":  # not "pass": that is what a pass of the loop is called
        return f"{args[0]} ms {'goes' if args[0] == 1 else 'go'} by"
    if verb == "loop" and args[1:]:
        return f"on loop {args[0]}, which has hops={args[1]}:"
    line = words[verb].format(*args).rstrip()
    if verb == "pass":
        return f"pass {passes}: {_turns_words(*args)}" if program.by_hand else f"pass {passes}: run_once()"
    name = str(args[-1]) if verb in ("soon", "later", "arm", "wait") else ""
    body = [] if name in inside else program.bodies.get(name, [])
    inner = "; ".join(op_words(item, program, passes, (*inside, name)) for item in body)
    return f"{line} (when it runs: {inner})" if inner else line


def _turns_words(expire: int, turns: int) -> str:
    parts = [f"expire {_count(expire, 'timer')}"] if expire else []
    if turns:
        parts.append(f"run {_count(turns, 'callback')} from the ready queue")
    return ", then ".join(parts)


def _count(number: Plain, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _script_words(item: Op) -> str:
    verb, *args = item
    if verb in ("burn", "sleep"):
        return f"{verb} {args[0]}"
    if verb == "yield":
        return f"yield {(args[0], args[1])!r}"
    if verb == "raise":
        return f"raise {args[0]}"
    if verb == "suspend":
        return f"call its own _suspend({args[0]})"
    return op_words(item, Program())


def log_lines(log: Sequence[Event]) -> list[str]:
    """The log of a program in words: one line per event."""
    return [_event_words(event) for event in log]


def log_words(log: Sequence[Event]) -> str:
    """The log of a program in words, as one indented text."""
    return "\n".join("  " + line for line in log_lines(log)) or "  (nothing happened)"


def _event_words(event: Event) -> str:
    what, name, clock, number, extra = event
    where = f"pass {number}" if number else "outside any pass"
    words = {
        "ran": f"{name} ran",
        "fired": f"{name} ran, its timer has expired_at {extra}",
        "resumed": f"task {name} resumed, {_count(extra, 'wake')} in the trace",
        "suspended": f"_suspend({extra}) of task {name} called",
        "done": f"{name}.done is {bool(extra)}",
        "expired": f"timer {name} has expired_at {extra}",
        "armed": f"{_count(extra, 'timer')} armed",
        "idle": "nothing is ready" if extra else "something is ready",
        "due": f"the next timer is due at {extra}" if extra is not None else "no timer is armed",
    }
    return f"{where}, {clock} ms: {words[str(what)]}"


def log_table(got: Sequence[str], want: Sequence[str] | None = None, most: int = 8, *, tell: bool = True) -> str:
    """What happened, numbered, with the first difference from `want` marked, and with `tell` `want` below it."""
    if want is not None and list(got) == list(want):
        return "\n".join(["What happened, as it should:", *_numbered(got, None, most)])
    where = first_difference(got, want) if want is not None else None
    legend = "" if where is None else " (>> is the first line that differs)"
    lines = [f"What happened{legend}:", *_numbered(got, where, most)]
    if want is not None and tell:
        lines += ["What should happen:", *_numbered(want, where, most)]
    return "\n".join(lines)


def first_difference(got: Sequence[str], want: Sequence[str]) -> int:
    """The index of the first line that differs; it may be one past the end of the shorter one."""
    same = [mine == right for mine, right in zip(got, want, strict=False)]
    return same.index(False) if False in same else len(same)


def _numbered(lines: Sequence[str], where: int | None, most: int) -> list[str]:
    start = max(0, (where or 0) - most + 2)
    marks = [">>" if index == where else "  " for index in range(len(lines))]
    shown = [f"  {marks[index]} {index + 1:>3}  {lines[index]}" for index in range(start, len(lines))]
    if where == len(lines):
        shown.append(f"  >> {len(lines) + 1:>3}  ({'nothing more' if lines else 'nothing'})")
    hidden = len(shown) - most
    return shown if hidden <= 0 else [*shown[:most], f"          ... and {hidden} more"]
