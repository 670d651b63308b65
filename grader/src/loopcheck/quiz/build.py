"""`loopcheck quiz build` and `loopcheck quiz key`: the notebook's files, one notebook per student, and the answers.

What must stay true: the same bank, outline and roster give the same bytes.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..course import CourseError
from .bank import numbers_of
from .outline import asked_questions, filled, points_in_words, source_notebook
from .question import FreeText
from .release import as_bytes, file_name, released
from .settings import quiz_settings
from .support import same_student


@dataclass(frozen=True)
class Student:
    """One line of a roster. `quiz_id` is the id that the student types into the notebook, if it is another one."""

    id: str
    name: str = ""
    email: str = ""
    quiz_id: str = ""

    @property
    def asked_as(self) -> str:
        """The id that this student's numbers go by."""
        return self.quiz_id or self.id


def read_roster(path: Path) -> list[Student]:
    """The students of a CSV file with the columns student_id and, if wanted, name, email, quiz_id."""
    try:
        rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise CourseError(f"{path} cannot be read as CSV: {error}") from error
    if not rows or "student_id" not in rows[0]:
        found = ", ".join(map(str, rows[0])) if rows else "no rows"
        raise CourseError(f"{path} needs a first line that names a column student_id; found: {found}")
    students = []
    for number, row in enumerate(rows, 2):
        given = {key: (row.get(key) or "").strip() for key in ("student_id", "name", "email", "quiz_id")}
        try:
            file_name(given["student_id"])
        except ValueError as error:
            raise CourseError(f"{path}, line {number}: {error}") from None
        students.append(Student(given["student_id"], given["name"], given["email"], given["quiz_id"]))
    known = [same_student(student.asked_as) for student in students]
    twice = sorted({name for name in known if known.count(name) > 1})
    if twice:
        raise CourseError(f"{path}: more than one student would get the numbers of {', '.join(twice)}; tell them apart")
    return students


def notebook_files(roster: list[Student]) -> Iterator[tuple[str, bytes]]:
    """Path below the course folder, and bytes, of every file that building writes. Not into release/, where nbgrader would
    find it and think that it had made it."""
    name = quiz_settings().assignment
    source = source_notebook()
    yield f"source/{name}/{name}.ipynb", as_bytes(source)
    yield f"handout/{name}.ipynb", as_bytes(released(source))
    for student in roster:
        own = source_notebook(student.asked_as, numbered=True)
        yield f"students/{student.id}/{name}.ipynb", as_bytes(released(own, student.asked_as))


def write_files(out: Path, roster: list[Student]) -> list[Path]:
    """Write them, and say which."""
    written = []
    for name, content in notebook_files(roster):
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        written.append(path)
    return written


def answer_key(student: Student) -> Iterator[str]:
    """The answers of one student, in Markdown: to print, or to talk about."""
    name = f"{student.name} ({student.id})" if student.name else student.id
    yield f"# Answers for {name}\n"
    for number, question in enumerate(asked_questions(), 1):
        worth = points_in_words(question.points) if question.points else "practice"
        yield f"## {number}. {question.title} ({worth})\n"
        if isinstance(question, FreeText):
            yield f"{question.prompt}\n\n{question.scheme}\n"
            continue
        n = numbers_of(question, quiz_settings().salt, student.asked_as)
        yield f"{filled(question.prompt, n, question.space)}\n"
        yield f"**{question.id} = {question.answer(n)}**\n\n{question.explain(n)}\n"
