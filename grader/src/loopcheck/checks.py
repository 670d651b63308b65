"""The checks of the suite, as their marks declare them, with their questions and the right answers under one seed.

What must stay true: nothing in here depends on a submission, so a whole class is asked and judged alike.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import pytest

from .interview import Question
from .probes.program import Program
from .suite.asking import Asks, draw
from .suite.expected import answer_with_turns, right_answer
from .worker.protocol import Facts, Setting

SLOWEST = 10.0
"""Beyond this, the hard limits of a child would end it before pytest-timeout does."""
REFERENCE_SECONDS = 0.016
"""CPU time that drawing all programs and the reference's answers take on a machine as fast as ours: a slower one gets longer
deadlines."""


@dataclass(frozen=True)
class CheckSpec:
    """One check: what its marks say, and the numbers of its questions."""

    id: str
    exercise: str
    sentence: str
    settings: tuple[Setting, ...]
    group: str
    disclosure: Any
    requires: tuple[str, ...]
    counts_with: tuple[str, ...]
    numbers: tuple[int, ...]


class Suite:
    """The checks of the collected items, and their questions and right answers under one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.checks: dict[str, CheckSpec] = {}
        self.questions: list[Question] = []
        self.asks: dict[str, list[Asks]] = {}
        """What the checks of each exercise ask."""
        self.reference_seconds = 0.0
        self._right: dict[int, Facts] = {}
        self._drawn: dict[Asks, tuple[int, ...]] = {}
        self._required: frozenset[str] = frozenset()
        self._groups: dict[tuple[str, Setting, frozenset[str]], list[Question]] = {}

    def add(self, item: pytest.Item) -> CheckSpec:
        """Read the marks of an item."""
        unit = item.get_closest_marker("exercise")
        mark = item.get_closest_marker("check")
        if unit is None or mark is None:
            raise pytest.UsageError(f"{item.nodeid} has no `exercise` or no `check` mark")
        spec = CheckSpec(
            id=item.name.removeprefix("test_"),
            exercise=unit.args[0],
            sentence=" ".join((getattr(item, "function").__doc__ or "").split()),  # noqa: B009 - Item does not declare it
            numbers=self._draw(mark.kwargs["asks"], unit.args[0]),
            **unit.kwargs,
            **{key: value for key, value in mark.kwargs.items() if key != "asks"},
        )
        self.checks[spec.id] = spec
        self._required |= set(spec.requires)
        return spec

    def _draw(self, asks: Asks, exercise: str) -> tuple[int, ...]:
        if asks not in self._drawn:
            began = time.thread_time()
            probes = draw(asks, self.seed)
            first = len(self.questions)
            for number, probe in enumerate(probes, first):
                by_hand = probe
                if isinstance(probe, Program):  # how it is asked depends on the answer
                    self._right[number], by_hand = answer_with_turns(probe)
                self.questions.append(Question(number, exercise, probe, by_hand))
            self._drawn[asks] = tuple(range(first, len(self.questions)))
            self.asks.setdefault(exercise, []).append(asks)
            if any(number in self._right for number in self._drawn[asks]):
                self.reference_seconds += time.thread_time() - began
        return self._drawn[asks]

    def right(self, number: int) -> Facts:
        """The reference's answer to a question."""
        if number not in self._right:
            self._right[number] = right_answer(self.questions[number].probe)
        return self._right[number]

    def work_out(self) -> None:
        """All right answers that are not known yet: for a moment in which this process has nothing else to do."""
        for question in self.questions:
            self.right(question.number)

    @property
    def slowness(self) -> float:
        """How much slower than ours this machine is, by the time that the reference took: from 1 to 10."""
        return min(max(1.0, self.reference_seconds / REFERENCE_SECONDS), SLOWEST)

    def group_of(self, spec: CheckSpec, setting: Setting, passed: frozenset[str]) -> list[Question]:
        """The questions that share a child with those of this check: of all checks that will be tried in this setting.
        Those that wait for a check which is not among the `passed` ones are not asked."""
        key = (spec.group, setting, passed & self._required)
        if key not in self._groups:
            numbers = {
                number
                for other in self.checks.values()
                if other.group == spec.group and setting in other.settings and passed.issuperset(other.requires)
                for number in other.numbers
            }
            self._groups[key] = [self.questions[number] for number in sorted(numbers)]
        return self._groups[key]
