"""A CSV file for Moodle's grade import, with a column of feedback.

When importing, map "Email address" or "ID number" to the user, and the item's two columns to its grade and its feedback.
What must stay true: nobody is in the file whom Moodle would not find, since one such row ends the whole import; and nobody
without a score, because an empty cell is a grade of 0 in a new item and erases a grade given by hand in an old one.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..course import load_course
from ..gradebook import Entry, Gradebook
from .model import Export, ExportError, Options, left_out
from .tables import csv_bytes, points
from .texts import summary

FILE = "moodle.csv"


def export(book: Gradebook, options: Options) -> Export:
    """One file."""
    item = options.assignment or load_course().title
    unscored = [entry for entry in book.entries if entry.score is None]
    scored = [entry for entry in book.entries if entry.score is not None]
    # An id that is an address may be the address of somebody on the roster whose submission it is not.
    unknown = set(book.unknown)
    addresses = {entry.person.email.casefold() for entry in book.entries if entry.id not in unknown}
    strangers = {name for name in unknown if name.casefold() in addresses}
    rows = [entry for entry in scored if entry.id not in strangers and (_email(entry) or entry.person.number)]
    known = {entry.id for entry in rows}
    nobody = [entry for entry in scored if entry.id not in known]
    if nobody and not rows:
        why = "the roster has none of these submissions" if book.has_roster else "none is known"
        raise ExportError(
            f"Moodle finds people by email address or ID number, and {why}. Give a --roster that has them: "
            "the participants, or after blind marking the grading worksheet."
        )
    notes = left_out(unscored, "They have no score, and an empty cell would be a 0 or erase a grade given by hand.")
    notes += left_out(
        nobody, "Neither an email address nor an ID number of theirs is known: give a --roster that has them."
    )
    notes += _mapping(rows)
    return Export([(FILE, csv_bytes(_rows(rows, item)))], notes)


def _mapping(rows: list[Entry]) -> tuple[str, ...]:
    """Which column identifies everybody: a blank one would give the row's grade to nobody."""
    if all(map(_email, rows)):
        return ('when importing, map "Email address" to the user\'s email address',)
    if all(entry.person.number for entry in rows):
        return ('when importing, map "ID number" to the user\'s ID number: not everybody has an email address here',)
    return ("some have no email address and others no ID number: import the file twice, once by each",)


def _email(entry: Entry) -> str:
    """The email address; an id may be one."""
    return entry.person.email or (entry.id if "@" in entry.id else "")


def _rows(entries: list[Entry], item: str) -> Iterator[list[str]]:
    yield ["Email address", "ID number", item, f"{item} (feedback)"]
    for entry in entries:
        yield [_email(entry), entry.person.number, points(entry.score), summary(entry)]
