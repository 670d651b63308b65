"""The grade book: the results of a run, joined to the roster and to what the instructor has decided.

A run knows ids and what the suite found. Names, people who handed nothing in, and scores that the instructor has set
live beside it and are joined here, so that every report and every export says the same. What must stay true: nobody
without a score gets one, except from the instructor; everybody on the roster has a line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from .csv_files import TableError, read_table
from .reports.safe_text import for_terminal
from .results import Run, State, Submission
from .roster import MOODLE_PARTICIPANTS, NOBODY, Joined, Person, Roster, join, read_roster
from .submissions.layout_model import NOTHING_KNOWN, HandedIn
from .submissions.names import unique_ids

MISSING = "missing"
"""The state of somebody on the roster who handed nothing in."""

OVERRIDES = "overrides.csv"
ROSTER = "roster.csv"
HANDED_IN = "handed_in.csv"


@dataclass(frozen=True)
class Override:
    """What the instructor has decided for a student. `score` None leaves the suite's score as it is."""

    score: int | None
    comment: str


@dataclass(frozen=True)
class Entry:
    """One student's line. `submission` is None for somebody who handed nothing in."""

    id: str
    person: Person
    submission: Submission | None
    max_score: int
    override: Override | None = None
    handed_in: HandedIn = NOTHING_KNOWN

    @property
    def state(self) -> str:
        return self.submission.state.value if self.submission else MISSING

    @property
    def suite_score(self) -> int | None:
        """What the checks gave; None when there is no score."""
        graded = self.submission is not None and self.submission.state is State.GRADED
        return self.submission.score if self.submission and graded else None

    @property
    def is_overridden(self) -> bool:
        return self.override is not None and self.override.score is not None

    @property
    def score(self) -> int | None:
        """The instructor's score where there is one, else what the checks gave; None is no score, and never 0."""
        if self.override is not None and self.override.score is not None:
            return self.override.score
        return self.suite_score

    @property
    def comment(self) -> str:
        return self.override.comment if self.override else ""

    @property
    def decision(self) -> str:
        """What the instructor has decided and said, for the student; empty when there is nothing."""
        sentences = []
        if self.is_overridden:
            gave = "" if self.suite_score is None else f" (the checks alone gave {self.suite_score})"
            sentences.append(f"Your instructor set this score{gave}.")
        if self.comment:
            sentences.append(f"Your instructor says: {self.comment}")
        return " ".join(sentences)

    @property
    def reported(self) -> Submission | None:
        """The submission as its reports show it: with the instructor's score, and the sentence that says so."""
        if self.submission is None or not self.decision:
            return self.submission
        changes: dict[str, Any] = {"reason": " ".join(filter(None, (self.submission.reason, self.decision)))}
        if self.is_overridden:
            changes = {"reason": self.decision, "state": State.GRADED, "score": self.score}
        return msgspec.structs.replace(self.submission, **changes)


@dataclass(frozen=True)
class Gradebook:
    """All entries: the submissions in the order of the run, then people who handed nothing in, in the roster's order.

    `unknown` are the ids of submissions that nobody on the roster has; `notes` are sentences for the instructor.
    """

    run: Run
    entries: tuple[Entry, ...]
    has_roster: bool = False
    unknown: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def missing(self) -> list[Entry]:
        """Those who handed nothing in."""
        return [entry for entry in self.entries if entry.submission is None]

    @property
    def is_class(self) -> bool:
        """One submission alone is no class: its own page says all."""
        return len(self.entries) > 1

    @property
    def people(self) -> dict[str, Person]:
        return {entry.id: entry.person for entry in self.entries}

    def reported(self) -> Run:
        """The run as reports show it: with the scores and sentences of the instructor."""
        shown = tuple(entry.reported for entry in self.entries if entry.reported)
        return msgspec.structs.replace(self.run, submissions=shown)


