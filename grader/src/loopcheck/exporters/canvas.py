"""Canvas's gradebook CSV, as its importer reads it.

Canvas finds a student by ID, SIS user ID, SIS login ID, then name. What must stay true: a person without a score is not in
the file, because an empty cell would erase a grade that somebody gave by hand in Canvas.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..course import load_course
from ..gradebook import Entry, Gradebook
from ..results import State
from .model import Export, Options, left_out
from .tables import csv_bytes, points

FILE = "canvas.csv"
COLUMNS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


def export(book: Gradebook, options: Options) -> Export:
    """One file. The assignment's column is titled `Name (id)` as in Canvas's own export, when it is given so."""
    title = options.assignment or load_course().title
    strangers = set(book.unknown)
    unknown = [entry for entry in book.entries if entry.id in strangers]
    known = [entry for entry in book.entries if entry.id not in strangers]
    scored = [entry for entry in known if entry.score is not None]
    unscored = [entry for entry in known if entry.score is None]
    notes = left_out(unscored, "They have no score, and an empty cell would erase a grade given by hand in Canvas.")
    notes += left_out(unknown, "They are not on the roster, so Canvas would not find them.")
    return Export([(FILE, csv_bytes(_rows(book, scored, title)))], notes)


def _possible(book: Gradebook) -> int:
    """What is 100 % in Canvas, which takes scores beyond it: bonus exercises come on top, and lower nobody's percentage."""
    graded = [one.regular_max for one in book.run.submissions if one.state is State.GRADED]
    return max(graded or (entry.max_score for entry in book.entries), default=0)


def _rows(book: Gradebook, scored: list[Entry], title: str) -> Iterator[list[str]]:
    yield [*COLUMNS, title]
    # Canvas looks for these words, white space or not, in the first column.
    yield ["    Points Possible", "", "", "", "", str(_possible(book))]
    for entry in scored:
        person = entry.person
        number = person.canvas_id or (entry.id if not book.has_roster and entry.id.isdigit() else "")
        login = person.login or ("" if number else entry.id)
        yield [person.name or entry.id, number, person.number, login, person.section, points(entry.score)]
