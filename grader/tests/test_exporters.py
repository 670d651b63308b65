"""Every export against the rules of the platform that reads it, written down here a second time, as a reader."""

from __future__ import annotations

import base64
import csv
import dataclasses
import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from loopcheck.csv_files import parse_table
from loopcheck.exporters import (
    canvas,
    classroom50,
    github_classroom,
    gradescope,
    junit,
    moodle,
    nbgrader_csv,
    plain_csv,
)
from loopcheck.exporters.command import FORMATS
from loopcheck.exporters.model import ExportError, Options
from loopcheck.exporters.tables import csv_bytes
from loopcheck.gradebook import Entry, Gradebook, HandedIn, Override, gradebook
from loopcheck.reports.safe_text import for_csv_cell
from loopcheck.results import Check, Exercise, Outcome, Run, State, Submission
from loopcheck.roster import NOBODY, Person, Roster, Student

HIDDEN = ("expected 1400", "sys._getframe", "KeyError in our own code", "not for the page")
"""What the sample run holds for the instructor alone."""
IDENTITY = classroom50.Identity(
    classroom="fall",
    assignment="loop",
    assignment_type="individual",
    owner="ann",
    submission="submit/2026-09-01T12-00-00Z-abc1234",
    commit="https://example.org/commit/1",
    release="https://example.org/release/1",
    review="https://example.org/review/1",
    datetime="2026-09-01T12:00:00Z",
)


def person(name: str, email: str = "", **more: str) -> Person:
    return Person(name=name, email=email, **more)


@pytest.fixture
def book(sample_run: Run) -> Gradebook:
    """A graded one, an ungradable one, one with a grader error, one on which the grader failed, and one who is missing."""
    students = (
        Student(person("Müller, Ann", "ann@example.org", number="0017", canvas_id="17", login="amu"), ("ann",)),
        Student(person("=Cleo", "cleo@example.org", canvas_id="18"), ("cleo@example.org",)),
        Student(person("Dora", canvas_id="19"), ("dora",)),
        Student(person("Zed", "zed@example.org", canvas_id="20"), ("zed",)),
        Student(person("Björn", "b@example.org", canvas_id="21"), ("björn/../=cmd",)),
    )
    return gradebook(sample_run, Roster("test", students))


def files(module: Any, book: Gradebook, options: Options | None = None) -> dict[str, bytes]:
    return dict(module.export(book, options or Options()).files)


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")))


def entry_of(submission: Submission, override: Override | None = None) -> Entry:
    return Entry(submission.id, NOBODY, submission, submission.max_score, override)


def with_override(book: Gradebook, one: str, score: int | None, comment: str) -> Gradebook:
    entries = tuple(
        dataclasses.replace(entry, override=Override(score, comment)) if entry.id == one else entry
        for entry in book.entries
    )
    return dataclasses.replace(book, entries=entries)


# Gradescope ---------------------------------------------------------------------------------------------------------

VISIBILITY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
GRADESCOPE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["tests", "score"],
    "properties": {
        "score": {"type": "number"},
        "output": {"type": "string"},
        "output_format": FORMAT,
        "test_output_format": FORMAT,
        "test_name_format": FORMAT,
        "visibility": VISIBILITY,
        "stdout_visibility": VISIBILITY,
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name"],
                "properties": {
                    "score": {"type": "number"},
                    "max_score": {"type": "number"},
                    "status": {"enum": ["passed", "failed"]},
                    "name": {"type": "string", "minLength": 1},
                    "number": {"type": "string"},
                    "output": {"type": "string"},
                    "visibility": {"const": "visible"},
                },
            },
        },
    },
}


def test_gradescope(book: Gradebook) -> None:
    made = files(gradescope, book)
    documents = {name.split("/")[0]: json.loads(data) for name, data in made.items()}
    for document in documents.values():
        jsonschema.validate(document, GRADESCOPE)
    ann = documents["ann"]
    assert (ann["score"], sum(test["score"] for test in ann["tests"])) == (24, 24)
    assert sum(test["max_score"] for test in ann["tests"]) == 60
    assert [test["status"] for test in ann["tests"]] == ["passed", "passed", "failed", "failed"]
    assert [test["number"] for test in ann["tests"]] == ["1.1", "2.1", "2.2", "3.1"]
    assert "Not run, waiting for: A task that was asleep" in ann["tests"][3]["output"]
    assert "What probably happened: `step` records the Wake" in ann["output"]
    assert "dora" not in documents, "the grader failed: nothing that a student should see"


