"""What a class came to, in numbers that name nobody.

What must stay true: no id and no word of a student is in here, only counts and the course's own texts; and when fewer than
`FEWEST` were graded there are no figures at all, because a count of one or two would be about a person.
"""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loopcheck.reports import wording
from loopcheck.results import Check, Exercise, Mistake, Outcome, State, Submission

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FEWEST = 5

BINS = 10
"""Equal parts of the score; all points are a bin of their own."""


@dataclass(frozen=True)
class Bin:
    """Scores from `first` to `last` percent, both included; no `last` is no end."""

    first: int
    last: int | None
    count: int

    @property
    def label(self) -> str:
        if self.last is None:
            return f"> {self.first - 1}"
        return f"{self.first}" if self.first == self.last else f"{self.first}–{self.last}"


@dataclass(frozen=True)
class CheckFigures:
    """How one check ended, over the class."""

    check: Check
    counts: Counter[Outcome]


@dataclass(frozen=True)
class ExerciseFigures:
    """One exercise over the class; `full` is how many have all its points."""

    exercise: Exercise
    mean: float
    full: int
    checks: Sequence[CheckFigures]


@dataclass(frozen=True)
class ClassFigures:
    """The whole class. `mistakes` are the most frequent ones first, each with the number of submissions that hold it."""

    graded: int
    max_score: int
    """Without bonus exercises: that is 100 %."""
    bonus: int
    """The points of the bonus exercises, which come on top."""
    mean: float
    median: float
    bins: Sequence[Bin]
    exercises: Sequence[ExerciseFigures]
    mistakes: Sequence[tuple[Mistake, int]]

    def outcomes(self, figures: ExerciseFigures) -> list[Outcome]:
        """The outcomes that an exercise's table needs: the grader's own errors only where there are any."""
        broken = any(each.counts[Outcome.GRADER_ERROR] for each in figures.checks)
        return [outcome for outcome in Outcome if broken or outcome is not Outcome.GRADER_ERROR]


def figures_of(submissions: Iterable[Submission]) -> ClassFigures | None:
    """The figures of those that were graded; None when they are too few."""
    graded = [each for each in submissions if each.state is State.GRADED]
    if len(graded) < FEWEST:
        return None
    scores = [submission.score or 0 for submission in graded]
    return ClassFigures(
        graded=len(graded),
        max_score=max(submission.regular_max for submission in graded),
        bonus=max(submission.max_score - submission.regular_max for submission in graded),
        mean=statistics.fmean(scores),
        median=statistics.median(scores),
        bins=_bins([_percent(submission.score or 0, submission.regular_max) for submission in graded]),
        exercises=_exercises(graded),
        mistakes=_mistakes(graded),
    )


def _percent(score: int, most: int) -> int:
    """Rounded down, so that only all points are 100; and whoever has more than these has more than 100."""
    return max(100 * score // most, 101 * (score > most)) if most else 100


def _bins(percents: Sequence[int]) -> list[Bin]:
    width = 100 // BINS
    counts = Counter(percent // width for percent in percents)
    below_all = [Bin(number * width, (number + 1) * width - 1, counts[number]) for number in range(BINS)]
    more = sum(percent > 100 for percent in percents)
    on_top = [Bin(101, None, more)] if more else []
    return [*below_all, Bin(100, 100, percents.count(100)), *on_top]


def _exercises(graded: Sequence[Submission]) -> list[ExerciseFigures]:
    exercises: dict[str, Exercise] = {}
    points: dict[str, list[int]] = {}
    checks: dict[str, dict[str, CheckFigures]] = {}
    for submission in graded:
        for exercise, its_checks in wording.by_exercise(submission):
            exercises.setdefault(exercise.id, exercise)
            points.setdefault(exercise.id, []).append(exercise.points)
            rows = checks.setdefault(exercise.id, {})
            for check in its_checks:
                rows.setdefault(check.id, CheckFigures(check, Counter())).counts[check.outcome] += 1
    return [
        ExerciseFigures(
            exercise=exercise,
            mean=statistics.fmean(points[name]),
            full=sum(each == exercise.max_points for each in points[name]),
            checks=list(checks[name].values()),
        )
        for name, exercise in exercises.items()
    ]


def _mistakes(graded: Sequence[Submission]) -> list[tuple[Mistake, int]]:
    """Each mistake counts once per submission; equally frequent ones stand in the order of their names."""
    examples: dict[tuple[str, str], Mistake] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for submission in graded:
        own = {(mistake.exercise, mistake.name): mistake for mistake in submission.mistakes}
        counts.update(own.keys())
        examples = own | examples
    return [(examples[key], counts[key]) for key in sorted(counts, key=lambda key: (-counts[key], key))]