def gradebook(
    run: Run,
    roster: Roster | None = None,
    overrides: Mapping[str, Override] | None = None,
    handed_in: Mapping[str, HandedIn] | None = None,
) -> Gradebook:
    """Join a run to what is known beside it."""
    decided = dict(overrides or {})
    known = handed_in or {}
    most = max((one.max_score for one in run.submissions), default=0)
    joined = _joined(run, roster, known) if roster else None
    entries = []
    for one in run.submissions:
        facts = known.get(one.id, NOTHING_KNOWN)
        person = joined.people.get(one.id, NOBODY) if joined else NOBODY
        if person is NOBODY:
            person = Person(name=facts.name, email=facts.email)
        entries.append(Entry(one.id, person, one, one.max_score, decided.pop(one.id, None), facts))
    missing = joined.missing if joined else ()
    taken = [one.id for one in run.submissions]
    names = unique_ids([*taken, *(student.id for student in missing)])[len(taken) :]
    for name, student in zip(names, missing, strict=True):
        entries.append(Entry(name, student.person, None, most, decided.pop(name, None)))
    notes = [*roster.notes, *(joined.notes if joined else ())] if roster else []
    notes += _decided({name: each for name, each in (overrides or {}).items() if name not in decided})
    if joined and run.submissions and not joined.people:
        notes.append("not one submission is on the roster: is it of this course, and of the platform they come from?")
    notes += roster_notes(joined.unknown if joined else (), [entry.id for entry in entries if entry.submission is None])
    notes += [f"{OVERRIDES} names {for_terminal(one)}, who has no line in the grade book" for one in decided]
    return Gradebook(run, tuple(entries), roster is not None, joined.unknown if joined else (), tuple(notes))


def _joined(run: Run, roster: Roster, known: Mapping[str, HandedIn]) -> Joined:
    """By id; with Moodle's participants by name, where the platform said nothing surer."""
    names = {one: facts.name for one, facts in known.items() if facts.name and not facts.email}
    return join(roster, [one.id for one in run.submissions], names if roster.platform == MOODLE_PARTICIPANTS else None)


def roster_notes(unknown: tuple[str, ...], missing: list[str]) -> list[str]:
    """Sentences about ids that nobody on the roster has, and about those on it who handed nothing in."""
    notes = []
    if unknown:
        one = len(unknown) == 1
        notes.append(f"not on the roster: {_names(unknown)}; {'it is' if one else 'they are'} graded all the same")
    if missing:
        has = "there is a line" if len(missing) == 1 else "each has a line"
        notes.append(f"handed nothing in: {_names(missing)}; {has} without a score")
    return notes


def _decided(overrides: Mapping[str, Override]) -> list[str]:
    """Said each time: nobody but the instructor may have written that file."""
    scored = [student for student, override in overrides.items() if override.score is not None]
    return [f"{OVERRIDES} sets the score of {_names(scored)}"] if scored else []


def _names(ids: tuple[str, ...] | list[str], most: int = 10) -> str:
    shown = ", ".join(map(for_terminal, ids[:most]))
    return f"{shown} and {len(ids) - most} more" if len(ids) > most else shown


def open_gradebook(
    folder: Path, run: Run, roster: Path | None = None, handed_in: Mapping[str, HandedIn] | None = None
) -> Gradebook:
    """The grade book of a results folder: `run` with the roster, overrides and hand-in facts that lie beside it.

    `roster` and `handed_in` are used instead of the folder's own. TableError when a file of them cannot be read."""
    own = folder / ROSTER
    path = roster or (own if own.is_file() else None)
    return gradebook(
        run,
        read_roster(path) if path else None,
        read_overrides(folder / OVERRIDES, run),
        read_handed_in(folder / HANDED_IN) if handed_in is None else handed_in,
    )


def read_overrides(path: Path, run: Run) -> dict[str, Override]:
    """The instructor's scores and comments: a CSV file with the columns student_id, score, comment. It need not be there."""
    if not path.is_file():
        return {}
    table = read_table(path)
    shown = for_terminal(str(path))
    if "student_id" not in table.columns or not {"score", "comment"} & set(table.columns):
        raise TableError(f"{shown} needs the columns student_id, score and comment in its first line.")
    limits = {one.id: one.max_score for one in run.submissions}
    most = max(limits.values(), default=0)
    overrides: dict[str, Override] = {}
    for row in table.rows:
        student = row.get("student_id")
        if not student:
            raise TableError(f"{shown} line {row.line} names no student. Fill in student_id or delete the line.")
        if student in overrides:
            raise TableError(f"{shown} line {row.line} names {for_terminal(student)} a second time. Delete one line.")
        score = _override_score(row.get("score"), limits.get(student, most), f"{shown} line {row.line}")
        if score is not None or row.get("comment"):
            overrides[student] = Override(score, row.get("comment"))
    return overrides


def _override_score(text: str, most: int, where: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10) or int(text) > most:
        raise TableError(f"{where}: the score {for_terminal(text[:40])} is not a whole number from 0 to {most}.")
    return int(text)


def read_handed_in(path: Path) -> dict[str, HandedIn]:
    """What the platform said about each submission; the file need not be there."""
    if not path.is_file():
        return {}
    return {
        row.get("student_id"): HandedIn(row.get("name"), row.get("email"), row.get("submitted_at"), row.get("late"))
        for row in read_table(path).rows
    }