def test_gradescope_has_no_silent_zero(book: Gradebook) -> None:
    made = gradescope.export(book, Options())
    (odd,) = [json.loads(data) for name, data in made.files if "cmd" in name]
    assert (odd["score"], odd["tests"]) == (0, [])
    assert "could not be graded" in odd["output"]
    assert "no folder mini_asyncio" in odd["output"]
    assert "only stands for 'no score yet'" in odd["output"]
    assert any("their 0 says so" in note for note in made.notes)
    assert any("dora (infrastructure error)" in note for note in made.notes)


# GitHub Classroom ---------------------------------------------------------------------------------------------------


def reporter(env: str) -> tuple[float, float, int, bool]:
    """What the reporter makes of it: the table's total, the reported points, the reported maximum, and whether the job
    fails. The table counts passed tests, the report adds scores; where nothing can be earned nothing is reported."""
    variables = dict(line.split("=", 1) for line in env.splitlines())
    results = [
        json.loads(base64.b64decode(variables[f"{runner.strip().upper()}_RESULTS"]))
        for runner in variables["RUNNERS"].split(",")
    ]
    table = sum(
        sum(test["status"] == "pass" for test in one["tests"]) / len(one["tests"]) * (one["max_score"] or 0)
        for one in results
    )
    points = sum(test["score"] for one in results if one["max_score"] for test in one["tests"])
    return table, points, sum(one["max_score"] for one in results), any(one["status"] != "pass" for one in results)


def test_github_classroom(book: Gradebook) -> None:
    made = {name.split("/")[0]: data.decode() for name, data in files(github_classroom, book).items()}
    assert reporter(made["ann"]) == (24, 24, 60, True)
    assert made["ann"].startswith("RUNNERS=setresult,step,wholeloop\n")
    cleo = reporter(made["cleo@example.org"])
    assert cleo == (60, 60, 60, False), "a grader error costs nothing"
    assert set(made) == {"ann", "cleo@example.org", next(name for name in made if "cmd" in name)}


def test_github_classroom_reports_nothing_when_there_is_no_score(ungradable: Submission) -> None:
    runners = github_classroom.runners(entry_of(ungradable))
    env = "".join(f"{k}={v}\n" for k, v in github_classroom.environment(runners).items())
    assert reporter(env) == (0, 0, 0, True), "no maximum: Classroom records no points"
    (test,) = runners["submission"]["tests"]
    assert "no folder mini_asyncio" in test["message"]


points = st.integers(0, 40)


@st.composite
def submissions(draw: Callable[..., Any]) -> Submission:
    """A graded submission with any points, partial ones too."""
    checks, exercises = [], []
    for number in range(draw(st.integers(1, 4))):
        most = draw(st.lists(st.integers(0, 9), min_size=1, max_size=6))
        got = [draw(st.integers(0, each)) for each in most]
        name = f"ex_{number}"
        exercises.append(Exercise(id=name, title=draw(st.text(max_size=9)), points=sum(got), max_points=sum(most)))
        for place, (has, of) in enumerate(zip(got, most, strict=True)):
            outcome = draw(st.sampled_from(Outcome)) if has < of else Outcome.PASSED
            text = draw(st.text(max_size=30))
            checks.append(
                Check(
                    id=f"{name}.{place}",
                    exercise=name,
                    sentence=draw(st.text(max_size=20)),
                    outcome=outcome,
                    points=has,
                    max_points=of,
                    message=text,
                )
            )
    return Submission(
        id=draw(st.text(min_size=1, max_size=12)),
        state=State.GRADED,
        score=sum(each.points for each in exercises),
        max_score=sum(each.max_points for each in exercises),
        exercises=tuple(exercises),
        checks=tuple(checks),
    )


