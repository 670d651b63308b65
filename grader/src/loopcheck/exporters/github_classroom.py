"""What GitHub Classroom's grading reporter reads: for each exercise a runner, in the environment variable
`<RUNNER>_RESULTS`, as JSON in base64.

The reporter counts twice: its table shows passed tests / all tests * max_score, and the score that it reports is the sum
of the tests' scores. The two agree only where all tests of a runner weigh the same; so a check of three points is three
tests of one point. A submission without a score reports no points at all: every runner has a max_score of 0.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ..gradebook import Entry, Gradebook
from ..reports.folders import folder_names
from ..reports.safe_text import for_terminal
from ..results import Check, Exercise, Outcome, State, Submission
from .model import Export, ExportError, Options, awaits_regrading, left_out
from .texts import check_name, check_text, verdict_lines


def export(book: Gradebook, _: Options) -> Export:
    """`<student>/reporter.env` for everybody who handed something in: `cat` it into $GITHUB_ENV before the reporter."""
    handed_in = [entry for entry in book.entries if entry.submission and not awaits_regrading(entry)]
    failed = [entry for entry in book.entries if awaits_regrading(entry)]
    return Export(_files(handed_in), left_out(failed, "The grader failed on them: grade them again."))


def _files(entries: list[Entry]) -> Iterator[tuple[str, bytes]]:
    folders = folder_names(entry.id for entry in entries)
    for entry in entries:
        variables = environment(runners(entry))
        yield f"{folders[entry.id]}/reporter.env", "".join(f"{k}={v}\n" for k, v in variables.items()).encode()


def environment(by_id: dict[str, dict[str, Any]]) -> dict[str, str]:
    """The variables that the reporter reads; `RUNNERS` is the value of its input `runners`."""
    encoded = {f"{name.upper()}_RESULTS": _base64(runner) for name, runner in by_id.items()}
    return {"RUNNERS": ",".join(by_id), **encoded}


def _base64(runner: dict[str, Any]) -> str:
    return base64.b64encode(msgspec.json.encode(runner)).decode("ascii")


def runners(entry: Entry) -> dict[str, dict[str, Any]]:
    """The reporter's document of each runner, by the runner's id."""
    submission = entry.submission
    if entry.is_overridden:
        return _decided(entry)
    if submission is None or submission.state is not State.GRADED:
        message = for_terminal(" ".join(verdict_lines(entry)))
        error = {**_unit("Not graded", passed=False, message=message), "status": "error"}
        return {"submission": {"version": 1, "status": "error", "max_score": 0, "tests": [error]}}
    found: dict[str, dict[str, Any]] = {}
    for exercise in submission.exercises:
        name = re.sub("[^a-zA-Z0-9]", "", exercise.id)
        if not name or name.upper() in map(str.upper, found):
            raise ExportError(f"the exercise {exercise.id!r} has no id of its own in letters and digits: rename it")
        units = [
            unit for check in submission.checks if check.exercise == exercise.id for unit in _units(check, submission)
        ]
        found[name] = _runner(units, exercise.max_points, _title(exercise))
    return found


def _decided(entry: Entry) -> dict[str, dict[str, Any]]:
    """Two runners for a score that the instructor has set: what was given, and what is missing."""
    score = entry.score or 0
    given = _unit(for_terminal(" ".join(verdict_lines(entry))), passed=True, message="", score=score)
    found = {"instructor": _runner([given], score, "")}
    if missing := entry.max_score - score:
        found["missing"] = _runner([_unit("Points that were not given", passed=False, message="")], missing, "")
    return found


def _title(exercise: Exercise) -> str:
    return f"{exercise.title}: {exercise.points} of {exercise.max_points}"


def _runner(units: list[dict[str, Any]], most: int, nothing: str) -> dict[str, Any]:
    passed = all(unit["status"] == "pass" for unit in units)
    return {
        "version": 1,
        "status": "pass" if passed else "fail",
        "max_score": most,
        # Without any test the reporter divides by zero.
        "tests": units or [_unit(for_terminal(nothing), passed=True, message="", score=0)],
    }


def _units(check: Check, submission: Submission) -> Iterator[dict[str, Any]]:
    """As many tests of one point as the check has points."""
    name = for_terminal(check_name(check))
    message = for_terminal(check_text(check, submission))
    for place in range(1, check.max_points + 1):
        label = name if check.max_points == 1 else f"{name} [point {place} of {check.max_points}]"
        yield _unit(label, place <= check.points, "" if check.outcome is Outcome.PASSED else message)


def _unit(name: str, passed: bool, message: str, score: int | None = None) -> dict[str, Any]:
    return {
        "name": name,
        "status": "pass" if passed else "fail",
        "score": int(passed) if score is None else score,
        "message": message,
        "test_code": "",
        "filename": "",
        "line_no": 0,
        "duration": 0,
    }
