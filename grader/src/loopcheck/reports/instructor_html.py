"""`instructor.html`: the whole run with names and hidden values. Not for students.

What must stay true: everybody in the grade book has a line; the grader's own errors come first; flags and equal files are
facts, without a verdict; nothing of it reaches a student's folder. The hidden details of a large class would make one page
too heavy for a browser: each submission then has a page of its own in `instructor/`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from loopcheck.reports import wording
from loopcheck.reports.html_templates import render
from loopcheck.results import Check, Exercise, Outcome, Run, State, Submission, grader_errors
from loopcheck.roster import NOBODY, Person

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from loopcheck.gradebook import Entry

DETAIL_LIMIT = 20_000
"""Characters of one check's detail on a page; `results.json` has all."""

MOST_ON_ONE_PAGE = 3_000_000
"""Characters of details, with what stands around them, that a browser opens at once without trouble."""
AROUND_A_DETAIL = 300

LETTERS = {
    Outcome.PASSED: ("p", "p"),
    Outcome.FAILED: ("f", "F"),
    Outcome.SKIPPED: ("s", "-"),
    Outcome.GRADER_ERROR: ("e", "!"),
}
"""The class and the letter of each outcome in the table of checks: short, because a large class has many cells."""


@dataclass(frozen=True)
class Row:
    """One submission of the page: who, where its own pages are, and what to show."""

    number: int
    submission: Submission
    person: Person
    folder: str
    """The name of the student's folder, which is safe in a link."""

    @property
    def name(self) -> str:
        return self.person.name or self.submission.id

    @property
    def graded(self) -> bool:
        return self.submission.state is State.GRADED

    @cached_property
    def details(self) -> list[tuple[Check, str]]:
        """The checks that went wrong, each with its detail; what was told just before is not told again."""
        told, before = [], ""
        for check in self.submission.checks:
            if check.outcome in (Outcome.FAILED, Outcome.GRADER_ERROR):
                detail = check.detail or check.message
                told.append((check, wording.SAME if detail and detail == before else detail[:DETAIL_LIMIT]))
                before = detail
        return told

    def letters(self, columns: Sequence[Check]) -> list[tuple[str, str]]:
        """Class and letter for each column of the table of checks; empty where the submission has no such check."""
        outcomes = {(check.exercise, check.id): check.outcome for check in self.submission.checks}
        found = (outcomes.get((each.exercise, each.id)) for each in columns)
        return [LETTERS[outcome] if outcome else ("s", "") for outcome in found]


def instructor_pages(
    run: Run,
    folders: Mapping[str, str],
    roster: Mapping[str, Person] | None = None,
    missing: Sequence[Entry] = (),
) -> Iterator[tuple[str, str]]:
    """The pages, each with its path: `instructor.html`, and for a large class one page per submission.

    `folders` maps ids to the folders of the students' pages. `missing` are the lines of those who handed nothing in.
    """
    people = roster or {}
    rows = [
        Row(number, submission, people.get(submission.id, NOBODY), folders[submission.id])
        for number, submission in enumerate(run.submissions, start=1)
    ]
    characters = sum(AROUND_A_DETAIL + len(detail) for row in rows for _, detail in row.details)
    one_page = characters <= MOST_ON_ONE_PAGE
    if not one_page:
        for row in rows:
            yield f"instructor/{row.folder}.html", render("instructor_submission.html", row=row)
    yield "instructor.html", _overview(run, rows, missing, one_page)


def _overview(run: Run, rows: Sequence[Row], missing: Sequence[Entry], one_page: bool) -> str:
    sections = _sections(run)
    return render(
        "instructor.html",
        run=run,
        rows=rows,
        missing=missing,
        one_page=one_page,
        named=any(person.name for person in (*(row.person for row in rows), *(entry.person for entry in missing))),
        sections=sections,
        columns=[check for _, checks in sections for check in checks],
        broken=[
            row for row in rows if row.submission.state is State.INFRASTRUCTURE_ERROR or grader_errors(row.submission)
        ],
        equal=_equal(rows),
        flagged=[row for row in rows if row.submission.flags],
    )


def _sections(run: Run) -> list[tuple[Exercise, list[Check]]]:
    """Every exercise with every check that a graded submission has, in the order of their first appearance."""
    exercises: dict[str, Exercise] = {}
    checks: dict[str, dict[str, Check]] = {}
    for submission in run.submissions:
        if submission.state is State.GRADED:
            for exercise, its_checks in wording.by_exercise(submission):
                exercises.setdefault(exercise.id, exercise)
                known = checks.setdefault(exercise.id, {})
                for check in its_checks:
                    known.setdefault(check.id, check)
    return [(exercise, list(checks[name].values())) for name, exercise in exercises.items()]


def _equal(rows: Sequence[Row]) -> list[list[Row]]:
    """Submissions whose graded files are the same, byte for byte."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if row.submission.digest:
            groups.setdefault(row.submission.digest, []).append(row)
    return [group for group in groups.values() if len(group) > 1]
