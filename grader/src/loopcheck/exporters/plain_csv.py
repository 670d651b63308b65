"""The plain grade file, `grades.csv`, made anew from the results, the roster and the instructor's own scores."""

from __future__ import annotations

from ..gradebook import Gradebook
from ..reports.grades_csv import grades_table
from .model import Export, Options


def export(book: Gradebook, _: Options) -> Export:
    """One file."""
    return Export([("grades.csv", grades_table(book).encode("utf-8"))])
