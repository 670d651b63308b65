"""Exercises of which nothing could be seen: not written yet, behind another that is not written, or not to be imported.

A page then says so in one line, and at its top what to do first, instead of the same exception at each check. It is read
from the messages of the checks, which are for the student. What must stay true: no point depends on it, an exercise in
which a check passed is shown in full, and a check that failed in another way keeps its message.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loopcheck.reports.safe_text import clipped
from loopcheck.results import Check, Exercise, Outcome, State, Submission
from loopcheck.submissions.model import UNTOUCHED
from loopcheck.unwritten import NOT_WRITTEN, STUB, nothing_works

if TYPE_CHECKING:
    from collections.abc import Sequence

_STUB = re.compile(
    r"Your code raised NotImplementedError in \S+, line \d+: (?:exercise|bonus) \w+: (?P<function>[\w.]{1,80}) "
    rf"{STUB}(?:\w+/)*?(?:\d+-|bonus-)?(?P<exercise>\w+)/README\.md"
)
"""What a check says of a function that is as in the template: `stub_line` of authoring.stubs, raised."""

_UNWRITTEN = re.compile(rf"{NOT_WRITTEN}(?P<function>[\w.]{{1,80}}) [\w ,]{{1,80}}\.")
"""What a check says of the function that it is about, when nothing of it was written."""

_NOTHING_WORKS = re.compile(re.escape(nothing_works("FUNCTION")).replace("FUNCTION", r"[\w.]{1,80}"))

_STUB_BY_HAND = "It raised NotImplementedError."

_IMPORT = re.compile(r"(?s)Your code could not be imported: (?P<kind>\w+) in (?P<where>[^:\n]+): (?P<message>.*)\.")
_IMPORT_ENDED = re.compile(r"When your code was imported, .*")


LIMIT = 200
"""Characters of a remark."""


@dataclass(frozen=True)
class Obstacle:
    """Why nothing could be seen of an exercise: a sentence for the student, and whether the exercise itself is unwritten."""

    exercise: Exercise
    sentence: str
    unwritten: bool = False
    import_error: str = ""
    """The rest of "cannot be imported: ": for the instructor's remark. It holds words of the submission."""


def hides(check: Check) -> bool:
    """Whether a check met such an obstacle: its message is told once for all of them."""
    message = check.message
    patterns = (_STUB, _UNWRITTEN, _NOTHING_WORKS, _IMPORT, _IMPORT_ENDED)
    found = any(pattern.match(message) for pattern in patterns)
    # A check without points that calls the function by hand tells of it in its own words.
    return check.outcome is Outcome.FAILED and (found or (not check.max_points and _STUB_BY_HAND in message))


def obstacles(submission: Submission) -> dict[str, Obstacle]:
    """Exercise id -> what hides it, in the order of the exercises; the others are shown check by check."""
    if submission.state is not State.GRADED:
        return {}
    found: dict[str, Obstacle] = {}
    stubs = [stub for stub in (_STUB.match(check.message) for check in submission.checks) if stub]
    functions = {stub["exercise"]: stub["function"] for stub in stubs}
    for exercise in submission.exercises:
        checks = [check for check in submission.checks if check.exercise == exercise.id]
        if obstacle := _obstacle(exercise, checks, functions):
            found[exercise.id] = obstacle
    return found


def _obstacle(exercise: Exercise, checks: Sequence[Check], functions: dict[str, str]) -> Obstacle | None:
    failed = [check for check in checks if check.outcome is Outcome.FAILED]
    hidden = [check for check in failed if hides(check)]
    others = [check for check in checks if check.outcome not in (Outcome.FAILED, Outcome.SKIPPED)]
    if not hidden or others or any(check.max_points and check not in hidden for check in failed):
        return None
    for check in hidden:
        if broken := _IMPORT.match(check.message):
            message = broken["message"]
            if message.startswith("No module named ") and message.endswith(f".{exercise.id}'"):
                return None  # the module of a bonus exercise, which nobody has to hand in
            why = message if f"line {broken['where'].rpartition(' ')[2]})" in message else ""
            why = why or f"{broken['kind']} in {broken['where']}: {message}"
            return Obstacle(exercise, check.message, import_error=why)
        if _IMPORT_ENDED.match(check.message):
            return Obstacle(exercise, check.message, import_error=check.message.partition(", ")[2])
    if exercise.id in functions:
        return Obstacle(exercise, f"{NOT_WRITTEN}{functions[exercise.id]} is as in the template.", unwritten=True)
    if said := next((check.message for check in hidden if _UNWRITTEN.match(check.message)), ""):
        return Obstacle(exercise, said, unwritten=True)
    if said := next((check.message for check in hidden if _NOTHING_WORKS.match(check.message)), ""):
        return Obstacle(exercise, said)
    met = next((stub["function"] for stub in (_STUB.match(check.message) for check in hidden) if stub), "")
    if not met:
        return None  # only what calls the function by hand has met it: the check says so itself
    return Obstacle(exercise, nothing_works(met))


def first_to_do(submission: Submission) -> str:
    """What to do first, for the student; empty where the checks say it."""
    found = obstacles(submission)
    if not found:
        return ""
    broken = next((each for each in found.values() if each.import_error), None)
    if broken:
        return f"What to do first: mend this. {broken.sentence}"
    order = [exercise.id for exercise in submission.exercises]
    unwritten = [str(order.index(name) + 1) for name, each in found.items() if each.unwritten]
    what = "Nothing was written yet." if UNTOUCHED in submission.notes else _listed(unwritten)
    # The checks of later exercises use what was written in earlier ones: what is wrong comes before what is not there.
    begin = next(
        exercise for exercise in submission.exercises if exercise.id in found or _is_wrong(exercise, submission)
    )
    do = "begin with" if begin.id in found else "mend"
    return f"{what} What to do first: {do} exercise {order.index(begin.id) + 1}, “{begin.title}”.".strip()


def _is_wrong(exercise: Exercise, submission: Submission) -> bool:
    return any(
        check.exercise == exercise.id and check.max_points and check.outcome is Outcome.FAILED
        for check in submission.checks
    )


def _listed(numbers: list[str]) -> str:
    if not numbers:
        return ""
    if len(numbers) == 1:
        return f"Exercise {numbers[0]} is not written yet."
    return f"Exercises {', '.join(numbers[:-1])} and {numbers[-1]} are not written yet."


def remark(submission: Submission) -> str:
    """The same for the instructor, in a few words; empty where there is no such thing."""
    found = obstacles(submission)
    if broken := next((each.import_error for each in found.values() if each.import_error), ""):
        return clipped(f"cannot be imported: {' '.join(broken.split())}", LIMIT)
    unwritten = [name for name, each in found.items() if each.unwritten]
    wrong = [each.id for each in submission.exercises if each.id not in found and _is_wrong(each, submission)]
    also = f"; wrong: {', '.join(wrong)}" if wrong else ""
    return f"not written yet: {', '.join(unwritten)}{also}" if unwritten else ""
