"""A results folder: what `loopcheck grade` writes beside the reports, and reads again for `report`, `regrade` and `export`.

results.json      all results                        grading.json    which submissions, in which layout
timings.csv       seconds per submission             handed_in.csv   what the platform said: names, times, late or not
identical.csv     submissions that are the same      roster.csv      the roster, as it was given
changed_files.csv provided files that differ from the template
overrides.csv     the instructor's own scores: written by the instructor, only read here
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from .changed_files import FILE as CHANGED_FILES
from .changed_files import ChangedFiles
from .csv_files import TableError
from .exporters.tables import csv_bytes
from .gradebook import HANDED_IN, ROSTER, Gradebook, open_gradebook
from .identical import FILE as IDENTICAL
from .identical import Identical
from .reports import files
from .reports.safe_text import for_terminal
from .reports.writing import write_whole
from .results import Run
from .roster import read_roster
from .stored_results import GRADING, Grading
from .submissions.layout_model import HandedIn

TIMINGS = "timings.csv"


def write_pages(
    out: Path, run: Run, roster: Path | None = None, handed_in: Mapping[str, HandedIn] | None = None
) -> Gradebook:
    """Write every report of a run, with the names and decisions that lie beside it; the grade book says what was missing.

    A roster or overrides that cannot be read are the instructor's to mend: the reports are written without them first, so
    that no result is lost, and then TableError is raised."""
    book, problem = write_what_can_be(out, run, roster, handed_in)
    if book is None:
        raise TableError(problem)
    return book


def write_what_can_be(
    out: Path, run: Run, roster: Path | None = None, handed_in: Mapping[str, HandedIn] | None = None
) -> tuple[Gradebook | None, str]:
    """Like `write_pages`, for whoever has more to write: the grade book, or the sentence that says why there is none."""
    try:
        book = open_gradebook(out, run, roster, handed_in)
    except TableError as error:
        files.write_reports(out, run)
        return None, str(error)
    files.write_reports(out, run, book=book)
    return book, ""


def write_facts(
    out: Path,
    grading: Grading,
    seconds: Mapping[str, float],
    handed_in: Mapping[str, HandedIn],
    identical: Identical,
    changed: ChangedFiles,
    roster: Path | None,
) -> None:
    """Write what is no report. It comes after the reports: results.json is first, since all else can be made again."""
    write_whole(out / GRADING, msgspec.json.format(msgspec.json.encode(grading), indent=1) + b"\n")
    timings = [["student_id", "seconds"], *([name, f"{took:.3f}"] for name, took in sorted(seconds.items()))]
    write_whole(out / TIMINGS, csv_bytes(timings))
    write_whole(out / IDENTICAL, identical.csv())
    write_whole(out / CHANGED_FILES, changed.csv())
    if handed_in:
        rows = [["student_id", "name", "email", "submitted_at", "late"]]
        for name, facts in sorted(handed_in.items()):
            rows.append([name, facts.name, facts.email, facts.submitted_at, facts.late])
        write_whole(out / HANDED_IN, csv_bytes(rows))
    else:  # of an earlier run, perhaps of other submissions
        with contextlib.suppress(OSError):
            (out / HANDED_IN).unlink(missing_ok=True)
    if roster and roster.resolve() != (out / ROSTER).resolve():
        read_roster(roster)  # one that became unreadable meanwhile replaces none that can be read
        try:
            data = roster.read_bytes()
        except OSError as error:
            raise TableError(f"{for_terminal(str(roster))} cannot be read any more: {error.strerror}.") from error
        write_whole(out / ROSTER, data)
