"""Credit for one answer, and what the student reads about it.

`mark` is what a test cell of the notebook calls. What must stay true: the answer is compared with what the *student whose
submission it is* was asked, never with the id that somebody typed; the credit is a finite number from 0 to the points of
the question; and what is printed holds no code of ours, and nothing of another student's.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .bank import numbers_of, question_of
from .settings import quiz_settings
from .support import form_problem, same_student

ID_VARIABLE = "STUDENT_ID"
OTHER_ID = (
    "Not counted: the id in the first cell is not yours, so these answers are for somebody else's numbers. Type your own id, "
    "answer for your own numbers, and hand the notebook in again."
)


@dataclass(frozen=True)
class Marking:
    """Whose notebook is being marked. `quiz_id` is the id that this student should have typed; `trouble` maps a question
    to the reason why it has no value; `explain` says that explanations may be shown."""

    quiz_id: str
    trouble: Mapping[str, str]
    explain: bool = True


_marking: ContextVar[Marking | None] = ContextVar("marking", default=None)


@contextmanager
def marking(of: Marking) -> Iterator[None]:
    """Within it, `mark` marks this student's answers."""
    token = _marking.set(of)
    try:
        yield
    finally:
        _marking.reset(token)


@dataclass(frozen=True)
class Mark:
    """The credit for one answer, from 0 to 1, and what the student reads."""

    credit: float
    text: str


def mark(question_id: str, names: Mapping[str, Any]) -> float:
    """Print what the student reads, and return the points: the last line of a test cell."""
    now = _marking.get() or Marking(_student_of_folder() or str(names.get(ID_VARIABLE) or ""), {})
    result = marked(question_id, names.get(question_id), str(names.get(ID_VARIABLE) or ""), now)
    print(result.text)
    return clamped(result.credit * question_of(question_id).points, question_of(question_id).points)


def marked(question_id: str, given: object, typed_id: str, now: Marking) -> Mark:
    """The mark for one answer."""
    question = question_of(question_id)
    n = numbers_of(question, quiz_settings().salt, now.quiz_id)
    explanation = question.explain(n) if now.explain else ""
    if question_id in now.trouble:
        return Mark(0.0, _lines(f"No answer: {now.trouble[question_id]}.", explanation))
    if given is None:
        return Mark(0.0, _lines("No answer.", explanation))
    if other_id(typed_id, now.quiz_id):
        return Mark(0.0, OTHER_ID)
    right = question.answer(n)
    form = form_problem(question.kind.public(), given)
    credit, said = question.kind.credit(given, right), ""
    if form:
        said = f"Expected is {question.kind.words}, but it is {form}."
    elif credit < 1:
        credit, said = max(
            [
                (credit, ""),
                *((m.credit, m.sentence) for m in question.mistakes(n) if question.kind.credit(given, m.answer) == 1),
            ],
            key=lambda each: (each[0], bool(each[1])),
        )
    return Mark(credit, _lines(_verdict(credit), said, explanation))


def _lines(*said: str) -> str:
    return "\n".join(filter(None, said))


def _verdict(credit: float) -> str:
    if credit == 1:
        return "Right."
    return f"Partly right: {credit:.0%} of the points." if credit > 0 else "Not right."


def other_id(typed: str, quiz_id: str) -> bool:
    """Whether somebody else's id was typed: then these are answers for somebody else's numbers, and none of them counts."""
    return bool(same_student(typed)) and same_student(typed) != same_student(quiz_id)


def clamped(points: float, most: float) -> float:
    """Finite, and from 0 to the most that there is."""
    return min(max(float(points), 0.0), float(most)) if math.isfinite(points) else 0.0


def _student_of_folder() -> str:
    """With nbgrader's own autograder: the student whose folder this is, .../autograded/STUDENT/ASSIGNMENT."""
    here = Path.cwd()
    grading = os.environ.get("NBGRADER_EXECUTION") == "autograde"
    return here.parent.name if grading or here.parent.parent.name == "autograded" else ""
