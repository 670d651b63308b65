"""Writes the reports of a run into a folder.

What must stay true: `results.json` is written first, since every other report can be made from it again; and nothing is
written outside the folder, whatever a student's id is.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from loopcheck import results
from loopcheck.gradebook import Gradebook
from loopcheck.reports.folders import folder_names
from loopcheck.reports.grades_csv import grades_csv, grades_table
from loopcheck.reports.safe_text import clipped, for_terminal
from loopcheck.reports.student_html import feedback_html
from loopcheck.reports.student_markdown import feedback_markdown
from loopcheck.reports.writing import ReportError, write_whole
from loopcheck.results import Run
from loopcheck.roster import Person

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path


def write_reports(
    out: Path, run: Run, roster: Mapping[str, Person] | None = None, book: Gradebook | None = None
) -> list[Path]:
    """Write every report into `out`, and return their paths. A grade book says more than a roster: what the instructor has
    decided shows in every report but `results.json` and `class.html`, which hold what the checks gave.

    They are `students/<id>/feedback.md` and `.html`, `grades.csv` and `results.json`; for a class also `class.html`, and
    `instructor.html`, which has pages in `instructor/` when the class is large.
    ReportError when one cannot be written; files that are there already are then old or new, and whole.
    """
    written = []
    for path, content in _reports(out, run, roster, book):
        write_whole(path, content)
        written.append(path)
    return written


def _reports(
    out: Path, run: Run, roster: Mapping[str, Person] | None, book: Gradebook | None
) -> Iterator[tuple[Path, bytes | Iterable[bytes]]]:
    counts = Counter(submission.id for submission in run.submissions)
    twice = [for_terminal(clipped(student, 100)) for student, count in counts.items() if count > 1]
    if twice:
        raise ReportError(f"two submissions have the same id ({', '.join(twice)}): give each its own and grade again")
    folders = folder_names(counts)
    yield out / "results.json", results.encoded_parts(run)
    yield out / "grades.csv", (grades_table(book) if book else grades_csv(run, roster)).encode("utf-8")
    shown = book.reported() if book else run
    for submission in shown.submissions:
        folder = out / "students" / folders[submission.id]
        yield folder / "feedback.md", feedback_markdown(submission).encode("utf-8")
        yield folder / "feedback.html", feedback_html(submission).encode("utf-8")
    # One submission is no class, unless it is the only one of a roster; its own page says all, and it is read at once.
    if book.is_class if book else len(run.submissions) > 1:
        from loopcheck.reports.class_html import class_html
        from loopcheck.reports.instructor_html import instructor_pages

        yield out / "class.html", class_html(run).encode("utf-8")
        people, missing = (book.people, book.missing) if book else (roster, ())
        for name, page in instructor_pages(shown, folders, people, missing):
            yield out / name, page.encode("utf-8")
