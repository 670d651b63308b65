"""One gradebook: the results of the code exercise beside the notebook's in nbgrader's database, and one export of both.

What must stay true: the scores of the gradebook are those that every report of `loopcheck grade` shows, the instructor's own
among them; who has no score there has none here, never a 0; and a weighted total needs all of its parts.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..course import CourseError
from ..gradebook import Entry, Gradebook, open_gradebook
from ..reports.safe_text import for_csv_cell
from ..results import State, decode
from .build import Student
from .nbgrader_course import CourseFolder, enter_student
from .settings import quiz_settings

NOTEBOOK = "code"
"""The "notebook" of the code exercise in nbgrader's tables: each of its exercises is one grade cell of it."""


def read_results(path: Path) -> Gradebook:
    """The results of `loopcheck grade`, with the roster and the overrides that lie beside them."""
    file = path / "results.json" if path.is_dir() else path
    try:
        run = decode(file.read_bytes())
    except (OSError, ValueError) as error:  # what msgspec raises is a ValueError
        raise CourseError(f"{file} is no results.json of `loopcheck grade`: {error}") from error
    return open_gradebook(file.parent, run)


def enter_code_results(course: CourseFolder, book: Gradebook) -> int:
    """Put the results of the code exercise into the gradebook; the number of students who got a score there."""
    name = quiz_settings().code_assignment
    graded = [each for each in book.run.submissions if each.state is State.GRADED]
    if not graded:
        raise CourseError("results.json holds no graded submission: there is nothing to enter")
    with course.api() as api, api.gradebook as gradebook:
        gradebook.update_or_create_assignment(name)
        gradebook.update_or_create_notebook(NOTEBOOK, name)
        for exercise in graded[0].exercises:
            gradebook.update_or_create_grade_cell(
                exercise.id, NOTEBOOK, name, max_score=float(exercise.max_points), cell_type="code"
            )
        for entry in book.entries:
            enter_student(gradebook, Student(entry.id, entry.person.name, entry.person.email))
            if entry.submission or entry.is_overridden:
                _enter(gradebook, name, entry)
            else:
                _take_back(gradebook, name, entry.id)
        gradebook.db.commit()
    return sum(entry.score is not None for entry in book.entries)


def _enter(gradebook: Any, assignment: str, entry: Entry) -> None:
    gradebook.update_or_create_submission(assignment, entry.id)
    points = (
        {exercise.id: float(exercise.points) for exercise in entry.submission.exercises} if entry.submission else {}
    )
    for grade in gradebook.find_submission_notebook(NOTEBOOK, assignment, entry.id).grades:
        # No score is None, and wants a look: never a 0.
        grade.auto_score = None if entry.suite_score is None else points.get(grade.name)
        # The instructor's score is one for the whole; nbgrader knows scores of cells alone, so each gets its share.
        share = grade.max_score / entry.max_score
        grade.manual_score = entry.score * share if entry.is_overridden and entry.score is not None else None
        grade.needs_manual_grade = grade.auto_score is None and grade.manual_score is None


def _take_back(gradebook: Any, assignment: str, student: str) -> None:
    """Of somebody who handed nothing in here: what another run of `loopcheck grade` gave stays, but a score that the
    instructor has set once and does not set any more goes."""
    from nbgrader.api import MissingEntry

    try:
        submission = gradebook.find_submission(assignment, student)
    except MissingEntry:
        return
    grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
    for grade in grades:
        grade.manual_score = None
    if all(grade.auto_score is None for grade in grades):
        gradebook.remove_submission(assignment, student)


@dataclass(frozen=True)
class Total:
    """One student's line in the export. A score is None when there is none."""

    student: str
    name: str
    code: float | None
    code_most: float
    quiz: float | None
    quiz_most: float
    remark: str = ""

    def total(self) -> float | None:
        """The weighted total in percent; None when a part that counts is missing."""
        weights = quiz_settings().weights
        parts = [(weights["code"], self.code, self.code_most), (weights["quiz"], self.quiz, self.quiz_most)]
        counting = [part for part in parts if part[0] > 0]
        if any(score is None or not most for _, score, most in counting):
            return None
        share = sum(weight * (score or 0.0) / most for weight, score, most in counting)
        return 100 * share / sum(weight for weight, _, _ in counting)


def totals(course: CourseFolder) -> Iterator[Total]:
    """Every student of the gradebook, in the order of their ids."""
    settings = quiz_settings()
    with course.api() as api, api.gradebook as gradebook:
        for student in sorted(gradebook.students, key=lambda each: str(each.id)):
            code, code_most, code_remark = _scores(gradebook, settings.code_assignment, student.id, "code")
            quiz, quiz_most, quiz_remark = _scores(gradebook, settings.assignment, student.id, "notebook")
            full_name = " ".join(filter(None, [student.first_name, student.last_name]))
            remark = "; ".join(filter(None, [code_remark, quiz_remark]))
            yield Total(student.id, full_name, code, code_most, quiz, quiz_most, remark)


def _scores(gradebook: Any, assignment: str, student: str, what: str) -> tuple[float | None, float, str]:
    """Score, the most there is, and what is to be said about it."""
    from nbgrader.api import MissingEntry

    try:
        submission = gradebook.find_submission(assignment, student)
    except MissingEntry:
        return None, _most(gradebook, assignment), f"no {what} handed in"
    grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
    scored = [grade for grade in grades if grade.auto_score is not None or grade.manual_score is not None]
    automatic = [grade for grade in grades if grade.auto_score is not None]
    if not scored or (not automatic and len(scored) < len(grades)):
        return None, float(submission.max_score), f"{what} could not be graded"
    unmarked = len(grades) - len(scored)
    remark = (
        f"{unmarked} answer{'' if unmarked == 1 else 's'} of the {what} still to be marked by hand" if unmarked else ""
    )
    if what == "code" and any(grade.manual_score is not None for grade in grades):
        remark = "the instructor set the score of the code"
    return float(submission.score), float(submission.max_score), remark


def _most(gradebook: Any, assignment: str) -> float:
    """The most points that there are, for whoever handed nothing in; 0 for what nobody handed in."""
    from nbgrader.api import MissingEntry

    try:
        return float(gradebook.find_assignment(assignment).max_score)
    except MissingEntry:
        return 0.0


def totals_csv(rows: Iterator[Total]) -> str:
    """The export: points of both parts, and the weighted total in percent."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["student_id", "name", "code", "code_max", "quiz", "quiz_max", "total_percent", "remark"])
    for each in rows:
        total = each.total()
        cells = [each.student, each.name, _number(each.code), _number(each.code_most), _number(each.quiz)]
        cells += [_number(each.quiz_most), "" if total is None else f"{total:.1f}", each.remark]
        writer.writerow([for_csv_cell(cell) for cell in cells])
    return text.getvalue()


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"
