"""Claims against CPython's own loop: what was asked, how much of it was compared, and where they part first.

What must stay true: everything is compared, not only the figure of interest: all rows with all four stamps, every
resumption with its clock, the clock at the end; and whoever does not answer, or runs away, does not agree.
"""

from __future__ import annotations

import math
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..interview import Silence
from ..oracle.answering import answer, no_counterpart, uses_tasks
from ..oracle.kinds import Kind
from ..probes.program import ProgramFacts
from ..probes.schedule import Schedule, ScheduleFacts
from ..probes.tables import STAMPS, first_divergence, log_lines, program_words, schedule_words
from ..worker.protocol import Facts as AnyFacts
from ..worker.protocol import LoopFacts as Facts
from ..worker.protocol import LoopProbe as Probe

Claim = AnyFacts | Silence | list[list[Any]]
"""What somebody says will happen: everything, nothing, or only the rows of the trace."""

WIDTH = 98
"""Columns of running text."""

Tick = Callable[[], None]


@dataclass
class Comparison:
    """Claims of one kind against CPython's loop. `simplest` tells where the two part, on the smallest question on which they
    do, in words."""

    title: str
    asked: int = 0
    stamps: int = 0
    steps: int = 0
    mismatches: int = 0
    seconds: float = 0.0
    simplest: str = ""
    size: float = math.inf
    left_out: int = 0
    """Questions to which asyncio has no counterpart."""

    def note(self, probe: Probe, claim: Claim, truths: Sequence[tuple[Kind, Facts]]) -> None:
        """Compare one claim with what each kind of asyncio's tasks did."""
        self.asked += 1
        for kind, truth in truths:
            self.stamps += 4 * sum(map(len, _traces(truth)))
            self.steps += _steps(truth)
            if not agrees(claim, truth):
                self.mismatches += 1
                if _size(probe) < self.size:
                    self.size, self.simplest = _size(probe), _told(probe, claim, truth, kind)
                break


def compare(
    claims: dict[str, Iterable[Claim]], probes: Sequence[Probe], kinds: Sequence[Kind], tick: Tick
) -> list[Comparison]:
    """One comparison per claimant, by title. CPython is asked once for all of them."""
    comparisons = [Comparison(title) for title in claims]
    began = time.monotonic()
    for probe, *said in zip(probes, *claims.values(), strict=True):
        if no_counterpart(probe):
            for comparison in comparisons:
                comparison.left_out += 1
        else:
            truths = [(kind, answer(probe, kind)) for kind in (kinds if uses_tasks(probe) else kinds[:1])]
            for comparison, claim in zip(comparisons, said, strict=True):
                comparison.note(probe, claim, truths)
        tick()
    for comparison in comparisons:
        comparison.seconds = (time.monotonic() - began) / len(comparisons)
    return comparisons


def agrees(claim: Claim, truth: Facts) -> bool:
    """Whether a claim is what happened."""
    if isinstance(claim, list):
        return isinstance(truth, ScheduleFacts) and claim == truth.rows
    return claim == truth


def _traces(facts: Facts) -> list[list[list[Any]]]:
    return [facts.rows] if isinstance(facts, ScheduleFacts) else facts.rows


def _size(probe: Probe) -> int:
    """How much there is to read in a question."""
    return sum(1 + len(task.commands) for task in probe.tasks) if isinstance(probe, Schedule) else len(probe.ops)


def _steps(facts: Facts) -> int:
    return sum(facts.resumed) if isinstance(facts, ScheduleFacts) else len(facts.log)


def _told(probe: Probe, claim: Claim, truth: Facts, kind: Kind) -> str:
    """A mismatch: what was asked, and where the two part first."""
    words = schedule_words(probe) if isinstance(probe, Schedule) else program_words(probe)
    return "\n".join([f"  Asked (tasks of asyncio: {kind.name}):", words, *_difference(probe, claim, truth)])


