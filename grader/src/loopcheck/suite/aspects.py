"""Aspects: the part of the facts that one check looks at. Each takes facts and gives something that can be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..probes.plain import Plain
from ..probes.program import Event, ProgramFacts
from ..probes.schedule import ScheduleFacts

RUNS = ("ran", "fired", "resumed")


def events(*kinds: str) -> Callable[[ProgramFacts], list[Event]]:
    """All events of these kinds, whole."""
    return lambda facts: [event for event in facts.log if event[0] in kinds]


def order(facts: ProgramFacts) -> list[Any]:
    """Who ran, in order."""
    return [event[1] for event in facts.log if event[0] in RUNS]


def how_often(facts: ProgramFacts) -> Counter[Any]:
    """How often each one ran."""
    return Counter(event[1] for event in facts.log if event[0] in RUNS)


def idle(facts: ProgramFacts) -> list[Any]:
    """Whether nothing was ready at each look, whatever the clock said."""
    return [event[4] for event in facts.log if event[0] == "idle"]


def any_armed(facts: ProgramFacts) -> list[Any]:
    """Whether any timer was armed at each look, whatever their number."""
    return [bool(event[4]) for event in facts.log if event[0] == "armed"]


def in_which_pass(facts: ProgramFacts) -> list[Any]:
    """Who ran in which pass, whatever the order within it."""
    return sorted((str(event[1]), event[3]) for event in facts.log if event[0] in RUNS)


def who_when(facts: ProgramFacts) -> list[Any]:
    """Who ran, at what clock and in which pass, in order."""
    return [event[:4] for event in facts.log if event[0] in RUNS]


def of_names(prefixes: tuple[str, ...]) -> Callable[[ProgramFacts], list[Any]]:
    """The same for callbacks with these names only: what they queue in turn is another check's business."""
    return lambda facts: [event for event in who_when(facts) if str(event[1]).startswith(prefixes)]


def without(prefix: str) -> Callable[[ProgramFacts], ProgramFacts]:
    """The same facts without the events of callbacks whose name begins like this."""
    return lambda facts: replace(facts, log=[event for event in facts.log if not str(event[1]).startswith(prefix)])


def not_in_the_next(prefix: str, mark: str) -> Callable[[ProgramFacts], set[int | None]]:
    """Of those that were queued by callbacks whose name begins like this, and did not run in the next pass: how many passes
    later they ran, None for never. Their own names end with `mark`. When the others ran is another check's business."""

    def aspect(facts: ProgramFacts) -> set[int | None]:
        passes = {str(event[1]): event[3] for event in facts.log if event[0] in RUNS}
        parents = [name for name in passes if name.startswith(prefix) and not name.endswith(mark)]
        return {_later(passes[name], passes.get(name + mark)) for name in parents} - {1}

    return aspect


def _later(one: Plain, other: Plain) -> int | None:
    return other - one if isinstance(one, int) and isinstance(other, int) else None


def clocks_seen(facts: ProgramFacts) -> Any:
    """The clock at each look, and at the end."""
    return [event[2] for event in facts.log if event[0] not in RUNS], facts.clocks


def clocks(facts: ProgramFacts) -> Any:
    """The clock at each run, by name, and at the end."""
    return sorted((str(event[1]), str(event[2])) for event in facts.log if event[0] in RUNS), facts.clocks


def rows_seen(facts: ProgramFacts) -> Any:
    """How many rows the trace held whenever a task was resumed, and how many at the end."""
    return [(event[1], event[4]) for event in facts.log if event[0] == "resumed"], [len(rows) for rows in facts.rows]


def stamp(column: int) -> Callable[[ProgramFacts], Any]:
    """One column of the trace, per loop and task: 0 is the name, 1 to 4 are the stamps."""
    return lambda facts: [sorted(str((row[0], _cell(row, column))) for row in rows) for rows in facts.rows]


def _cell(row: list[Any], column: int) -> Any:
    return row[column] if column < len(row) else "(missing)"


def program_rows(facts: ProgramFacts) -> Any:
    """The whole trace of each loop."""
    return facts.rows


def noted(*kinds: str) -> Callable[[Any], list[Any]]:
    """All rows of an experiment that begin with one of these words, whole; with none, all rows."""
    return lambda facts: [row for row in facts.rows if not kinds or (row and row[0] in kinds)]


def rows(facts: ScheduleFacts) -> Any:
    """The whole trace of a schedule."""
    return facts.rows


def resumptions(facts: ScheduleFacts) -> Any:
    """Every resumption of every task, with the clock, and the clock at the end."""
    return facts.log, facts.resumed, facts.clock
