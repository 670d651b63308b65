"""The one result model: what grading a submission came to.

It knows nobody: every report and every export is made from it, and nothing else. What must stay true: the same
submission, the same seed and the same suite give the same bytes. So there are no times in here, no paths of this
machine, and no order that depends on a hash seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any, TypeVar

import msgspec

SCHEMA = "loopcheck/results/1"

Points = Annotated[int, msgspec.Meta(ge=0)]


class Outcome(StrEnum):
    """How one check ended."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    """It waits for another check that is not passed."""
    GRADER_ERROR = "grader_error"
    """Our fault. It never costs points, and the run exits non-zero."""


class State(StrEnum):
    """How grading one submission ended."""

    GRADED = "graded"
    UNGRADABLE = "ungradable"
    """There is nothing to grade, for a reason that the student can read. The score is empty, never a silent 0."""
    INFRASTRUCTURE_ERROR = "infrastructure_error"
    """The machine or the grader failed. Grade again."""


class Disclosure(StrEnum):
    """How much of a failed hidden check its student may see."""

    FULL = "full"
    """What the submission did and what was expected: for figures that the course publishes anyway."""
    ACTUAL_ONLY = "actual-only"
    """What the submission did, and no expected value."""
    SENTENCE = "sentence"
    """The sentence of the check alone."""


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One check of the hidden suite on one submission.

    `message` is for the student and obeys the check's disclosure; `detail` is for the instructor and hides nothing.
    """

    id: str
    exercise: str
    sentence: str
    outcome: Outcome
    points: Points
    max_points: Points
    message: str = ""
    detail: str = ""
    waits_for: str = ""
    """The id of the check that must pass first, when `outcome` is skipped."""
    ended_by: str = ""
    """What ended the submission's process, when something had to: for example "pytest-timeout"."""


class Exercise(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The sum of one exercise's checks. What is said of bonus exercises alone is left out of the JSON of all others."""

    id: str
    title: str
    points: Points
    max_points: Points
    bonus: bool = False
    """Its points come on top of the others'."""
    absent: bool = False
    """A bonus exercise of which nothing was handed in: its module is not there, or is the template's."""


class Mistake(msgspec.Struct, frozen=True, kw_only=True):
    """A mistake that was recognised: a known wrong solution that does exactly what this submission does.

    `explanation` is plain text in paragraphs; the first one names the mistake.
    """

    exercise: str
    name: str
    explanation: str


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one submission. `score` is None unless it was graded."""

    id: str
    state: State
    reason: str = ""
    """Why there is no score: a sentence for the student."""
    score: Points | None = None
    max_score: Points
    exercises: tuple[Exercise, ...] = ()
    checks: tuple[Check, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    notes: tuple[str, ...] = ()
    """Facts for the student about what was graded: which folder was taken, which files were put back."""
    flags: tuple[str, ...] = ()
    """Facts for the instructor, without a verdict: modules that touch the interpreter's internals."""
    digest: str = ""
    """SHA-256 over the names and bytes of what was graded."""
    sandbox: str = ""
    """The isolation that its processes said they had reached; empty when none of its code ran."""

    @property
    def regular_max(self) -> int:
        """What all exercises but the bonus ones are worth: that is 100 %."""
        return self.max_score - sum(exercise.max_points for exercise in self.exercises if exercise.bonus)


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """All results of one `loopcheck grade`, in the order of the submissions' ids."""

    schema: str = SCHEMA
    suite: str
    """Version of loopcheck and a digest of the hidden suite: results of different suites are not comparable."""
    python: str
    sandbox: str
    """The isolation that students' code ran in: of what its submissions reached the weakest."""
    seed: int
    """The seed of the random schedules. It is a secret of the course until the marks are out."""
    submissions: tuple[Submission, ...]


class ResultOf(msgspec.Struct, frozen=True):
    """Whose a result is, and whether it has a score."""

    id: str
    state: State


class Outline(msgspec.Struct, frozen=True):
    """What `results.json` says of everybody, without what was found."""

    schema: str
    submissions: tuple[ResultOf, ...]


T = TypeVar("T", Run, Outline)


def grader_errors(submission: Submission) -> tuple[Check, ...]:
    """The checks that ended through our own fault."""
    return tuple(check for check in submission.checks if check.outcome is Outcome.GRADER_ERROR)


def encode(run: Run) -> bytes:
    """`results.json`: indented, in the order of the fields, ending in a newline."""
    return b"".join(encoded_parts(run))


def encoded_parts(run: Run) -> Iterator[bytes]:
    """The same, submission by submission: the whole text of a large class is many times its results in memory.

    A lone surrogate, as in a folder name that is not UTF-8, is written as a visible escape."""
    whole = _indented(msgspec.structs.replace(run, submissions=()))
    before, _, after = whole.rpartition(b"[]")
    if not run.submissions:
        yield whole + b"\n"
        return
    yield before + b"["
    for number, submission in enumerate(run.submissions):
        # JSON has no line breaks inside its strings, so every one is followed by indentation.
        yield (b"," if number else b"") + b"\n  " + _indented(submission).replace(b"\n", b"\n  ")
    yield b"\n ]" + after + b"\n"


def _indented(part: Run | Submission) -> bytes:
    try:
        encoded = msgspec.json.encode(part)
    except UnicodeEncodeError:
        encoded = msgspec.json.encode(_encodable(msgspec.to_builtins(part)))
    return msgspec.json.format(encoded, indent=1)


def _encodable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, (list, tuple)):
        return [_encodable(item) for item in value]
    if isinstance(value, dict):
        return {key: _encodable(item) for key, item in value.items()}
    return value


def decode(data: bytes) -> Run:
    """Read `results.json` back; raises msgspec.ValidationError where it does not have this shape."""
    return _of_this_version(msgspec.json.decode(data, type=Run))


def decode_outline(data: bytes) -> Outline:
    """The same without the checks, which are a hundred times as much; raises what `decode` raises."""
    return _of_this_version(msgspec.json.decode(data, type=Outline))


def _of_this_version(read: T) -> T:
    if read.schema != SCHEMA:
        raise msgspec.ValidationError(f"schema is {read.schema!r}, this version reads {SCHEMA!r}")
    return read
