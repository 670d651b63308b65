"""`quiz_grades.csv`: a row for each notebook that was graded, now or earlier, and for everybody who handed none in.

What must stay true: grading a part of the class changes the rows of that part alone; everybody on the roster has a row; and
who has no score has an empty cell, never a 0.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..csv_files import read_table
from ..gradebook import MISSING, roster_notes
from ..reports.safe_text import for_csv_cell
from .build import Student
from .grade import Graded

FILE = "quiz_grades.csv"
COLUMNS = ("student_id", "name", "state", "score", "max_score", "to_mark_by_hand", "sandbox", "remark")
Row = Mapping[str, str]


@dataclass(frozen=True)
class Class:
    """Who there is: the students of the roster, if there is one, the ids that are graded now, and the rows of earlier
    runs by their ids."""

    roster: Sequence[Student]
    graded: frozenset[str]
    earlier: Mapping[str, Row]

    @property
    def kept(self) -> dict[str, Row]:
        """Earlier rows that stay: of those who are not graded now. Who is missing is said anew where there is a roster."""
        return {
            name: row
            for name, row in self.earlier.items()
            if name not in self.graded and not (self.roster and row["state"] == MISSING)
        }

    @property
    def missing(self) -> list[Student]:
        """Those of the roster who handed in no notebook, now or earlier."""
        return [each for each in self.roster if each.id not in self.graded and each.id not in self.kept]

    def notes(self) -> list[str]:
        """Sentences for the instructor."""
        known = {each.id for each in self.roster}
        unknown = tuple(sorted(self.graded - known)) if known else ()
        notes = roster_notes(unknown, [each.id for each in self.missing])
        if self.kept:
            notes.append(f"{FILE} keeps the rows of earlier runs: {len(self.kept)}")
        return notes


def earlier_rows(path: Path) -> dict[str, Row]:
    """The rows of this table by the students' ids; none when there is no such file, TableError when it cannot be read."""
    if not path.is_file():
        return {}
    rows = ({column: row.get(column) for column in COLUMNS} for row in read_table(path).rows)
    return {row["student_id"]: row for row in rows if row["student_id"]}


def grades_table(results: Iterable[Graded], of: Class) -> str:
    """The whole table, in the order of the ids."""
    rows = [*map(_row, results), *of.kept.values(), *map(_missing, of.missing)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in sorted(rows, key=lambda row: row["student_id"]):
        writer.writerow([for_csv_cell(row.get(column, "")) for column in COLUMNS])
    return text.getvalue()


def _row(of: Graded) -> Row:
    return {
        "student_id": of.student.id,
        "name": of.student.name,
        "state": of.state.value,
        "score": "" if of.score is None else f"{of.score:g}",
        "max_score": f"{of.max_score:g}" if of.max_score else "",
        "to_mark_by_hand": "no" if of.marked else "yes",
        "sandbox": of.sandbox,
        "remark": " ".join(filter(None, [of.reason, *of.notes])),
    }


def _missing(student: Student) -> Row:
    return {
        "student_id": student.id,
        "name": student.name,
        "state": MISSING,
        "to_mark_by_hand": "no",
        "remark": "nothing was handed in",
    }
