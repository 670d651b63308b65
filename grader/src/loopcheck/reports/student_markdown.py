"""`feedback.md`: what one student reads about one submission.

It reads as plain text and as rendered Markdown. An exercise in which all is right takes one line. What must stay true: it
uses what the result model holds for the student (`sentence`, `message`, `mistakes`, `reason`, `notes`) and never what is
the instructor's (`detail`, `flags`).
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from loopcheck.reports import wording
from loopcheck.reports.obstacles import obstacles
from loopcheck.reports.safe_text import clipped, fenced, for_markdown, with_code
from loopcheck.results import Check, Mistake, Outcome, State, Submission

if TYPE_CHECKING:
    from collections.abc import Iterator


def feedback_markdown(submission: Submission) -> str:
    """The student's page, ending in a newline."""
    return "\n\n".join(block.rstrip() for block in _blocks(submission)) + "\n"


def _blocks(submission: Submission) -> Iterator[str]:
    yield f"# Feedback for {_inline(submission.id)}"
    yield f"**{_inline(wording.verdict(submission))}**"
    yield from map(_inline, wording.explanations(submission))
    if submission.state is State.GRADED:
        yield from _graded(submission)
    if submission.notes:
        yield "## Notes"
        yield "\n".join(f"- {_inline(note)}" for note in submission.notes)


def _graded(submission: Submission) -> Iterator[str]:
    if submission.exercises:
        yield _points_table(submission)
    hidden_by = obstacles(submission)
    for exercise, checks in wording.by_exercise(submission):
        mistakes = wording.mistakes(exercise, submission)
        if checks or mistakes:
            yield f"## {_inline(exercise.title)}"
            yield from map(_quoted, mistakes)
        if exercise.absent:
            yield wording.NOT_HANDED_IN
            continue
        sentence, behind, shown = wording.hidden(checks, hidden_by.get(exercise.id))
        if sentence:
            yield f"**{_inline(sentence)}**"
            yield "\n".join(f"- {_sentence(check)}" for check in behind)
        if wording.all_passed(checks):
            yield wording.all_passed(checks)
        elif shown:
            items = [_item(check, message) for check, message in wording.told(shown)]
            yield "\n".join([*items, *(_waiting(*group) for group in wording.waiting(shown, submission))])


def _points_table(submission: Submission) -> str:
    rows = [("Exercise", "Points")]
    rows += [(_inline(each.title), f"{each.points} of {each.max_points}") for each in submission.exercises]
    left, right = (max(len(row[column]) for row in rows) for column in (0, 1))
    lines = [f"| {title:<{left}} | {points:>{right}} |" for title, points in rows]
    lines.insert(1, f"| {'-' * left} | {'-' * (right - 1)}: |")
    return "\n".join(lines)


def _quoted(mistake: Mistake) -> str:
    """A recognised mistake, as a block that stands out from the checks."""
    lines = (f"**{wording.PROBABLY}**", *map(with_code, wording.paragraphs(mistake)))
    return "\n>\n".join(f"> {line}" for line in lines)


def _waiting(needed: str, skipped: list[Check]) -> str:
    """One item for all checks that wait for the same one."""
    lines = [f"- **{wording.mark(Outcome.SKIPPED)}** for: {with_code(needed)}"]
    lines += [f"  - {_sentence(check)}" for check in skipped]
    return "\n".join(lines)


def _sentence(check: Check) -> str:
    """A check and its points, without a mark."""
    return with_code(check.sentence) + (f" ({check.points} of {check.max_points})" if check.max_points else "")


def _item(check: Check, message: str) -> str:
    """One item of the list: the mark in words, the sentence, the points; for a failed check its message."""
    reason = wording.mark_reason(check)
    mark = f"**{wording.mark(check.outcome)}**" + (f" ({_inline(reason)})" if reason else "")
    points = f" ({check.points} of {check.max_points})" if check.max_points else ""
    item = f"- {mark}: {with_code(check.sentence)}{points}"
    if message == wording.SAME:
        return f"{item} {message}"
    if message:
        item += f"\n\n{textwrap.indent(fenced(message), '  ')}\n"
    return item


def _inline(text: str) -> str:
    return for_markdown(clipped(text, wording.LINE_LIMIT))
