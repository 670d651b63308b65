"""What a newer suite changes: two runs of the same submissions, compared.

What must stay true: nothing is hidden in a sum. A student whose points move between two checks is changed too, and so is one
who appears, vanishes, or cannot be graded any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .results import Check, Outcome, Run, State, Submission


@dataclass(frozen=True)
class CheckChange:
    """One check that ended differently. `before` or `after` is None where that suite has no such check."""

    id: str
    sentence: str
    before: Check | None
    after: Check | None

    @property
    def points(self) -> int:
        """The points won or lost by it."""
        return (self.after.points if self.after else 0) - (self.before.points if self.before else 0)


@dataclass(frozen=True)
class Change:
    """One student whose result changes. None where there is no submission in that run."""

    id: str
    before: Submission | None
    after: Submission | None
    checks: tuple[CheckChange, ...]

    @property
    def moves_score(self) -> bool:
        """Whether the score, or that there is one, changes: not only the checks that it is made of."""
        return _score(self.before) != _score(self.after)


@dataclass(frozen=True)
class Comparison:
    """All changes in the order of the ids, how many submissions stay as they are, and what differs about the runs."""

    changes: tuple[Change, ...]
    unchanged: int
    conditions: tuple[str, ...]


def compare(before: Run, after: Run) -> Comparison:
    """What the second run changes."""
    old, new = ({one.id: one for one in run.submissions} for run in (before, after))
    changes = []
    for name in sorted({*old, *new}):
        change = Change(name, old.get(name), new.get(name), tuple(_checks(old.get(name), new.get(name))))
        if change.checks or change.moves_score or change.before is None or change.after is None:
            changes.append(change)
    return Comparison(tuple(changes), len({*old, *new}) - len(changes), tuple(_conditions(before, after)))


def _score(submission: Submission | None) -> tuple[State, int | None] | None:
    return (submission.state, submission.score) if submission else None


def _checks(before: Submission | None, after: Submission | None) -> Iterator[CheckChange]:
    """The checks that differ between two graded submissions, in the order of the new suite, then those that are gone."""
    if not before or not after or before.state is not State.GRADED or after.state is not State.GRADED:
        return
    old = {(check.exercise, check.id): check for check in before.checks}
    for check in after.checks:
        was = old.pop((check.exercise, check.id), None)
        if was is None or (was.outcome, was.points) != (check.outcome, check.points):
            yield CheckChange(check.id, check.sentence, was, check)
    for check in old.values():
        yield CheckChange(check.id, check.sentence, check, None)


def _conditions(before: Run, after: Run) -> Iterator[str]:
    for name in ("suite", "python", "sandbox"):
        was, now = getattr(before, name), getattr(after, name)
        if was != now:
            yield f"{name}: {was or 'none'} before, {now or 'none'} now"
    if before.seed != after.seed:
        yield "the seed of the random schedules is another"


def lines(comparison: Comparison) -> Iterator[str]:
    """The comparison for the instructor, in plain text."""
    yield from comparison.conditions
    moved = [change for change in comparison.changes if change.moves_score]
    for change in comparison.changes:
        yield f"{change.id}: {_scores(change)}"
        for check in change.checks:
            ended = f"{_outcome(check.before)} -> {_outcome(check.after)}"
            yield f"    {_sign(check.points):>4}  {ended}: {check.sentence or check.id}"
    others = len(comparison.changes) - len(moved)
    more = f", {others} with the same score for other reasons" if others else ""
    changes = "1 score changes" if len(moved) == 1 else f"{len(moved)} scores change"
    kept = comparison.unchanged
    yield f"{changes}{more}; " + ("1 result stays as it is." if kept == 1 else f"{kept} results stay as they are.")


def _scores(change: Change) -> str:
    if change.before is None:
        return f"new: {_worth(change.after)}"
    if change.after is None:
        return f"{_worth(change.before)} -> no submission any more; its result would be gone"
    return f"{_worth(change.before)} -> {_worth(change.after)}"


def _worth(submission: Submission | None) -> str:
    if submission is None:
        return "nothing"
    if submission.state is State.GRADED:
        return f"{submission.score}/{submission.max_score}"
    return submission.state.value.replace("_", " ")


def _sign(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _outcome(check: Check | None) -> str:
    names = {Outcome.GRADER_ERROR: "grader error", Outcome.SKIPPED: "not run"}
    return names.get(check.outcome, check.outcome.value) if check else "no such check"
