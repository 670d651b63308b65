"""The words that every report shares, so that a page and a terminal say the same thing about the same result.

Plain text: each report makes it safe for its own medium. What must stay true: a grader error is ours and costs nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loopcheck.reports.obstacles import Obstacle, first_to_do, hides
from loopcheck.reports.safe_text import clipped
from loopcheck.results import Check, Exercise, Mistake, Outcome, State, Submission, grader_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

MESSAGE_LIMIT = 4000
"""Characters of one check's message: room for a trace, and an end to a flood."""

LINE_LIMIT = 500
"""Characters of an id, a reason or a note, before escaping."""

SAME = "(The same as above.)"

PROBABLY = "What probably happened"
"""Stands before the explanation of a mistake that was recognised."""

NOT_HANDED_IN = "Bonus, not handed in. Nobody has to; its points would come on top of the others."

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")


def mark(outcome: Outcome) -> str:
    """How a check ended, in words."""
    match outcome:
        case Outcome.PASSED:
            return "passed"
        case Outcome.FAILED:
            return "FAILED"
        case Outcome.SKIPPED:
            return "waiting"
        case Outcome.GRADER_ERROR:
            return "grader error"


def mark_reason(check: Check) -> str:
    """Whose fault it is; empty when the mark says all."""
    return "our fault, which costs you no points" if check.outcome is Outcome.GRADER_ERROR else ""


def verdict(submission: Submission) -> str:
    """The score, or that there is none."""
    match submission.state:
        case State.GRADED:
            bonus = submission.max_score - submission.regular_max
            of_which = f", {bonus} of which are for bonus exercises" if bonus else ""
            return f"Score: {submission.score} of {submission.max_score} points{of_which}"
        case State.UNGRADABLE:
            return "No score yet: this submission could not be graded."
        case State.INFRASTRUCTURE_ERROR:
            return "No score yet: the grader or its machine failed."


def explanations(submission: Submission) -> Iterator[str]:
    """The sentences under the verdict: the reason, and what the student has to do."""
    if submission.state is not State.GRADED and submission.reason:
        yield f"The reason: {submission.reason}"
    match submission.state:
        case State.GRADED:
            if first := first_to_do(submission):
                yield first
            if submission.reason:  # what the instructor has decided
                yield submission.reason
            if broken := len(grader_errors(submission)):
                where = "one check" if broken == 1 else f"{broken} checks"
                yield f"The grader failed in {where} below. That is our fault, not yours, and costs you no points."
        case State.UNGRADABLE:
            yield "What to do: put that right and hand in again. No score is not a score of 0: no points are lost."
        case State.INFRASTRUCTURE_ERROR:
            yield "What to do: nothing. That is our fault, not yours, and costs you no points: we grade it again."


def by_exercise(submission: Submission) -> Iterator[tuple[Exercise, list[Check]]]:
    """Each exercise with its checks. Checks of an exercise that has no sum come last, so that none is lost."""
    sums = {exercise.id: exercise for exercise in submission.exercises}
    named = [check.exercise for check in submission.checks] + [each.exercise for each in submission.mistakes]
    for name in named:
        sums.setdefault(name, Exercise(id=name, title=name, points=0, max_points=0))
    for exercise in sums.values():
        yield exercise, [check for check in submission.checks if check.exercise == exercise.id]


def told(checks: list[Check]) -> Iterator[tuple[Check, str]]:
    """The checks that were run, each with its message; one that was told just before is not told again."""
    before = ""
    for check in checks:
        if check.outcome is Outcome.SKIPPED:
            continue
        message = clipped(check.message, MESSAGE_LIMIT).strip("\n") if check.outcome is Outcome.FAILED else ""
        yield check, SAME if message and message == before else message
        before = message or before


def hidden(checks: list[Check], obstacle: Obstacle | None) -> tuple[str, list[Check], list[Check]]:
    """Of an exercise, and what `obstacles` found of it: the sentence that says why nothing could be seen, the checks for which
    it is said, and those that are told as ever. The sentence is empty where all are."""
    if obstacle is None:
        return "", [], checks
    behind = [check for check in checks if check.outcome is Outcome.SKIPPED or hides(check)]
    return obstacle.sentence, behind, [check for check in checks if check not in behind]


def all_passed(checks: list[Check]) -> str:
    """One sentence for an exercise in which every check is passed; empty where one is not."""
    if len(checks) < 2 or any(check.outcome is not Outcome.PASSED for check in checks):
        return ""
    return f"All {len(checks)} checks passed."


def mistakes(exercise: Exercise, submission: Submission) -> list[Mistake]:
    """The mistakes that were recognised in an exercise."""
    return [mistake for mistake in submission.mistakes if mistake.exercise == exercise.id]


def paragraphs(mistake: Mistake) -> list[str]:
    """The explanation, paragraph by paragraph, each on one line; the mistake's name where there is none."""
    explanation = clipped(mistake.explanation, MESSAGE_LIMIT)
    found = [" ".join(paragraph.split()) for paragraph in _BLANK_LINE.split(explanation)]
    return [paragraph for paragraph in found if paragraph] or [mistake.name]


def first_sentence(mistake: Mistake) -> str:
    """The sentence that names the mistake."""
    return _SENTENCE_END.split(paragraphs(mistake)[0], maxsplit=1)[0]


def waiting(checks: list[Check], submission: Submission) -> Iterator[tuple[str, list[Check]]]:
    """The checks that wait, by what they wait for: its sentence, and them. Some were not run, and some only do not count yet."""
    sentences = {other.id: other.sentence for other in submission.checks}
    skipped = [check for check in checks if check.outcome is Outcome.SKIPPED]
    for needed in dict.fromkeys(check.waits_for for check in skipped):
        yield (
            sentences.get(needed) or needed.replace("`", "'"),
            [check for check in skipped if check.waits_for == needed],
        )
