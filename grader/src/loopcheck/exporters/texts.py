"""The words that exports share: what a student reads on a platform that has no room for a whole page."""

from __future__ import annotations

from ..gradebook import Entry
from ..reports import wording
from ..reports.safe_text import clipped
from ..results import Check, Outcome, State, Submission

NO_SCORE_YET = "This 0 only stands for 'no score yet': the platform has no other way to say it."


def check_name(check: Check) -> str:
    """The sentence of a check; no platform takes an empty one."""
    return check.sentence.strip() or check.id


def check_text(check: Check, submission: Submission) -> str:
    """What a student may read about one check; empty when it passed."""
    if check.outcome is Outcome.GRADER_ERROR:
        return f"The grader failed in this check: {wording.mark_reason(check)}."
    if check.outcome is Outcome.SKIPPED:
        sentences = {other.id: check_name(other) for other in submission.checks}
        return f"Not run, waiting for: {sentences.get(check.waits_for) or check.waits_for}"
    if check.outcome is Outcome.FAILED:
        return clipped(check.message, wording.MESSAGE_LIMIT).strip("\n") or "This check failed."
    return ""


def verdict_lines(entry: Entry) -> list[str]:
    """The score and where it comes from, the reason when there is none, and the instructor's comment."""
    shown = entry.reported
    if shown is None:
        scored = [f"Score: {entry.score} of {entry.max_score} points"] if entry.is_overridden else []
        lines = [*scored, *filter(None, [entry.decision])]
    else:
        lines = [wording.verdict(shown), *wording.explanations(shown)]
    return [clipped(line, wording.MESSAGE_LIMIT) for line in lines]


def mistake_lines(submission: Submission) -> list[str]:
    """What probably happened: one paragraph per mistake that was recognised."""
    return [f"{wording.PROBABLY}: {' '.join(wording.paragraphs(mistake))}" for mistake in submission.mistakes]


def summary(entry: Entry) -> str:
    """A few lines for a feedback cell: the verdict, the points of each exercise, what probably happened."""
    lines = verdict_lines(entry)
    if entry.submission and entry.submission.state is State.GRADED:
        lines += [f"{each.title}: {each.points} of {each.max_points}" for each in entry.submission.exercises]
        lines += [f"{wording.PROBABLY}: {wording.first_sentence(each)}" for each in entry.submission.mistakes]
    return "\n".join(lines)
