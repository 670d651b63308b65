"""nbgrader's own tools on our course: its validator, generate_assignment, autograde, feedback and export."""

from __future__ import annotations

import csv
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("nbgrader", reason="nbgrader's tools come with the extra [nbgrader]")

from loopcheck.cli import main
from loopcheck.quiz.nbgrader_course import CourseFolder
from loopcheck.quiz.outline import asked_questions, outline_folder, source_notebook
from loopcheck.quiz.question import FreeText
from loopcheck.quiz.release import as_bytes, released
from loopcheck.results import Exercise, State, Submission, encode

from .notebooks import bank as notebooks

pytestmark = [pytest.mark.timeout(1500), pytest.mark.filterwarnings("ignore")]

NAME = "check_yourself"
FILE = f"{NAME}.ipynb"
MANUAL = 10
SCHEMES = [each.scheme for each in asked_questions() if isinstance(each, FreeText)]


def nbgrader(folder: Path, *arguments: str) -> str:
    """nbgrader's command, as an instructor runs it in the course folder."""
    scripts = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": scripts + os.pathsep + os.environ["PATH"]}
    command = [sys.executable, "-m", "nbgrader", *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def course(tmp_path: Path) -> Path:
    assert main(["quiz", "build", "--out", str(tmp_path / "course")]) == 0
    shutil.copy(outline_folder() / "nbgrader_config.py", tmp_path / "course")
    return tmp_path / "course"


def submit(folder: Path, **students: bytes) -> None:
    for student, content in students.items():
        target = folder / "submitted" / student / NAME
        target.mkdir(parents=True)
        (target / FILE).write_bytes(content)


def scores(folder: Path) -> dict[str, float]:
    database = sqlite3.connect(folder / "gradebook.db")
    rows = database.execute(
        "select a.student_id, sum(coalesce(g.auto_score, 0)) from grade g join submitted_notebook n on g.notebook_id = n.id"
        " join submitted_assignment a on n.assignment_id = a.id group by a.student_id"
    ).fetchall()
    database.close()
    return dict(rows)


def test_every_cell_is_valid_for_nbgrader() -> None:
    import nbformat
    from nbgrader.nbgraderformat import MetadataValidator

    for notebook in (source_notebook(), released(source_notebook())):
        read = nbformat.reads(as_bytes(notebook).decode(), 4)
        nbformat.validate(read)
        MetadataValidator().validate_nb(read)
        assert nbformat.writes(read).encode() + b"\n" == as_bytes(notebook)


def test_our_release_is_nbgraders_byte_for_byte_and_needs_no_database(course: Path) -> None:
    ours = (course / "handout" / FILE).read_bytes()
    nbgrader(course, "generate_assignment", NAME, "--no-db")
    assert (course / "release" / NAME / FILE).read_bytes() == ours
    assert not (course / "gradebook.db").exists()


def test_the_source_passes_its_own_tests_in_jupyter(course: Path) -> None:
    from nbgrader.validator import Validator

    assert Validator().validate(str(course / "source" / NAME / FILE)) == {}


def test_plain_autograde_feedback_and_export_work_too(course: Path) -> None:
    ada, bob = (notebooks.as_bytes(notebooks.filled_in(each)) for each in (notebooks.ADA, notebooks.BOB))
    submit(course, ada=ada, cleo=bob)
    nbgrader(course, "generate_assignment", NAME)
    nbgrader(course, "autograde", NAME)
    expected = {"ada": notebooks.FULL, "cleo": 0}
    assert scores(course) == expected, "another student's answers earn nothing"
    nbgrader(course, "generate_feedback", NAME, "--student", "ada")
    page = (course / "feedback" / "ada" / NAME / f"{NAME}.html").read_text(encoding="utf-8")
    assert "BEGIN HIDDEN" not in page
    assert "MARK SCHEME" not in page
    assert "from loopcheck" not in page
    nbgrader(course, "export")
    rows = list(csv.DictReader((course / "grades.csv").read_text().splitlines()))
    assert {row["student_id"]: float(row["score"]) for row in rows} == expected


def code_results(*submissions: Submission) -> bytes:
    from loopcheck.results import Run

    return encode(Run(suite="x", python="3.11", sandbox="rlimits", seed=1, submissions=submissions))


def code_result(name: str, points: int | None) -> Submission:
    if points is None:
        return Submission(id=name, state=State.UNGRADABLE, reason="nothing there", max_score=100)
    exercises = (
        Exercise(id="set_result", title="", points=min(points, 40), max_points=40),
        Exercise(id="step", title="", points=max(points - 40, 0), max_points=60),
    )
    return Submission(id=name, state=State.GRADED, score=points, max_score=100, exercises=exercises)


def test_one_gradebook_and_one_export(course: Path, tmp_path: Path) -> None:
    """Code and notebook, in nbgrader's own tables and in one list; who has no score has none, and no total."""
    submit(
        course,
        ada=notebooks.as_bytes(notebooks.filled_in()),
        bob=notebooks.CASES["corrupt JSON"].content,
        cleo=notebooks.CASES["blank"].content,
    )
    roster = tmp_path / "roster.csv"
    roster.write_text("student_id,name,email\nada,Ada Maria Lovelace,ada@example.org\nbob,Bob,\n", encoding="utf-8")
    command = ["quiz", "grade", str(course), "--course", str(course), "--no-feedback", "--roster", str(roster)]
    assert main(command) == 0
    (tmp_path / "results.json").write_bytes(
        code_results(
            code_result("ada", 80), code_result("bob", 100), code_result("cleo", None), code_result("dora", 50)
        )
    )
    for _ in range(2):  # entering the same results again changes nothing
        command = ["quiz", "export", "--course", str(course), "--code-results", str(tmp_path)]
        assert main(command) == 0
        rows = {
            row["student_id"]: row for row in csv.DictReader((course / "course_grades.csv").read_text().splitlines())
        }
        assert list(rows) == ["ada", "bob", "cleo", "dora"]
        assert [rows[name]["name"] for name in rows] == ["Ada Maria Lovelace", "Bob", "", ""]
        assert [rows[name]["code"] for name in rows] == ["80", "100", "", "50"]
        assert [rows[name]["quiz"] for name in rows] == [f"{notebooks.FULL}", "", "0", ""]
        total = 0.7 * 80 + 30 * notebooks.FULL / (notebooks.FULL + MANUAL)
        assert [rows[name]["total_percent"] for name in rows] == [f"{total:.1f}", "", "", ""]
        assert "3 answers of the notebook still to be marked by hand" in rows["ada"]["remark"]
        assert "notebook could not be graded" in rows["bob"]["remark"]
        assert "no notebook handed in" in rows["dora"]["remark"]
        assert {row["quiz_max"] for row in rows.values()} == {f"{notebooks.FULL + MANUAL}"}
    nbgrader(course, "export")
    theirs = list(csv.DictReader((course / "grades.csv").read_text().splitlines()))
    found = {(row["assignment"], row["student_id"]): row["score"] for row in theirs}
    assert float(found["mini_asyncio", "ada"]) == 80
    assert float(found[NAME, "ada"]) == notebooks.FULL


def test_the_instructors_scores_and_the_whole_roster_are_in_the_list(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    CourseFolder(course).prepare(source_notebook())
    submissions = [code_result("ada", 80), code_result("bob", 61), code_result("kim", None), code_result("wong", None)]
    (tmp_path / "results.json").write_bytes(code_results(*submissions))
    (tmp_path / "roster.csv").write_text(
        "student_id,name\nada,Ada L\nbob,Bob\nkim,Kim J\nwong,Wong\nmae,Mae\nzoe,Zoe Z\n", encoding="utf-8"
    )
    overrides = tmp_path / "overrides.csv"
    overrides.write_text("student_id,score,comment\nada,,Well done\nbob,33,\nkim,70,late\nwong,0,\nmae,5,\n", "utf-8")
    for decided, codes in (
        (True, {"ada": "80", "bob": "33", "kim": "70", "mae": "5", "wong": "0", "zoe": ""}),
        (False, {"ada": "80", "bob": "61", "kim": "", "mae": "", "wong": "", "zoe": ""}),
    ):
        if not decided:
            overrides.unlink()
        assert main(["quiz", "export", "--course", str(course), "--code-results", str(tmp_path)]) == 0
        said = capsys.readouterr().err
        assert ("overrides.csv sets the score of bob, kim, wong, mae" in said) == decided
        rows = list(csv.DictReader((course / "course_grades.csv").read_text(encoding="utf-8").splitlines()))
        assert {row["student_id"]: row["code"] for row in rows} == codes
        assert {row["code_max"] for row in rows} == {"100"}
        set_by_hand = [row["student_id"] for row in rows if "the instructor set the score of the code" in row["remark"]]
        assert set_by_hand == (["bob", "kim", "mae", "wong"] if decided else [])
        assert "no code handed in" in rows[-1]["remark"]
        assert rows[-1]["name"] == "Zoe Z"
    overrides.write_text("student_id,score\nbob,7.5\n", encoding="utf-8")
    assert main(["quiz", "export", "--course", str(course), "--code-results", str(tmp_path)]) == 2
    assert "overrides.csv line 2: the score 7.5" in capsys.readouterr().err


def test_grading_a_part_leaves_the_rows_of_the_others_and_nobody_is_forgotten(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text("student_id,name\nada,Ada\nbob,Bob\nzoe,Zoe Z\n", encoding="utf-8")
    first, second = tmp_path / "first", tmp_path / "second"
    submit(first, ada=notebooks.CASES["blank"].content, bob=notebooks.CASES["corrupt JSON"].content)
    submit(second, cleo=notebooks.CASES["corrupt JSON"].content)
    options = ["--course", str(course), "--no-feedback", "--roster", str(roster)]
    assert main(["quiz", "grade", str(first), *options]) == 0
    said = capsys.readouterr()
    assert "handed nothing in: zoe;" in said.err
    assert "2 notebooks: 1 graded, 1 ungradable, 0 infrastructure errors" in said.out
    assert main(["quiz", "grade", str(second), *options]) == 0
    said = capsys.readouterr()
    assert "not on the roster: cleo;" in said.err
    assert "quiz_grades.csv keeps the rows of earlier runs: 2" in said.err
    assert "1 notebook: 0 graded" in said.out
    rows = list(csv.DictReader((course / "quiz_grades.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["student_id"], row["state"], row["score"], row["to_mark_by_hand"]) for row in rows] == [
        ("ada", "graded", "0", "yes"),
        ("bob", "ungradable", "", "no"),
        ("cleo", "ungradable", "", "no"),
        ("zoe", "missing", "", "no"),
    ]
    assert rows[-1]["remark"] == "nothing was handed in"
    assert main(["quiz", "export", "--course", str(course)]) == 0
    listed = list(csv.DictReader((course / "course_grades.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["student_id"] for row in listed] == ["ada", "bob", "cleo", "zoe"]
    assert listed[-1]["name"] == "Zoe Z"
    assert (course / "quiz_grades.csv").write_text('student_id\n"', encoding="utf-8")
    assert main(["quiz", "grade", str(second), *options]) == 2
    assert "quiz_grades.csv line 2 is not CSV" in capsys.readouterr().err


def test_the_contents_of_a_feedback_page_name_the_questions(course: Path) -> None:
    """Every question that gives points once, with its score; and each is explained, though nothing was answered."""
    submit(course, ada=notebooks.CASES["blank"].content)
    assert main(["quiz", "grade", str(course), "--course", str(course)]) == 0
    page = (course / "feedback" / "ada" / NAME / f"{NAME}.html").read_text(encoding="utf-8")
    contents, _, rest = page.partition(' id="notebook"')
    named = re.findall(r'<a href="#[\w-]+">(\w+)</a> \(Score: 0.0 / (\d+)', contents)
    expected = {each.id: str(each.points) for each in asked_questions() if each.points}
    assert dict(named) == expected
    assert len(named) == len(expected)
    assert "Test cell" not in contents
    question = notebooks.question_of("hog_first")
    n = notebooks.numbers_of(question, notebooks.quiz_settings().salt, "ada")
    assert question.explain(n) in unescape(rest)


def test_grading_needs_no_alembic_on_the_path(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    CourseFolder(course).prepare(source_notebook())
    database = sqlite3.connect(course / "gradebook.db")
    versions: list[Any] = database.execute("select version_num from alembic_version").fetchall()
    database.close()
    assert len(versions) == 1
    assert versions[0][0]


def test_mark_schemes_are_for_those_without_a_second_chance(course: Path) -> None:
    submit(course, ada=notebooks.as_bytes(notebooks.filled_in()))
    page = course / "feedback" / "ada" / NAME / f"{NAME}.html"
    command = ["quiz", "grade", str(course), "--course", str(course)]
    criteria = [line for each in SCHEMES for line in each.splitlines() if not set("*`") & set(line)]
    assert criteria
    for option, shown in (("--no-explanations", False), ("--jobs=1", True)):
        assert main([*command, option]) == 0
        text = unescape(page.read_text(encoding="utf-8"))
        assert "MARK SCHEME" not in text
        assert [line.removeprefix("- ").strip() in text for line in criteria] == [shown] * len(criteria)
    source = (course / "autograded" / "ada" / NAME / FILE).read_text(encoding="utf-8")
    assert source.count("BEGIN MARK SCHEME") == len(SCHEMES), "who marks by hand has them, in any case"


@pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap is Linux's")
def test_the_sandbox_is_named_everywhere_and_can_be_demanded(
    course: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    submit(course, ada=notebooks.as_bytes(notebooks.filled_in()), bob=notebooks.CASES["corrupt JSON"].content)
    command = ["quiz", "grade", str(course), "--course", str(course), "--sandbox"]
    assert main([*command, "rlimits"]) == 0
    assert capsys.readouterr().out.endswith("; sandbox: rlimits\n")
    rows = list(csv.DictReader((course / "quiz_grades.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["sandbox"] for row in rows] == ["rlimits", ""], "no cell of a notebook that cannot be read has run"
    page = (course / "feedback" / "ada" / NAME / f"{NAME}.html").read_text(encoding="utf-8")
    assert "Your cells ran in the sandbox rlimits." in page
    assert page.count("white-space: pre-wrap") == 1, "an explanation is longer than a line"
    broken = course / "bwrap"
    broken.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{course}{os.pathsep}{os.environ['PATH']}")
    assert main([*command, "bubblewrap"]) == 2
    assert "the sandbox bubblewrap cannot be had here" in capsys.readouterr().err
