"""How checks compare: an aspect of the facts, equal or not, and a message for each reader.

What must stay true: the student's text obeys the check's disclosure, so expected values stand in `detail` alone unless
the check discloses them; and a probe that raised, ran away or did not answer is never equal to anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ..interview import Silence
from ..probes.bonus import Experiment, ExperimentFacts, row_lines
from ..probes.plain import Raised
from ..probes.program import Program, ProgramFacts
from ..probes.schedule import Schedule, ScheduleFacts
from ..probes.tables import log_table
from ..unwritten import STUB
from ..worker.protocol import Facts
from .asking import Exchange
from .aspects import in_which_pass
from .telling import asked_words, program_in_full, program_told, schedule_counts, schedule_told

Aspect = Callable[[Any], Any]

RAISED = "Your code raised"
NO_IMPORT = ("Your code could not be imported: ", "When your code was imported, ")

TOLD_BEYOND = 100
"""Events of a program that can be told beyond as many as are right. A forged answer has thousands, and it takes longer to put
them into words than to judge them."""


class CheckFailedError(Exception):
    """The submission is wrong here. `full` shows what was expected, `actual` what it did, `detail` everything. `event`
    is for the student in any case: an exception, a hang, an end of the process; it never holds an expected value."""

    def __init__(self, actual: str, full: str = "", detail: str = "", event: str = "", ended_by: str = "") -> None:
        super().__init__(actual)
        self.event = event
        self.actual = actual
        self.full = full or actual
        self.detail = detail or self.full
        self.ended_by = ended_by

    @property
    def met_an_unwritten_one(self) -> bool:
        """Whether it only tells that some function, perhaps another one, is not written yet."""
        return self.actual.startswith(f"{RAISED} NotImplementedError")

    @property
    def met_a_stub(self) -> bool:
        """Whether that is a function as it stands in the template."""
        return self.met_an_unwritten_one and STUB in self.actual

    @property
    def found_no_module(self) -> bool:
        """Whether some module, perhaps another one, could not be imported."""
        return self.actual.startswith(NO_IMPORT)


def same(exchanges: Sequence[Exchange], aspect: Aspect) -> None:
    """Every answer of the submission equals the reference's in this aspect; else CheckFailedError. The first one that is
    missing or raised decides; of those before it that differ, the one is shown that takes the fewest words."""
    different: list[Exchange] = []
    for exchange in exchanges:
        try:
            answered(exchange)
        except CheckFailedError:
            if different:
                break
            raise
        if aspect(exchange.got) != aspect(exchange.want):
            different.append(exchange)
    if different:
        # Only one is told in full: a wrong loop differs in hundreds.
        shortest = min(different, key=_length)
        raise difference(shortest, shortest.want)


def answered(exchange: Exchange, may_raise: bool = False) -> None:
    """There is an answer, the pass came back, and nothing was raised that should not have been."""
    got = exchange.got
    event, ended_by = "", ""
    if isinstance(got, Silence):
        event, ended_by = f"{got.reason[:1].upper()}{got.reason[1:]}.", got.ended_by
    elif got.runaway:
        event = _runaway(exchange, got)
    elif got.raised and not may_raise and not exchange.want.raised:
        event = exception_words(got.raised)
    if event:
        raise CheckFailedError(event, detail=f"{event}\n{asked_words(exchange.probe)}", event=event, ended_by=ended_by)


def rows_differ(exchange: Exchange, want: list[list[Any]], part: Callable[[list[list[Any]]], Any]) -> None:
    """This part of a schedule's trace, or of an experiment's rows, is that of the rows given; CheckFailedError shows the
    first divergence if not."""
    answered(exchange)
    if not isinstance(exchange.got, ScheduleFacts | ExperimentFacts):
        raise TypeError("only schedules and experiments leave rows to compare")
    if part(exchange.got.rows) != part(want):
        raise difference(exchange, replace(exchange.got, rows=want))


def raises_alike(exchange: Exchange, kind: str) -> None:
    """The same exception, with the same message, arrives after the same callbacks; with `kind`, any that is or descends from
    that built-in."""
    answered(exchange, may_raise=True)
    got, want = exchange.got, exchange.want
    if not isinstance(got, ProgramFacts) or not isinstance(want, ProgramFacts):
        raise TypeError("only programs raise on purpose")
    alike = bool(got.raised) and (kind in str(got.raised[4]).split() if kind else got.raised[:2] == want.raised[:2])
    # What was ready behind it may run all the same, before the exception leaves the pass.
    if alike and in_which_pass(replace(got, log=got.log[: len(want.log)])) == in_which_pass(want):
        return
    failure = difference(exchange, want)
    if got.raised and not alike:
        told = exception_words(got.raised)
        failure = CheckFailedError(told, detail=f"{told}\n{failure.detail}")
    raise failure


def exception_words(raised: Raised) -> str:
    """An exception of the submission in one sentence."""
    kind, message, module, line, _ = raised
    where = f" in {module}, line {line}" if module else ""
    return f"{RAISED} {kind}{where}: {message}" if message else f"{RAISED} {kind}{where}."


def difference(exchange: Exchange, want: Facts) -> CheckFailedError:
    """The failure that shows an answer beside the right one."""
    if exchange.silent:
        return CheckFailedError("")
    actual, full = (account(exchange, want, tell=tell) for tell in (False, True))
    got = exchange.got
    detail = ""
    if isinstance(got, ScheduleFacts) and isinstance(want, ScheduleFacts):
        detail = f"{full}\n{schedule_counts(got, want)}"
    elif isinstance(got, ProgramFacts) and isinstance(want, ProgramFacts) and isinstance(exchange.probe, Program):
        detail = program_in_full(exchange.probe, tellable(got, want), want)
    return CheckFailedError(actual, full, detail)


def tellable(got: ProgramFacts, want: ProgramFacts) -> ProgramFacts:
    """The answer, its log cut where nobody would read on."""
    return replace(got, log=got.log[: len(want.log) + TOLD_BEYOND])


def account(exchange: Exchange, want: Facts, *, tell: bool) -> str:
    """What was asked and what was answered, and with `tell` what is right; TypeError where these are of different kinds."""
    got, probe = exchange.got, exchange.probe
    if isinstance(got, ScheduleFacts) and isinstance(want, ScheduleFacts) and isinstance(probe, Schedule):
        return schedule_told(probe, got, want.rows, tell=tell)
    if isinstance(got, ProgramFacts) and isinstance(want, ProgramFacts) and isinstance(probe, Program):
        return program_told(probe, tellable(got, want), want, tell=tell)
    if isinstance(got, ExperimentFacts) and isinstance(want, ExperimentFacts) and isinstance(probe, Experiment):
        right = row_lines(want.rows) if tell else None
        return f"We did this:\n{asked_words(probe)}\n{log_table(row_lines(got.rows), right)}"
    raise TypeError(f"{type(got).__name__} is no answer to compare with {type(want).__name__}")


def _length(exchange: Exchange) -> int:
    """How long the student's account of a difference is."""
    return 0 if exchange.silent else account(exchange, exchange.want, tell=False).count("\n")


def _runaway(exchange: Exchange, got: Facts) -> str:
    name, count = got.runaway
    if isinstance(got, ExperimentFacts):
        return f"It did not come to an end: after {count} events we stopped it."
    if not count:
        return "A pass ran none of the tasks that were ready, so the loop would go round for ever."
    if isinstance(exchange.probe, Schedule) and isinstance(got, ScheduleFacts):
        task = exchange.probe.tasks[int(name or 0)].name
        timer = "" if got.next_timer is None else f" The timer that was due at {got.next_timer} was never looked at."
        return f"One pass did not end: task {task} was resumed {count} times, and we stopped it there.{timer}"
    return f"One pass did not end: after {count} callbacks we stopped it. What a callback schedules belongs to the next pass."
