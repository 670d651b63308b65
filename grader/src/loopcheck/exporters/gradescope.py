"""Gradescope's `results.json`, one per student.

Gradescope wants a number: a submission without a score is a 0 that says loudly what it stands for. What must stay true:
no test is hidden, since Gradescope then hides the total too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ..gradebook import Entry, Gradebook
from ..reports.folders import folder_names
from ..reports.safe_text import clipped, for_template
from ..reports.wording import LINE_LIMIT
from ..results import Check, Outcome, State, Submission
from .model import Export, Options, awaits_regrading, left_out
from .texts import NO_SCORE_YET, check_name, check_text, mistake_lines, verdict_lines


def export(book: Gradebook, _: Options) -> Export:
    """`<student>/results.json` for everybody who handed something in."""
    handed_in = [entry for entry in book.entries if entry.submission]
    failed = [entry for entry in handed_in if awaits_regrading(entry)]
    zero = [entry for entry in handed_in if entry.score is None and entry not in failed]
    notes = left_out(failed, "The grader failed on them: grade them again.")
    if zero:
        names = ", ".join(for_template(entry.id) for entry in zero[:10]) + (" …" if len(zero) > 10 else "")
        notes += (f"Gradescope takes numbers only: {names} could not be graded, and their 0 says so.",)
    return Export(_files([entry for entry in handed_in if not awaits_regrading(entry)]), notes)


def _files(entries: list[Entry]) -> Iterator[tuple[str, bytes]]:
    folders = folder_names(entry.id for entry in entries)
    for entry in entries:
        content = msgspec.json.format(msgspec.json.encode(results(entry)), indent=1) + b"\n"
        yield f"{folders[entry.id]}/results.json", content


def results(entry: Entry) -> dict[str, Any]:
    """The document for one student's submission."""
    submission = entry.submission
    lines = verdict_lines(entry)
    if entry.score is None:
        lines.append(NO_SCORE_YET)
    tests: list[dict[str, Any]] = []
    if submission and submission.state is State.GRADED:
        lines += mistake_lines(submission)
        tests = list(_tests(submission))
    lines += [f"Note: {clipped(note, LINE_LIMIT)}" for note in submission.notes] if submission else []
    return {
        "score": entry.score or 0,
        "output": "\n\n".join(for_template(line, newlines=True) for line in lines),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def _tests(submission: Submission) -> Iterator[dict[str, Any]]:
    order = {exercise.id: place for place, exercise in enumerate(submission.exercises, 1)}
    counts: dict[str, int] = {}
    for check in submission.checks:
        counts[check.exercise] = counts.get(check.exercise, 0) + 1
        number = f"{order.get(check.exercise, len(order) + 1)}.{counts[check.exercise]}"
        yield _test(check, submission, number)


def _test(check: Check, submission: Submission, number: str) -> dict[str, Any]:
    passed = check.outcome in (Outcome.PASSED, Outcome.GRADER_ERROR)
    return {
        "name": for_template(check_name(check)),
        "number": number,
        "score": check.points,
        "max_score": check.max_points,
        "status": "passed" if passed else "failed",
        "output": for_template(check_text(check, submission), newlines=True),
        "visibility": "visible",
    }
