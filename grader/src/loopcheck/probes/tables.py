"""Facts as tables that people read: a trace with its first divergence, and the log of a program in words.

What must stay true: at most 80 columns, no colour needed, and with `want` left out not one expected value appears.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .plain import Plain
from .program import Event, Op, Program

Row = Sequence[Plain]

STAMPS = ("task", "asked for", "expired", "fired", "ran")

GAPS = {
    "task": "the wake-up belongs to another task",
    "asked for": "the deadline: the moment of falling asleep plus the delay",
    "expired": "the first gap, between asked for and expired: when a pass looks at the heap, and what it stamps",
    "fired": "the second gap, between expired and fired: how long the timer's callback stands behind other ready work",
    "ran": "the third gap, between fired and ran: how long the task stands in the ready queue once more, behind its future",
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


def trace_table(got: Sequence[Row], want: Sequence[Row] | None = None, before: int = 2) -> str:
    """The trace around its first divergence from `want`, wrong values between stars; without `want`, its first rows."""
    where = first_divergence(got, want) if want is not None else None
    lines = [_line("", "wake", *STAMPS)]
    if want is None or where is None:
        shown = got[:6]
        lines += [_line("", str(number), *map(str, row)) for number, row in enumerate(shown, 1)]
        if len(got) > len(shown):
            lines.append(f"         … and {len(got) - len(shown)} more")
        return "\n".join(lines if got else [*lines, "         (no wake-up was recorded)"])
    start = max(0, where.row - before)
    for number in range(start, where.row):
        lines.append(_line("", str(number + 1), *map(str, got[number])))
    number = str(where.row + 1)
    if where.row < len(got):
        width = max(len(got[where.row]), len(STAMPS))
        cells = [_cell(got[where.row], c) for c in range(width)]
        lines.append(_line("yours", number, *(f"*{cell}*" if c in where.columns else cell for c, cell in enumerate(cells))))
    else:
        lines.append(_line("yours", number, "(no wake-up)"))
    if where.row < len(want):
        lines.append(_line("right", number, *map(str, want[where.row])))
    else:
        lines.append(_line("right", number, "(no wake-up)"))
    return "\n".join(lines)


def _line(mark: str, number: str, *cells: str) -> str:
    task, *stamps = cells
    return (f"  {mark:<5} {number:>4}  {task:<12}" + "".join(f"{cell:>11}" for cell in stamps)).rstrip()


def program_words(program: Program) -> str:
    """What a program does, in words: one operation per line."""
    return "\n".join("  " + line for op in program.ops for line in _op_words(op, program))


def _op_words(op: Op, program: Program) -> list[str]:
    verb, *args = op
    words = {
        "loop": "on loop {0}:",
        "soon": "queue {0}",
        "later": "arm timer {1}, due in {0} ms",
        "clock": "{0} ms pass",
        "future": "make future {0}",
        "wait": "attach {1} as the waiter of {0}",
        "resolve": "set_result on {0}",
        "resolve again": "set_result on {0} a second time",
        "pass": "one pass",
        "look": "look: {0} {1}",
    }
    if verb == "task":
        return [f"make task {args[0]}: {', '.join(_script_words(item) for item in args[1]) or 'it ends at once'}"]
    line = words[verb].format(*args).rstrip()
    if verb == "pass" and program.by_hand:
        line = f"expire {args[0]}, then run {args[1]} from the queue" if args[0] else f"run {args[1]} from the queue"
    body = program.bodies.get(str(args[-1]), []) if verb in ("soon", "later", "wait") else []
    inner = "; ".join(text for item in body for text in _op_words(item, program))
    return [f"{line} (when it runs: {inner})" if inner else line]


def _script_words(item: Op) -> str:
    verb, *args = item
    if verb in ("burn", "sleep"):
        return f"{verb} {args[0]}"
    if verb == "yield":
        return f"yield {(args[0], args[1])!r}"
    if verb == "raise":
        return f"raise {args[0]}"
    return _op_words(item, Program())[0]


def log_words(log: Sequence[Event]) -> str:
    """The log of a program in words: one event per line."""
    return "\n".join("  " + _event_words(event) for event in log) or "  (nothing happened)"


def _event_words(event: Event) -> str:
    what, name, clock, number, extra = event
    when = f"at {clock} ms, " + (f"in pass {number}" if number else "outside of any pass")
    words = {
        "ran": f"{name} ran {when}",
        "fired": f"{name} ran {when}; its timer says expired_at {extra}",
        "resumed": f"task {name} was resumed {when}, with {extra} rows in the trace",
        "suspended": f"_suspend({extra}) of task {name} was called {when}",
        "done": f"{name}.done is {bool(extra)}",
        "expired": f"expired_at of timer {name} is {extra}",
        "armed": f"{extra} timers are armed",
    }
    return words[str(what)]
