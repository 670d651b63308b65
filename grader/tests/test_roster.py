"""Rosters as the platforms export them, and how they are joined to submissions."""

from __future__ import annotations

from pathlib import Path

import pytest

from loopcheck.csv_files import TableError
from loopcheck.roster import Roster, Student, join, read_roster

CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Event loop (4711)
,,,,,Manual Posting
    Points Possible,,,,,100.00
"Müller, Ann",17,0017,amu,Fall 1,
"O'Neil, Bob",18,,bob@example.org,Fall 1,"12,5"
"Student, Test",99,,abcdef,Fall 1,
"""
CLASSROOM50 = """\
username,first_name,last_name,email,section,github_id,role
ann-m,Ann,Müller,ann@example.org,A,1,student
bob,Bob,"O'Neil, Jr.",bob@example.org,A,2,
prof,Paula,Prof,p@example.org,,3,teacher
"""
GITHUB = """\
"identifier","github_username","github_id","name"
"0017","Ann-M","1","Ann Müller"
"bob@example.org","","",""
"""
MOODLE_WORKSHEET = """\
\ufeffIdentifier,"Full name","Email address",Status,Grade,"Maximum grade"
"Participant 4711","Ann Müller",ann@example.org,"Submitted for grading - ",-,100.00
"Participant 4712","Bob O'Neil",bob@example.org,"No submission - ",-,100.00
"""
MOODLE_PARTICIPANTS = """\
"First name";Surname;"ID number";"Email address"
Ann;Müller;0017;ann@example.org
Bob;O'Neil;;bob@example.org
"""
GRADESCOPE = """\
First Name,Last Name,SID,Email,Role
Ann,Müller,0017,ann@example.org,Student
Bob,O'Neil,,bob@example.org,Student
Tim,Ta,,ta@example.org,TA
"""
NBGRADER = "id,last_name,first_name,email\nann,Müller,Ann,ann@example.org\nbob,O'Neil,Bob,bob@example.org\n"
PLAIN = "student_id\tname\temail\nann\tMüller, Ann\tann@example.org\nbob\tBob O'Neil\tbob@example.org\n"


def written(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "roster.csv"
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize(
    ("text", "platform", "ids", "email"),
    [
        (CANVAS, "Canvas", (("17", "AMU", "0017"), ("18", "bob@example.org")), "bob@example.org"),
        (CLASSROOM50, "Classroom 50", (("ANN-m",), ("bob",)), "bob@example.org"),
        (GITHUB, "GitHub Classroom", (("ann-m", "0017"), ("bob@example.org",)), "bob@example.org"),
        (MOODLE_WORKSHEET, "Moodle (grading worksheet)", (("4711", "ann@example.org"), ("4712",)), "bob@example.org"),
        (MOODLE_PARTICIPANTS, "Moodle", (("0017", "Ann Müller"), ("bob@example.org",)), "bob@example.org"),
        (GRADESCOPE, "Gradescope", (("0017", "ann@example.org"), ("bob@example.org",)), "bob@example.org"),
        (NBGRADER, "nbgrader", (("ann",), ("bob",)), "bob@example.org"),
        (PLAIN, "a plain CSV file", (("ann",), ("bob",)), "bob@example.org"),
    ],
    ids=lambda value: value if isinstance(value, str) and "\n" not in value else "",
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_each_platform(
    tmp_path: Path, text: str, platform: str, ids: tuple[tuple[str, ...], ...], email: str, encoding: str
) -> None:
    if encoding == "utf-16":
        text = text.removeprefix("\ufeff").replace("\n", "\r\n")
    roster = read_roster(written(tmp_path, text, encoding))
    assert (roster.platform, len(roster.students)) == (platform, 2)
    for one in ids[0]:
        joined = join(roster, [one])
        assert "Müller" in joined.people[one].name, one
        assert [student.person.email for student in joined.missing] == [email]
    for one in ids[1]:
        assert join(roster, [one]).people[one].email == email
    assert join(roster, ["nobody", "prof", "ta@example.org", "99"]).people == {}


def test_a_line_break_and_a_formula_in_a_name(tmp_path: Path) -> None:
    text = 'student_id,name\nann,"Ann\nMüller"\nbob,\'=SUM(A1)\n'
    people = join(read_roster(written(tmp_path, text)), ["ann", "bob"]).people
    assert people["ann"].name == "Ann\nMüller"
    assert people["bob"].name == "=SUM(A1)", "the apostrophe is a spreadsheet's, not theirs"


def test_a_name_that_two_students_share_joins_nobody(tmp_path: Path) -> None:
    text = "identifier,github_username,github_id,name\na,Twin,1,A\nb,twin,2,B\n"
    roster = read_roster(written(tmp_path, text))
    joined = join(roster, ["twin", "a"])
    assert joined.unknown == ("twin",)
    assert joined.people["a"].name == "A"
    assert "twin more than once" in roster.notes[0]


def test_everybody_is_joined_missing_or_unknown() -> None:
    students = tuple(Student(person=read, keys=(name,)) for name, read in ((n, _person(n)) for n in "abc"))
    joined = join(Roster("", students), ["b", "x", "C"])
    assert (set(joined.people), joined.unknown) == ({"b", "C"}, ("x",))
    assert [student.id for student in joined.missing] == ["a"]


@pytest.mark.parametrize(("mine", "theirs"), [("ann-m", "0017"), ("Ann-M", "ANN-M")])
def test_nobody_takes_the_line_of_somebody_else(tmp_path: Path, mine: str, theirs: str) -> None:
    """A login may be chosen: another's number, or another's login in capitals."""
    roster = read_roster(written(tmp_path, GITHUB))
    for ids in ([mine, theirs], [theirs, mine]):
        joined = join(roster, ids)
        assert {name: person.number for name, person in joined.people.items()} == {mine: "0017"}
        assert joined.unknown == (theirs,)
        assert joined.notes == (f"{mine} was taken for Ann-M, and not: {theirs}",)


def test_two_that_are_equally_like_a_name_are_nobodys() -> None:
    joined = join(Roster("", (Student(_person("a"), ("ada",)),)), ["Ada", "ADA"])
    assert (joined.people, joined.unknown) == ({}, ("Ada", "ADA"))
    assert [student.id for student in joined.missing] == ["ada"]
    assert joined.notes == ("none of them was taken for ada, and not: ADA, Ada",)


def test_the_columns_may_be_written_with_blanks(tmp_path: Path) -> None:
    (ann,) = read_roster(
        written(tmp_path, "Student ID;First name;Last name;Email\nann;Ann;A.;a@example.org\n")
    ).students
    assert (ann.id, ann.person.name, ann.person.email) == ("ann", "Ann A.", "a@example.org")


def test_a_login_counts_more_than_anothers_number(tmp_path: Path) -> None:
    text = "identifier,github_username,github_id,name\n0017,ann,1,Ann\n0018,0017,2,Eve\n"
    joined = join(read_roster(written(tmp_path, text)), ["0017", "ann"])
    assert {name: person.name for name, person in joined.people.items()} == {"0017": "Eve", "ann": "Ann"}


def test_moodles_numbers_are_nobodys_id_number(tmp_path: Path) -> None:
    """Its download names folders by a number that its list of participants does not have, and by the name, which it has."""
    roster = read_roster(written(tmp_path, MOODLE_PARTICIPANTS))
    names = {"4711": "Ann Müller", "17": "Bob O'Neil", "0017": "Team one", "4712": "Participant"}
    joined = join(roster, names, names)
    assert {one: person.number for one, person in joined.people.items()} == {"4711": "0017", "17": ""}
    assert joined.unknown == ("0017", "4712")
    assert not joined.missing
    assert set(join(roster, ["0017"]).people) == {"0017"}


def test_a_name_that_two_submissions_have_joins_neither(tmp_path: Path) -> None:
    roster = read_roster(written(tmp_path, MOODLE_PARTICIPANTS))
    joined = join(roster, ["1", "2"], {"1": "Ann Müller", "2": "ANN MÜLLER"})
    assert set(joined.people) == {"1"}
    joined = join(roster, ["1", "2"], {"1": "Ann Müller", "2": "Ann Müller"})
    assert not joined.people


def _person(name: str):
    from loopcheck.roster import Person

    return Person(name)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"name,points\nann,3\n", "its columns are name, points"),
        (b"student_id,name\n", "without students"),
        (b"student_id,name\nann,x,y\n", "line 2 has 3 cells, but the header has 2"),
        (b'student_id,name\nann,"x\n', "line 2 is not CSV"),
        (b"student_id,name\nann,M\xfcller\n", 'Save it as "CSV UTF-8"'),
        (b"PK\x03\x04\0\0", "is not a text file"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_roster(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "roster.csv"
    path.write_bytes(data)
    with pytest.raises(TableError) as caught:
        read_roster(path)
    assert words in str(caught.value)
    assert "roster.csv" in str(caught.value)


def test_a_roster_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="cannot be read"):
        read_roster(tmp_path / "nothing.csv")
    with pytest.raises(TableError, match="cannot be read"):
        read_roster(tmp_path)
