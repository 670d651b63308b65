"""The first difference between what happened and what should have, in one sentence.

What must stay true: a sentence says only what the two logs or traces show. It never guesses at the mistake behind it:
the same difference has many causes, and a wrong guess costs a student more than no guess.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from probes.tables import STAMPS, first_divergence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from probes.tables import Row

BEFORE, AFTER = 4, 3
"""Lines of a log that are shown before the first difference, and from it on."""

LINE = re.compile(r"(outside any pass|pass \d+), (.*?) ms: (.*)")
NUMBERS = re.compile(r"\b(?:\d+|None|True|False)\b")

MADE_BY = {
    "asked for": "`_suspend` counts it, from the clock at that moment",
    "expired": "`run_once` stamps it when it looks at the heap, `_suspend` copies it: the first gap",
    "fired": "`_suspend` notes it in the timer's callback, which `run_once` puts behind what is ready: the second gap",
    "ran": "`step` notes it; how late it is, `_suspend` and `set_result` decide: the third gap",
}
"""Who makes a stamp, for a check that runs all four functions together."""


class Event(NamedTuple):
    """One line of a log."""

    place: str
    ms: str
    what: str

    @property
    def kind(self) -> str:
        """What it is without its numbers: the same event with another number in it is still the same event."""
        return NUMBERS.sub("#", self.what)


def log_view(got: Sequence[str], want: Sequence[str]) -> str:
    """Two logs that differ, as one: what they have in common, and where they part what is yours and what is right."""
    at = _first(got, want)
    common = [_row("", number, want[number - 1]) for number in range(max(1, at - BEFORE + 1), at + 1)]
    return "\n".join([*common, *_from(at, got, "yours"), *_from(at, want, "right")])


def _from(at: int, lines: Sequence[str], mark: str) -> list[str]:
    shown = [_row(mark, number, lines[number - 1]) for number in range(at + 1, min(len(lines), at + AFTER) + 1)]
    left = len(lines) - at - AFTER
    if left > 0:
        shown.append(_row("", None, f"... and {left} more"))
    return shown or [_row(mark, at + 1, "(nothing more)" if at else "(nothing)")]


def _row(mark: str, number: int | None, text: str) -> str:
    return f"  {mark:<5} {number or '':>3}  {text}"


def _first(got: Sequence[object], want: Sequence[object]) -> int:
    """The index of the first difference; it may be one past the end of the shorter one."""
    pairs = enumerate(zip(got, want, strict=False))
    return next((index for index, (mine, right) in pairs if mine != right), min(len(got), len(want)))


def log_difference(got: Sequence[str], want: Sequence[str]) -> str:
    """About two logs that differ, of the lines that `log_lines` writes."""
    mine, right = [_event(line) for line in got], [_event(line) for line in want]
    at = _first(mine, right)
    if at == len(right):
        again = any(event.what == mine[at].what for event in right)
        return f"in line {at + 1}, `{mine[at].what}` {'once too often' if again else 'should not be there'}."
    missing = right[at]
    if at == len(mine):
        return f"line {at + 1} is missing: `{missing.what}` did not come."
    return f"in line {at + 1}, {_instead(mine[at], missing, [event.kind for event in mine[at + 1 :]])}"


def _instead(mine: Event, right: Event, later: list[str]) -> str:
    """`mine` stands where `right` should; `later` is what came after it."""
    if mine.what == right.what and mine.place != right.place:
        if mine.place == "outside any pass":
            return f"`{right.what}` came at once, in place, and not from the ready queue in {right.place}."
        return f"`{right.what}` came in {mine.place} and not in {right.place}."
    if mine.what == right.what:
        return f"`{right.what}` came at {mine.ms} ms and not at {right.ms} ms."
    if mine.kind == right.kind:
        return f"`{mine.what}` should be `{right.what}`."
    order = "and only then" if right.kind in later else "and never"
    return f"`{mine.what}` came first, {order} `{right.what}`."


def trace_difference(got: Sequence[Row], want: Sequence[Row], whole_loop: bool) -> str:
    """About two traces that differ. With `whole_loop` it says which function makes the stamp that is wrong."""
    where = first_divergence(got, want)
    if where is None:
        return ""
    if not where.columns:
        more = len(got) > len(want)
        return f"wake {where.row + 1} {'is recorded, but nobody woke' if more else 'is missing'}."
    column = where.columns[0]
    mine, right = got[where.row], want[where.row]
    if len(mine) != len(right):
        return f"wake {where.row + 1} holds {len(mine)} values: a Wake is made of the task's name and four stamps."
    name = STAMPS[column]
    maker = f" ({MADE_BY[name]})" if whole_loop and name in MADE_BY else ""
    return f"in wake {where.row + 1}, `{name}` is {mine[column]} and should be {right[column]}{maker}."


def _event(line: str) -> Event:
    match = LINE.fullmatch(line)
    return Event(*match.groups()) if match else Event("", "", line)
