"""Rosters: who is in the course, and under which names their submissions may come.

GitHub Classroom, Classroom 50, Canvas, Moodle, Gradescope and nbgrader export one each; they are told apart by their
columns, and a plain CSV with a column `student_id` will do. What must stay true: a submission is joined to a student by
an exact name of theirs that nobody else has, or not at all; nobody is joined to more than one submission; whoever is not
joined is reported.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from .csv_files import Row, Table, TableError, read_table
from .reports.safe_text import for_terminal


@dataclass(frozen=True)
class Person:
    """Who a submission belongs to, as far as it is known. `number` is the id number that the university gave,
    `canvas_id` the number in Canvas's own address lines."""

    name: str = ""
    email: str = ""
    first_name: str = ""
    last_name: str = ""
    login: str = ""
    number: str = ""
    canvas_id: str = ""
    section: str = ""


NOBODY = Person()
MOODLE_PARTICIPANTS = "Moodle"
"""The list without the numbers by which Moodle names submissions: the grading worksheet is the only one that has them."""


@dataclass(frozen=True)
class Student:
    """One line of a roster. `keys` are the ids that a submission of theirs may have, the most usual first."""

    person: Person
    keys: tuple[str, ...]

    @property
    def id(self) -> str:
        return self.keys[0]


@dataclass(frozen=True)
class Roster:
    """The course's students, in the order of the file."""

    platform: str
    students: tuple[Student, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Joined:
    """A roster joined to the ids of submissions: who each is, who handed nothing in, which ids nobody has, and sentences
    about submissions that could have been somebody's."""

    people: dict[str, Person]
    missing: tuple[Student, ...]
    unknown: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Platform:
    name: str
    needs: tuple[tuple[str, ...], ...]
    """For each column that must be there, the names that it may have."""
    read: Callable[[Row], tuple[Person, tuple[str, ...]]]
    is_student: Callable[[Row], bool] = lambda _: True


def read_roster(path: Path) -> Roster:
    """The roster in this file; TableError when it is none that is known."""
    table = read_table(path)
    platform = _platform(table)
    students: list[Student] = []
    notes: list[str] = []
    for row in table.rows:
        if not platform.is_student(row):
            continue
        person, keys = platform.read(row)
        keys = tuple(dict.fromkeys(key for key in keys if key))
        if keys:
            students.append(Student(person, keys))
        else:
            notes.append(f"line {row.line} of the roster names nobody, and was left out")
    if not students:
        raise TableError(f"{for_terminal(str(path))} is a roster of {platform.name} without students.")
    doubles = [key for key, count in Counter(map(_folded, (one.id for one in students))).items() if count > 1]
    notes += [f"the roster has {for_terminal(key)} more than once; nobody is joined by it" for key in doubles]
    return Roster(platform.name, tuple(students), tuple(notes))


def join(roster: Roster, ids: Iterable[str], names: Mapping[str, str] | None = None) -> Joined:
    """Who the submissions with these ids belong to. Capitals do not count; a name that two students share does not join.

    `names` are what the platform calls the submissions whose ids are numbers of its own: there the name decides, and alone,
    since the number may be somebody else's id number.

    A student may choose a login that is another's number, or theirs in capitals. So of several submissions that could be a
    student's only one is: that with the more usual name, then that which is written as in the roster."""
    given = list(ids)
    called = names or {}
    claims: dict[int, list[tuple[int, bool, str]]] = {}
    owners = _owners(roster)
    for one in given:
        key = called.get(one, one)
        found = owners.get(_folded(key), [])
        most_usual = [place for usual, place in found if usual == found[0][0]]
        if len(most_usual) == 1:
            student = roster.students[most_usual[0]]
            otherwise = _composed(key) not in map(_composed, student.keys)
            claims.setdefault(most_usual[0], []).append((found[0][0], otherwise, one))
    people: dict[str, Person] = {}
    notes = []
    for place, made in claims.items():
        best = [claim for claim in made if claim[:2] == min(made)[:2]]
        if len(best) == 1:
            people[best[0][2]] = roster.students[place].person
        others = [for_terminal(one) for _, _, one in made if one not in people]
        if others:
            shown = for_terminal(best[0][2]) if len(best) == 1 else "none of them"
            rest = ", ".join(sorted(others))
            notes.append(f"{shown} was taken for {for_terminal(roster.students[place].id)}, and not: {rest}")
    joined = {place for place, made in claims.items() if any(one in people for _, _, one in made)}
    missing = tuple(student for place, student in enumerate(roster.students) if place not in joined)
    return Joined(people, missing, tuple(one for one in given if one not in people), tuple(notes))


def _owners(roster: Roster) -> dict[str, list[tuple[int, int]]]:
    """Folded name -> (how usual it is for them, whose), the most usual first."""
    owners: dict[str, list[tuple[int, int]]] = {}
    for place, student in enumerate(roster.students):
        usual = {key: rank for rank, key in reversed(list(enumerate(map(_folded, student.keys))))}
        for key, rank in usual.items():
            owners.setdefault(key, []).append((rank, place))
    return {key: sorted(found) for key, found in owners.items()}


def _folded(key: str) -> str:
    return _composed(key).casefold()


def _composed(key: str) -> str:
    return unicodedata.normalize("NFC", key)


def _platform(table: Table) -> _Platform:
    for platform in _PLATFORMS:
        if all(any(name in table.columns for name in names) for names in platform.needs):
            return platform
    columns = ", ".join(for_terminal(column) for column in table.columns[:12])
    raise TableError(
        f"{for_terminal(str(table.path))} is no roster that is known: its columns are {columns}. Give the roster as "
        "GitHub Classroom, Classroom 50, Canvas, Moodle, Gradescope or nbgrader export it, "
        "or a CSV file with the columns student_id, name, email."
    )


def _full_name(first: str, last: str) -> str:
    return f"{first} {last}".strip()


def _canvas(row: Row) -> tuple[Person, tuple[str, ...]]:
    first, last = row.get("firstname"), row.get("lastname")
    name = row.get("student") or ", ".join(filter(None, (last, first)))
    if not last and name.count(", ") == 1:
        last, first = name.split(", ")
    number, login = row.get("sis user id"), row.get("sis login id")
    person = Person(
        name=name,
        email=row.get("email") or (login if "@" in login else ""),
        first_name=first,
        last_name=last,
        login=login,
        number=number,
        canvas_id=row.get("id"),
        section=row.get("section"),
    )
    return person, (row.get("id"), login, number, row.get("integration id"))


def _canvas_student(row: Row) -> bool:
    """Canvas puts the points possible, and whether posting is manual, into rows of their own; and it has a test student."""
    name = row.get("student", "lastname").lower()
    return "points possible" not in name and name not in ("", "student, test", "test student")


def _classroom50(row: Row) -> tuple[Person, tuple[str, ...]]:
    first, last = row.get("first_name"), row.get("last_name")
    login = row.get("username")
    person = Person(
        name=_full_name(first, last),
        email=row.get("email"),
        first_name=first,
        last_name=last,
        login=login,
        section=row.get("section"),
    )
    return person, (login,)


def _github_classroom(row: Row) -> tuple[Person, tuple[str, ...]]:
    identifier, login = row.get("identifier"), row.get("github_username")
    person = Person(
        name=row.get("name") or identifier,
        email=identifier if "@" in identifier else "",
        login=login,
        number="" if "@" in identifier else identifier,
    )
    return person, (login, identifier)


def _moodle_worksheet(row: Row) -> tuple[Person, tuple[str, ...]]:
    """The grading worksheet: the only file that knows the participants' numbers, by which Moodle names submissions."""
    participant = row.get("identifier")
    number = row.get("id number")
    email = row.get("email address")
    person = Person(name=row.get("full name"), email=email, number=number, login=row.get("username"))
    return person, (participant.rpartition(" ")[2], participant, number, email, row.get("username"))


def _moodle_participants(row: Row) -> tuple[Person, tuple[str, ...]]:
    first, last = row.get("first name"), row.get("last name", "surname")
    email, number, login = row.get("email address", "email"), row.get("id number"), row.get("username")
    name = _full_name(first, last)
    person = Person(name=name, email=email, first_name=first, last_name=last, login=login, number=number)
    return person, (number, email, login, name)


def _gradescope(row: Row) -> tuple[Person, tuple[str, ...]]:
    first, last = row.get("first name"), row.get("last name")
    email, number = row.get("email"), row.get("sid")
    name = row.get("name") or _full_name(first, last)
    person = Person(name=name, email=email, first_name=first, last_name=last, number=number)
    return person, (number, email)


def _plain(row: Row) -> tuple[Person, tuple[str, ...]]:
    """Written by hand, too: its columns may have blanks, as in "Student ID"."""
    first, last = row.get("first_name", "first name"), row.get("last_name", "last name")
    name = row.get("name") or _full_name(first, last)
    one = row.get("student_id", "student id", "id")
    number = row.get("number")
    person = Person(
        name=name,
        email=row.get("email"),
        first_name=first,
        last_name=last,
        login=row.get("login"),
        number=number,
        canvas_id=row.get("canvas_id", "canvas id"),
        section=row.get("section"),
    )
    return person, (one,)


def _is_student(row: Row) -> bool:
    return row.get("role").lower() in ("", "student")


_PLATFORMS = (
    _Platform("Canvas", (("student", "lastname"), ("id",), ("section",)), _canvas, _canvas_student),
    _Platform(
        "Classroom 50", (("username",), ("first_name",), ("last_name",), ("github_id",)), _classroom50, _is_student
    ),
    _Platform("GitHub Classroom", (("identifier",), ("github_username",)), _github_classroom),
    _Platform("Moodle (grading worksheet)", (("identifier",), ("full name",)), _moodle_worksheet),
    _Platform(
        MOODLE_PARTICIPANTS,
        (("first name",), ("last name", "surname"), ("email address", "id number", "username")),
        _moodle_participants,
    ),
    _Platform("Gradescope", (("sid",), ("email",)), _gradescope, _is_student),
    _Platform("a plain CSV file", (("student_id", "student id"),), _plain),
    _Platform("nbgrader", (("id",), ("first_name",), ("last_name",)), _plain),
)
"""In the order in which they are tried."""