def _difference(probe: Probe, claim: Claim, truth: Facts) -> Iterator[str]:
    if isinstance(claim, Silence):
        yield f"  No answer: {claim.reason}."
    elif not isinstance(claim, list) and claim.runaway:
        yield f"  It did not come to an end: {_runaway(probe, claim)}."
    elif not isinstance(claim, list) and claim.raised:
        yield f"  It raised {claim.raised[0]}: {claim.raised[1]}"
    elif isinstance(truth, ScheduleFacts):
        rows = claim if isinstance(claim, list) else claim.rows
        yield from _rows_part(rows, truth.rows) if rows != truth.rows else _order_parts(claim, truth, probe)
    elif isinstance(claim, ProgramFacts):
        yield from (
            _lines_part(log_lines(claim.log), log_lines(truth.log)) if claim.log != truth.log else _rest(claim, truth)
        )


def _runaway(probe: Probe, claim: AnyFacts) -> str:
    who, count = claim.runaway
    if who is None:
        return "a pass ran none of the tasks that were ready"
    name = probe.tasks[int(who)].name if isinstance(probe, Schedule) else who
    return f"{name} had run {count} times when it was stopped"


def _rows_part(got: Sequence[Sequence[Any]], want: Sequence[Sequence[Any]]) -> Iterator[str]:
    """The first wake that differs, with the last two that do not."""
    where = first_divergence(got, want)
    if where is None:
        return
    yield f"  {'wake':>6}  {'':<8} {STAMPS[0]:<12}" + "".join(f"{stamp:>11}" for stamp in STAMPS[1:])
    for number in range(max(0, where.row - 2), where.row):
        yield _row(number, "both", want[number], ())
    yield _row(where.row, "model", got[where.row] if where.row < len(got) else None, where.columns)
    yield _row(where.row, "CPython", want[where.row] if where.row < len(want) else None, ())
    if where.gap:
        words = f"The difference begins with {where.gap}."
        yield from textwrap.wrap(words, WIDTH, initial_indent="  ", subsequent_indent="  ")


def _row(number: int, who: str, row: Sequence[Any] | None, marked: Sequence[int]) -> str:
    if row is None:
        return f"  {number + 1:>6}  {who:<8} (no wake-up)"
    name, *stamps = (f"*{value}*" if column in marked else str(value) for column, value in enumerate(row))
    return f"  {number + 1:>6}  {who:<8} {name:<12}" + "".join(f"{stamp:>11}" for stamp in stamps)


def _order_parts(claim: Claim, truth: ScheduleFacts, probe: Probe) -> Iterator[str]:
    """Every wake is right, and yet something ran at another time or in another order."""
    if not isinstance(claim, ScheduleFacts) or not isinstance(probe, Schedule):
        return
    names = [task.name for task in probe.tasks]
    got, want = ([f"{names[int(task or 0)]} at {clock} ms" for task, clock in facts.log] for facts in (claim, truth))
    if got != want:
        yield from _lines_part(got, want)
    else:
        yield from _rest(claim, truth)


def _lines_part(got: Sequence[str], want: Sequence[str]) -> Iterator[str]:
    where = next((at for at, (mine, right) in enumerate(zip(got, want, strict=False)) if mine != right), None)
    at = min(len(got), len(want)) if where is None else where
    yield f"  Event {at + 1} of what happened is the first that differs:"
    if at:
        yield f"    both     {want[at - 1]}"
    yield f"    model    {got[at] if at < len(got) else '(nothing more)'}"
    yield f"    CPython  {want[at] if at < len(want) else '(nothing more)'}"


def _rest(claim: Facts, truth: Facts) -> Iterator[str]:
    """What is left when all events are alike: stamps of a program's trace, and how it ended."""
    if isinstance(claim, ProgramFacts) and isinstance(truth, ProgramFacts) and claim.rows != truth.rows:
        for mine, right in zip(claim.rows, truth.rows, strict=False):
            yield from _rows_part(mine, right)
        return
    for name in ("clock", "clocks", "resumed", "next_timer"):
        got, want = getattr(claim, name, None), getattr(truth, name, None)
        if got != want:
            yield f"  At the end {name.replace('_', ' ')} is {got} in the model, and {want} on CPython."