@given(submissions(), st.booleans())
def test_the_reporters_two_sums_agree(submission: Submission, overridden: bool) -> None:
    override = Override(submission.max_score // 2, "agreed") if overridden else None
    env = github_classroom.environment(github_classroom.runners(entry_of(submission, override)))
    text = "".join(f"{name}={value}\n" for name, value in env.items())
    table, reported, most, _ = reporter(text)
    expected = submission.max_score // 2 if overridden else submission.score
    assert reported == expected
    assert most == submission.max_score
    assert table == pytest.approx(reported)
    for name, value in env.items():
        assert re.fullmatch(r"[A-Za-z0-9,_+/=]+", name + value), "one line each, and nothing that a shell would read"


# JUnit --------------------------------------------------------------------------------------------------------------

ATTRIBUTES = {
    "testsuites": {"name", "tests", "failures", "errors"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped"},
    "testcase": {"classname", "name"},
    "failure": {"message"},
    "error": {"message"},
    "skipped": {"message"},
    "system-out": set(),
}


def junit_suite(data: bytes) -> ET.Element:
    """The one suite of a document, which must be as JUnit readers take it."""
    root = ET.fromstring(data)  # noqa: S314 - our own document
    assert root.tag == "testsuites"
    for element in root.iter():
        assert set(element.attrib) <= ATTRIBUTES[element.tag], element.tag
    (suite,) = root
    cases = suite.findall("testcase")
    assert int(suite.attrib["tests"]) == len(cases) == int(root.attrib["tests"]) > 0
    for kind, attribute in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        assert int(suite.attrib[attribute]) == len(suite.findall(f"testcase/{kind}"))
    assert all(len(case) <= 1 and case.attrib["name"] and case.attrib["classname"] for case in cases)
    return suite


def test_junit(book: Gradebook) -> None:
    made = {name.removesuffix(".xml"): junit_suite(data) for name, data in files(junit, book).items()}
    ann = made["ann"]
    assert [case.attrib["classname"] for case in ann.findall("testcase")] == [
        "set_result",
        "step",
        "step",
        "whole_loop",
    ]
    kinds = [[child.tag for child in case] for case in ann.findall("testcase")]
    assert kinds == [[], [], ["failure"], ["skipped"]]
    assert "Score: 24 of 60" in str(ann.findtext("system-out"))
    for name, words in (("dora", "we grade it again"), (next(name for name in made if "cmd" in name), "<script>.py")):
        error = made[name].find("testcase/error")
        assert error is not None
        assert words in str(error.text)
    assert made["cleo@example.org"].find("testcase/error") is not None


@given(submissions(), st.text(max_size=20))
def test_junit_is_xml_whatever_a_submission_says(submission: Submission, comment: str) -> None:
    suite = junit_suite(junit.junit_xml(entry_of(submission, Override(None, comment))))
    wrong = sum(check.outcome is not Outcome.PASSED for check in submission.checks)
    assert len(suite.findall("testcase/*")) == wrong


def test_junit_holds_no_character_that_xml_has_not(graded: Submission) -> None:
    odd = "a\0b\x0bc\ud800d\ufffee\uffff]]>&<\x85\U0001f600"
    checks = tuple(msgspec.structs.replace(check, message=odd, sentence=odd) for check in graded.checks)
    suite = junit_suite(junit.junit_xml(entry_of(msgspec.structs.replace(graded, id=odd, checks=checks))))
    assert suite.attrib["name"].startswith("a\\x00b\\x0bc\\ud800d\\ufffee\\uffff]]>&<")


# Classroom 50 -------------------------------------------------------------------------------------------------------

COUNT = {"type": "integer", "minimum": 0}
TEXT = {"type": "string", "minLength": 1}
CLASSROOM50 = {
    "type": "object",
    "additionalProperties": False,
    "required": [
        "schema", "classroom", "assignment", "assignment_type", "owner", "submission", "commit", "release", "review",
        "datetime", "score", "max-score", "tests",
    ],
    "properties": {
        "schema": {"const": "classroom50/result/v1"},
        "classroom": TEXT,
        "assignment": TEXT,
        "assignment_type": {"enum": ["individual", "group"]},
        "owner": TEXT,
        "submission": {"type": "string", "pattern": "^submit/"},
        "commit": TEXT,
        "release": TEXT,
        "review": TEXT,
        "datetime": {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$"},
        "score": COUNT,
        "max-score": COUNT,
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["test-name", "passed", "score", "max-score"],
                "properties": {"test-name": TEXT, "passed": {"type": "boolean"}, "score": COUNT, "max-score": COUNT},
            },
        },
    },
}  # fmt: skip


def valid_classroom50(document: dict[str, Any]) -> dict[str, Any]:
    """As its runner checks it: the schema, and what no schema says."""
    jsonschema.validate(document, CLASSROOM50)
    for one in (document, *document["tests"]):
        assert one["score"] <= one["max-score"]
        assert type(one["score"]) is int
    return document


def download(folder: Path, login: str, document: object) -> None:
    repository = folder / f"fall-loop-{login}"
    repository.mkdir(parents=True)
    (repository / "result.json").write_bytes(msgspec.json.encode(document))


def test_classroom50(book: Gradebook, tmp_path: Path) -> None:
    old = {"schema": "classroom50/result/v1", "score": 1, **msgspec.structs.asdict(IDENTITY)}
    download(tmp_path, "Ann", old)
    download(tmp_path, "dora", old | {"owner": "dora"})
    download(tmp_path, "cleo@example.org", old | {"commit": "https://example.org/forged"})
    (tmp_path / "notes.txt").write_text("x")
    made = classroom50.export(book, Options(download=tmp_path))
    documents = {name: valid_classroom50(json.loads(data)) for name, data in made.files}
    ann = documents.pop("ann/result.json")
    assert (ann["score"], ann["max-score"], ann["owner"], len(ann["tests"])) == (24, 60, "ann", 4)
    assert [test["passed"] for test in ann["tests"]] == [True, True, False, False]
    assert ann["commit"] == IDENTITY.commit
    assert documents == {}, "dora waits for grading, and cleo's file is a copy of ann's"
    assert any("cleo@example.org" in note and "no result.json" in note for note in made.notes)


@pytest.mark.parametrize("others", [("bob", "cem"), ()])
def test_no_repository_speaks_for_another_login(book: Gradebook, tmp_path: Path, others: tuple[str, ...]) -> None:
    """The login of the owner is the end of the folder's name: where it begins, a student could choose."""
    old = msgspec.structs.asdict(IDENTITY)
    for login in ("ann", *others):
        download(tmp_path, login, old | {"owner": login})
    forged = {"owner": "ann", "commit": "https://example.org/forged"}
    download(tmp_path, "x-ann", old | forged | {"assignment": "loop-x"})
    if others:
        download(tmp_path, "y-ann", old | forged | {"classroom": "fall-loop", "assignment": "y"})
    made = dict(classroom50.export(book, Options(download=tmp_path)).files)
    assert json.loads(made["ann/result.json"])["commit"] == IDENTITY.commit


def test_classroom50_trusts_no_link(book: Gradebook, tmp_path: Path) -> None:
    old = msgspec.structs.asdict(IDENTITY)
    (tmp_path / "elsewhere.json").write_bytes(msgspec.json.encode(old))
    (tmp_path / "d" / "fall-loop-ann").mkdir(parents=True)
    (tmp_path / "d" / "fall-loop-ann" / "result.json").symlink_to(tmp_path / "elsewhere.json")
    assert files(classroom50, book, Options(download=tmp_path / "d")) == {}


def test_classroom50_without_a_score(ungradable: Submission) -> None:
    document = valid_classroom50(classroom50.result(entry_of(ungradable), IDENTITY))
    (test,) = document["tests"]
    assert (document["score"], document["max-score"], test["passed"]) == (0, 60, False)
    assert "no folder mini_asyncio" in test["message"]
    assert "no score yet" in test["message"]


def test_classroom50_needs_to_know_whose_it_is(book: Gradebook) -> None:
    with pytest.raises(ExportError, match="--download"):
        classroom50.export(book, Options())


@given(submissions())
def test_classroom50_is_valid_whatever_a_submission_says(submission: Submission) -> None:
    document = json.loads(classroom50.encoded(classroom50.result(entry_of(submission), IDENTITY)))
    assert valid_classroom50(document)["score"] == submission.score


RUNNER = {
    "CLASSROOM": "fall",
    "ASSIGNMENT": "loop",
    "OWNER": "ann",
    "SUBMISSION_TAG": "submit/x",
    "COMMIT_URL": "https://c",
    "RELEASE_URL": "https://r",
}


def test_classroom50_in_its_runner() -> None:
    identity = classroom50.identity_from(RUNNER, "2026-09-01T12:00:00Z")
    assert (identity.owner, identity.review, identity.assignment_type) == ("ann", "https://c", "individual")
    with pytest.raises(ExportError, match="does not say: commit"):
        classroom50.identity_from({**RUNNER, "COMMIT_URL": "", "REVIEW_URL": "https://v"}, "2026-09-01T12:00:00Z")
    with pytest.raises(ExportError, match="form: submission, datetime"):
        classroom50.identity_from({**RUNNER, "SUBMISSION_TAG": "v1"}, "yesterday")


# Canvas -------------------------------------------------------------------------------------------------------------


def canvas_import(data: bytes, known: dict[str, dict[str, str]]) -> dict[str, str]:
    """What Canvas takes from the file: the canvas id of each student, and the new grade ("" removes one).

    `known` maps canvas ids to the names, SIS ids and logins that Canvas has."""
    table = list(csv.reader(io.StringIO(data.decode("utf-8"), newline="")))
    header = table[0]
    assert "Student" in header[0]
    assert "ID" in header[1]
    last = max(place for place, cell in enumerate(header) if "Section" in cell)
    (title,) = header[last + 1 :]
    assert title
    assert "points possible" in table[1][0].lower()
    assert float(table[1][last + 1]) > 0
    grades = {}
    for row in table[2:]:
        assert len(row) == len(header)
        cell = dict(zip(header, row, strict=True))
        found = [one for one in known if one == cell["ID"]]
        for column in ("SIS User ID", "SIS Login ID", "Student"):
            if not found and cell[column]:
                found = [one for one, facts in known.items() if facts.get(column) == cell[column]]
        assert len(found) == 1, row
        grades[found[0]] = row[last + 1]
    return grades


CANVAS = {
    "17": {"Student": "Müller, Ann", "SIS Login ID": "amu", "SIS User ID": "0017"},
    "18": {"Student": "=Cleo"},
    "19": {},
    "20": {},
    "21": {},
}


def test_canvas(book: Gradebook) -> None:
    (data,) = files(canvas, book, Options(assignment="Event loop (4711)")).values()
    assert canvas_import(data, CANVAS) == {"17": "24", "18": "60"}
    assert b"Event loop (4711)" in data.splitlines()[0]
    notes = canvas.export(book, Options()).notes
    assert "zed (missing)" in notes[0]
    assert "dora (infrastructure error)" in notes[0]


def test_canvas_without_a_roster(sample_run: Run) -> None:
    numbered = msgspec.structs.replace(sample_run.submissions[0], id="17")
    run = msgspec.structs.replace(sample_run, submissions=(numbered, sample_run.submissions[0]))
    (data,) = files(canvas, gradebook(run)).values()
    assert canvas_import(data, {"17": {}, "5": {"SIS Login ID": "ann"}}) == {"17": "24", "5": "24"}


def test_canvas_takes_bonus_points_on_top(graded: Submission, make_run: Callable[..., Run]) -> None:
    """What is possible is what all students may be asked for; else whoever leaves the bonus out has less than 100 %."""
    *others, last = graded.exercises
    on_top = msgspec.structs.replace(last, bonus=True)
    with_bonus = msgspec.structs.replace(graded, exercises=(*others, on_top))
    (data,) = files(canvas, gradebook(make_run(with_bonus))).values()
    possible = list(csv.reader(io.StringIO(data.decode())))[1][-1]
    assert int(possible) == graded.max_score - last.max_points


def test_canvas_leaves_out_whom_it_would_not_find(sample_run: Run) -> None:
    book = gradebook(sample_run, Roster("test", (Student(person("Ann", canvas_id="17"), ("ann",)),)))
    made = canvas.export(book, Options())
    assert canvas_import(dict(made.files)["canvas.csv"], CANVAS) == {"17": "24"}
    assert "cleo@example.org" in made.notes[-1]


# Moodle -------------------------------------------------------------------------------------------------------------


def moodle_import(data: bytes, column: str, users: set[str], most: float = 100) -> dict[str, tuple[float, str]]:
    """What Moodle takes from the file, `column` being mapped to the user: it stops at the first row that it cannot take."""
    header, *table = csv.reader(io.StringIO(data.decode("utf-8"), newline=""))
    (item,) = [name for name in header[2:] if not name.endswith(" (feedback)")]
    taken = {}
    for row in table:
        cell = dict(zip(header, row, strict=True))
        assert cell[column] in users, f"unknown user: {row}"
        assert cell[item] not in ("", "-"), "this would erase a grade, or be a 0 in a new item"
        assert float(cell[item]) <= most
        taken[cell[column]] = (float(cell[item]), cell[f"{item} (feedback)"])
    return taken


def test_moodle(book: Gradebook) -> None:
    made = moodle.export(book, Options(assignment="Loop"))
    (data,) = dict(made.files).values()
    taken = moodle_import(data, "Email address", {"ann@example.org", "cleo@example.org"})
    assert {user: grade for user, (grade, _) in taken.items()} == {"ann@example.org": 24, "cleo@example.org": 60}
    assert "Score: 24 of 60" in taken["ann@example.org"][1]
    assert "A task takes one step: 14 of 20" in taken["ann@example.org"][1]
    assert made.notes[-1].startswith('when importing, map "Email address"')
    assert "zed (missing)" in made.notes[0]


def test_moodle_gives_nobody_the_grade_of_a_stranger(graded: Submission, make_run: Callable[..., Run]) -> None:
    """A folder may be called like an address: whose it is, the roster says."""
    other = msgspec.structs.replace(graded, id="a@example.org", score=0)
    roster = Roster("", (Student(Person("A", "a@example.org"), (graded.id, "a@example.org")),))
    made = moodle.export(gradebook(make_run(graded, other), roster), Options())
    assert moodle_import(dict(made.files)["moodle.csv"], "Email address", {"a@example.org"})["a@example.org"][0] == 24
    assert any("a@example.org" in note and "left out" in note for note in made.notes)


def test_moodle_without_anybody_that_it_knows(graded: Submission, make_run: Callable[..., Run]) -> None:
    with pytest.raises(ExportError, match="--roster"):
        moodle.export(gradebook(make_run(graded)), Options())


def test_moodle_by_the_names_of_its_participants(graded: Submission, make_run: Callable[..., Run]) -> None:
    """The numbers of its download stand in none of its lists but the grading worksheet, which not every course has."""
    run = make_run(msgspec.structs.replace(graded, id="4711"))
    students = (
        Student(Person("Ann Lee", "a@b"), ("1", "a@b", "Ann Lee")),
        Student(Person("Bo", "b@b"), ("4711", "Bo")),
    )
    said = {"4711": HandedIn(name="Ann Lee")}
    made = moodle.export(gradebook(run, Roster("Moodle", students), handed_in=said), Options())
    assert set(moodle_import(dict(made.files)["moodle.csv"], "Email address", {"a@b"})) == {"a@b"}
    by_number = gradebook(run, Roster("Moodle (grading worksheet)", students), handed_in=said)
    assert by_number.entries[0].person.name == "Bo"
    known = gradebook(run, Roster("Moodle", students), handed_in={"4711": HandedIn("Ann Lee", "b@b")})
    assert known.entries[0].person.name == "Bo"


def test_a_roster_with_nobody_in_it_who_handed_in(graded: Submission, make_run: Callable[..., Run]) -> None:
    book = gradebook(make_run(graded), Roster("Moodle", (Student(Person("Bo"), ("bo",)),)))
    assert any("not one submission is on the roster" in note for note in book.notes)
    with pytest.raises(ExportError, match="the roster has none of these submissions"):
        moodle.export(book, Options())


def test_moodle_says_which_column_identifies_everybody(graded: Submission, make_run: Callable[..., Run]) -> None:
    other = msgspec.structs.replace(graded, id="bob")
    students = (Student(Person("A", "a@b", number="1"), ("ann",)), Student(Person("B", number="2"), ("bob",)))
    made = moodle.export(gradebook(make_run(graded, other), Roster("", students)), Options())
    assert '"ID number"' in made.notes[-1]
    assert set(moodle_import(dict(made.files)["moodle.csv"], "ID number", {"1", "2"})) == {"1", "2"}


# nbgrader and plain CSV ---------------------------------------------------------------------------------------------


def test_nbgrader(book: Gradebook) -> None:
    entries = tuple(
        dataclasses.replace(entry, handed_in=HandedIn(submitted_at="2026-09-01 12:00:00 UTC")) for entry in book.entries
    )
    (data,) = files(nbgrader_csv, dataclasses.replace(book, entries=entries), Options(assignment="ps1")).values()
    assert data.splitlines()[0] == (
        b"assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,late_submission_penalty,score,max_score"
    )
    by_id = {row["student_id"]: row for row in rows(data)}
    ann = by_id["ann"]
    assert (ann["last_name"], ann["first_name"], ann["raw_score"], ann["score"]) == ("Müller", "Ann", "24.0", "24.0")
    assert (ann["assignment"], ann["timestamp"], ann["max_score"]) == ("ps1", "2026-09-01 12:00:00 UTC", "60.0")
    for one in ("dora", "zed", "björn/../=cmd"):
        assert (by_id[one]["raw_score"], by_id[one]["score"]) == ("", ""), "no silent 0"


def test_plain_csv(book: Gradebook) -> None:
    (data,) = files(plain_csv, book).values()
    assert [(row["student_id"], row["state"], row["score"]) for row in rows(data)] == [
        ("ann", "graded", "24"),
        ("björn/../=cmd", "ungradable", ""),
        ("cleo@example.org", "graded", "60"),
        ("dora", "infrastructure_error", ""),
        ("zed", "missing", ""),
    ]


# Everything ---------------------------------------------------------------------------------------------------------


def everything(book: Gradebook, folder: Path) -> Iterator[tuple[str, str]]:
    """Every file of every format as text, what is in base64 decoded."""
    download(folder, "ann", msgspec.structs.asdict(IDENTITY))
    for module in (canvas, classroom50, github_classroom, gradescope, junit, moodle, nbgrader_csv, plain_csv):
        for name, data in files(module, book, Options(download=folder)).items():
            text = data.decode("utf-8")
            if name.endswith(".env"):
                text = "\n".join(
                    base64.b64decode(line.split("=", 1)[1]).decode()
                    for line in text.splitlines()
                    if "_RESULTS=" in line
                )
            yield f"{module.__name__}: {name}", text


def test_no_hidden_value_leaves(book: Gradebook, tmp_path: Path) -> None:
    checked = set()
    for name, text in everything(book, tmp_path):
        checked.add(name.split(":")[0])
        for secret in HIDDEN:
            assert secret not in text, name
        if not name.endswith(".csv"):
            assert "\x1b" not in text
    assert len(checked) == len(FORMATS)


def test_an_override_counts_and_shows_as_such(book: Gradebook, tmp_path: Path) -> None:
    for one, score in (("ann", 30), ("björn/../=cmd", 5), ("zed", 7)):
        book = with_override(book, one, score, "we spoke, and agreed")
    texts = dict(everything(book, tmp_path))
    seen = {name: text for name, text in texts.items() if re.search(r"ann|canvas|moodle|csv", name)}
    assert len(seen) == len(FORMATS)
    for name, text in seen.items():
        if not name.endswith(("canvas.csv", "nbgrader.csv")):
            assert "we spoke, and agreed" in text, name
    (data,) = files(canvas, book, Options()).values()
    assert canvas_import(data, CANVAS) == {"17": "30", "18": "60", "20": "7", "21": "5"}
    (data,) = files(moodle, book).values()
    assert (
        b"Score: 30 of 60 points\nYour instructor set this score (the checks alone gave 24). Your instructor says: we spoke"
        in data
    )
    (data,) = files(plain_csv, book).values()
    ann = rows(data)[0]
    assert (ann["score"], ann["suite_score"]) == ("30", "24")
    document = valid_classroom50(classroom50.result(book.entries[0], IDENTITY))
    assert (document["score"], document["tests"][0]["test-name"]) == (30, "Score set by the instructor")
    assert json.loads(files(gradescope, book)["ann/results.json"])["score"] == 30


NAMES = st.text(st.sampled_from("aü日,\"'\n ;|\\=+-@\t") | st.characters(), max_size=12)


@given(NAMES, NAMES)
@example("'=x", "' =x")
@example("a;'=b", "''-5")
def test_names_survive_a_round_trip(name: str, number: str) -> None:
    """Out by our writer and back by our reader; on the way no cell is a formula."""
    written = {"name": name.strip(), "number": number.replace("\r", "").strip()}
    data = csv_bytes([["student_id", *written], ["x", *written.values()]])
    for row in csv.reader(io.StringIO(data.decode("utf-8"), newline="")):
        assert not any(re.match(r"\s*[=@]|\s*[+-](?![0-9.e]*$)", cell) for cell in row)
    (read,) = parse_table(data, Path("names.csv")).rows
    for column, cell in written.items():
        # What hides is shown as an escape.
        if "\\" not in for_csv_cell(cell).replace(cell, ""):
            assert read.cells[column] == cell
