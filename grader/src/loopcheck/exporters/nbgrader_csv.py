"""The CSV file that `nbgrader export` writes: the same columns in the same order.

Two things are better here: cells are quoted, so that a comma in a name breaks no row, and somebody without a score has an
empty cell where nbgrader writes 0.0. What must stay true: no late penalty is computed; that is the platform's business.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..course import load_course
from ..gradebook import Entry, Gradebook
from .model import Export, Options
from .tables import csv_bytes

FILE = "nbgrader.csv"
COLUMNS = (
    "assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email",
    "raw_score", "late_submission_penalty", "score", "max_score",
)  # fmt: skip


def export(book: Gradebook, options: Options) -> Export:
    """One file."""
    assignment = options.assignment or load_course().package
    return Export([(FILE, csv_bytes(_rows(book, assignment)))])


def _rows(book: Gradebook, assignment: str) -> Iterator[list[str]]:
    yield list(COLUMNS)
    for entry in book.entries:
        first, last = _names(entry)
        score = "" if entry.score is None else f"{entry.score}.0"
        penalty = "" if entry.score is None else "0.0"
        person = [entry.id, last, first, entry.person.email]
        yield [assignment, "", entry.handed_in.submitted_at, *person, score, penalty, score, f"{entry.max_score}.0"]


def _names(entry: Entry) -> tuple[str, str]:
    """First and last name. Where only the whole name is known it is not taken apart, but for "Last, First"."""
    person = entry.person
    if person.first_name or person.last_name:
        return person.first_name, person.last_name
    last, comma, first = person.name.partition(", ")
    return (first, last) if comma else ("", person.name)
