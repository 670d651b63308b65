"""What a report must not tell: the right answers of failed checks that hide them, as far as nobody knows them anyway.

A token is meaningful when it cannot be met by chance: the four stamps of a wake, four times in a row at which tasks ran, a
line of a program's log, two such lines one after the other, and a single number of more than two digits. Not hidden is what
the submission itself did, in any question and beside any neighbours; what it was asked; and what the course says in public.
What must stay true: tokens are taken from the right answers alone, and looked for in the text as its reader sees it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from loopcheck.checks import Suite
from loopcheck.probes.program import ProgramFacts
from loopcheck.probes.schedule import ScheduleFacts
from loopcheck.probes.tables import log_lines
from loopcheck.results import Disclosure, Outcome, Submission
from loopcheck.suite import schedules

RUN = 4
"""So many numbers in a row mean something: a wake has four stamps."""
SMALL = 100
"""Numbers up to here are points, places and counts."""

NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.]*\w)")

COUNT = re.compile(r"\b\d+ (?=more|times|callbacks|wakes|timers)|line \d+")
"""Numbers that are no times."""


@dataclass(frozen=True)
class Tokens:
    """Runs of numbers, lines of words, and single numbers."""

    runs: frozenset[tuple[int, ...]] = frozenset()
    lines: frozenset[str] = frozenset()
    numbers: frozenset[int] = frozenset()

    def __or__(self, other: Tokens) -> Tokens:
        return Tokens(self.runs | other.runs, self.lines | other.lines, self.numbers | other.numbers)

    def __sub__(self, other: Tokens) -> Tokens:
        return Tokens(self.runs - other.runs, self.lines - other.lines, self.numbers - other.numbers)

    def __and__(self, other: Tokens) -> Tokens:
        return Tokens(self.runs & other.runs, self.lines & other.lines, self.numbers & other.numbers)

    def __bool__(self) -> bool:
        return bool(self.runs or self.lines or self.numbers)


class Secrets:
    """The right answers of a suite, as tokens: of each check that hides them."""

    def __init__(self, suite: Suite) -> None:
        asked = Tokens(numbers=frozenset(_numbers(asdict(question.probe) for question in suite.questions)))
        pinned = [ScheduleFacts(rows=schedules.pinned_trace(name)["rows"]) for name in ("one_hop", "two_hops")]
        sentences = of_text("\n".join(check.sentence for check in suite.checks.values()))
        self.public = union([asked, sentences, *map(of_facts, pinned)])
        right = [of_facts(suite.right(question.number)) - self.public for question in suite.questions]
        self.of_check = {
            name: union(right[number] for number in spec.numbers)
            for name, spec in suite.checks.items()
            if spec.disclosure is not Disclosure.FULL
        }

    def of(self, submission: Submission, answers: Iterable[Any]) -> dict[str, Tokens]:
        """What the student with these answers must not read, by failed check. A Silence says nothing."""
        done = union(of_facts(facts) for facts in answers if isinstance(facts, ProgramFacts | ScheduleFacts))
        known = done | of_text("\n".join(mistake.explanation for mistake in submission.mistakes))
        failed = [check.id for check in submission.checks if check.outcome is Outcome.FAILED]
        return {name: self.of_check[name] - known for name in failed if name in self.of_check}


def of_facts(facts: ProgramFacts | ScheduleFacts) -> Tokens:
    """The tokens of one answer."""
    clocks = facts.clocks if isinstance(facts, ProgramFacts) else [facts.clock, facts.next_timer]
    numbers = frozenset(_numbers([facts.log, facts.rows, clocks]))
    if isinstance(facts, ScheduleFacts):
        tasks = {row[0] for row in facts.rows}
        columns = [[row[4] for row in facts.rows if row[0] == task and len(row) == 5] for task in tasks]
        return Tokens(frozenset(_runs([*facts.rows, *columns, [event[1] for event in facts.log]])), numbers=numbers)
    rows = [row for rows in facts.rows for row in rows]
    lines = [*log_lines(facts.log), f"the clock ended at {', '.join(map(str, facts.clocks))}"]
    return Tokens(frozenset(_runs(rows)), frozenset(_lines(lines)), numbers)


def of_text(text: str) -> Tokens:
    """The same of a text: every line, and the runs and numbers in it."""
    lines = [" ".join(line.replace("*", "").split()) for line in text.splitlines()]
    found = [[int(number) for number in NUMBER.findall(COUNT.sub("", line))] for line in lines]
    words = [re.sub(r"^(>> )?\d+ (?=pass|outside)", "", line) for line in lines]
    return Tokens(frozenset(_runs(found)), frozenset(_lines(words)), frozenset(_numbers(found)))


def of_page(page: str) -> Tokens:
    """The same of an HTML page: of what is seen of it. A picture is drawn from the message above it and from nothing else
    (test_timeline_report.py); the numbers at its axis are nobody's."""
    body = re.sub(r"(?s)<(style|title|svg)\b.*?</\1>", "", page)
    return of_text(html.unescape(re.sub(r"<[^>]*>", " ", body)))


def union(tokens: Iterable[Tokens]) -> Tokens:
    parts = list(tokens)
    return Tokens(
        frozenset().union(*(part.runs for part in parts)),
        frozenset().union(*(part.lines for part in parts)),
        frozenset().union(*(part.numbers for part in parts)),
    )


def _lines(lines: Sequence[str]) -> Iterator[str]:
    """Each line, and each with the one after it: an order is an answer, too."""
    yield from lines
    yield from map(" / ".join, pairwise(lines))


def _runs(lines: Iterable[Iterable[Any]]) -> Iterator[tuple[int, ...]]:
    for line in lines:
        numbers = [value for value in line if isinstance(value, int)]
        runs = (tuple(numbers[at : at + RUN]) for at in range(len(numbers) - RUN + 1))
        yield from (run for run in runs if max(run) > SMALL)


def _numbers(value: Any) -> Iterator[int]:
    """Every number above SMALL in nested lists and mappings."""
    if isinstance(value, int):
        if value > SMALL:
            yield value
    elif isinstance(value, Mapping):
        yield from _numbers(value.values())
    elif isinstance(value, Iterable) and not isinstance(value, str):
        for part in value:
            yield from _numbers(part)
