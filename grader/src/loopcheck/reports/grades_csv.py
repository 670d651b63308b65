"""`grades.csv`: one row per submission, for spreadsheets and course platforms.

What must stay true: a score cell is empty unless the submission was graded or the instructor has set a score, and where it
is empty the row says why; columns stay in one order, and no cell is a formula. Lines end in a line feed; a cell may hold
commas, quotes and line breaks.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from loopcheck.gradebook import Entry, Gradebook
from loopcheck.reports.obstacles import remark
from loopcheck.reports.safe_text import for_csv_cell
from loopcheck.results import Run, State
from loopcheck.roster import NOBODY, Person

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

COLUMNS = ("student_id", "name", "email", "state", "score", "max_score")
OVERRIDE_COLUMNS = ("suite_score", "override_comment")
"""Only where the instructor has set a score or written a comment: `score` is then theirs, and this what the checks gave."""


def grades_csv(run: Run, roster: Mapping[str, Person] | None = None, exercises: Sequence[str] | None = None) -> str:
    """The grade file of a run. `roster` maps student ids to people; `exercises` is the order of the exercises' columns.

    Without `exercises` the columns are in the order of the first graded submission, then any others.
    """
    people = roster or {}
    entries = (Entry(one.id, people.get(one.id, NOBODY), one, one.max_score) for one in run.submissions)
    return grades_table(Gradebook(run, tuple(entries)), exercises)


def grades_table(book: Gradebook, exercises: Sequence[str] | None = None) -> str:
    """The grade file of a grade book: people who handed nothing in have a row too."""
    columns = list(exercises) if exercises is not None else _exercise_ids(book.run)
    overridden = any(entry.override for entry in book.entries)
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    header = [*COLUMNS, *columns, "misconception", "reason", *(OVERRIDE_COLUMNS if overridden else ())]
    writer.writerow([for_csv_cell(cell) for cell in header])
    for entry in book.entries:
        cells = [*_row(entry, columns), *(_override(entry) if overridden else ())]
        writer.writerow([for_csv_cell(cell) for cell in cells])
    return text.getvalue()


def _exercise_ids(run: Run) -> list[str]:
    """Every exercise that a graded submission has, in the order of their first appearance."""
    graded = (submission for submission in run.submissions if submission.state is State.GRADED)
    return list(dict.fromkeys(exercise.id for submission in graded for exercise in submission.exercises))


def _row(entry: Entry, columns: Sequence[str]) -> Iterator[str]:
    submission = entry.submission if entry.submission and entry.submission.state is State.GRADED else None
    yield from (entry.id, entry.person.name, entry.person.email, entry.state)
    yield _points(entry.score)
    yield str(entry.max_score)
    points = {exercise.id: str(exercise.points) for exercise in submission.exercises} if submission else {}
    yield from (points.get(column, "") for column in columns)
    yield "; ".join(mistake.name for mistake in submission.mistakes) if submission else ""
    # Last: readers that know the columns before it find them where they were.
    yield _reason(entry)


def _reason(entry: Entry) -> str:
    """Why the checks gave no score, or what they could not see."""
    if entry.submission is None:
        return "nothing was handed in"
    return remark(entry.submission) if entry.submission.state is State.GRADED else entry.submission.reason


def _override(entry: Entry) -> Iterator[str]:
    yield _points(entry.suite_score) if entry.is_overridden else ""
    yield entry.comment


def _points(score: int | None) -> str:
    return "" if score is None else str(score)
