"""`grades.csv`: one row per submission, for spreadsheets and course platforms.

What must stay true: a score cell is empty unless the submission was graded, and where it is empty the row says why;
columns stay in one order, and no cell is a formula. Lines end in a line feed; a cell may hold commas, quotes and line
breaks.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loopcheck.reports.safe_text import for_csv_cell
from loopcheck.results import Run, State, Submission

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


@dataclass(frozen=True)
class Person:
    """Who a submission belongs to, as the roster says. A run knows ids only."""

    name: str = ""
    email: str = ""


NOBODY = Person()


def grades_csv(run: Run, roster: Mapping[str, Person] | None = None, exercises: Sequence[str] | None = None) -> str:
    """The grade file. `roster` maps student ids to people; `exercises` is the order of the exercises' columns.

    Without `exercises` the columns are in the order of the first graded submission, then any others.
    """
    people = roster or {}
    columns = list(exercises) if exercises is not None else _exercise_ids(run)
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    header = ["student_id", "name", "email", "state", "score", "max_score", *columns, "misconception", "reason"]
    writer.writerow([for_csv_cell(cell) for cell in header])
    for submission in run.submissions:
        cells = _row(submission, people.get(submission.id, NOBODY), columns)
        writer.writerow([for_csv_cell(cell) for cell in cells])
    return text.getvalue()


def _exercise_ids(run: Run) -> list[str]:
    """Every exercise that a graded submission has, in the order of their first appearance."""
    graded = (submission for submission in run.submissions if submission.state is State.GRADED)
    return list(dict.fromkeys(exercise.id for submission in graded for exercise in submission.exercises))


def _row(submission: Submission, person: Person, columns: Sequence[str]) -> Iterator[str]:
    graded = submission.state is State.GRADED
    yield from (submission.id, person.name, person.email, submission.state.value)
    yield str(submission.score) if graded and submission.score is not None else ""
    yield str(submission.max_score)
    points = {exercise.id: str(exercise.points) for exercise in submission.exercises} if graded else {}
    yield from (points.get(column, "") for column in columns)
    yield "; ".join(mistake.name for mistake in submission.mistakes) if graded else ""
    # Last: readers that know the columns before it find them where they were.
    yield "" if graded else submission.reason
