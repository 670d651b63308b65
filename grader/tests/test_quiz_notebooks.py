"""A class of submitted notebooks, right, wrong, broken and forged: what each gets, and that none is lost."""

from __future__ import annotations

import csv
import os
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("nbgrader", reason="grading notebooks needs the extra [nbgrader]")

import loopcheck
from loopcheck.probes.cells import Cell, CellFacts
from loopcheck.quiz.build import Student
from loopcheck.quiz.cells import run_cells
from loopcheck.quiz.grade import Graded, QuizGrader, Task, find_tasks, grade_all
from loopcheck.quiz.grades_table import Class, grades_table
from loopcheck.quiz.nbgrader_course import CourseFolder
from loopcheck.quiz.outline import source_notebook
from loopcheck.worker.host import Worker
from loopcheck.worker.sandbox import LEVELS

from .notebooks import bank as notebooks
from .sampling import sampled

pytestmark = [pytest.mark.timeout(900), pytest.mark.filterwarnings("ignore")]

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "solutions" / "reference" / "mini_asyncio"
NO_CLASS = Class((), frozenset(), {})
SOURCE = str(Path(loopcheck.__file__).parents[1])


def folder_name(case: str) -> str:
    return "".join(each if each.isalnum() else "-" for each in case)


def content_of(case: Any, course: Path) -> bytes:
    content: bytes = case.content
    for name, value in (("{course!r}", str(course)), ("{source!r}", SOURCE)):
        content = content.replace(name.encode(), repr(value).encode())
    return content


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> CourseFolder:
    folder = CourseFolder(tmp_path_factory.mktemp("course"))
    folder.prepare(source_notebook())
    return folder


@pytest.fixture(scope="module")
def graded(course: CourseFolder, pytestconfig: pytest.Config) -> dict[str, Graded]:
    """The whole class, or the sample of it, graded by two processes. Every case is Ada, in a folder of another name."""
    tasks: dict[str, Task] = {}
    for name in notebooks.CASES if pytestconfig.getoption("--thorough") else SAMPLE:
        case = notebooks.CASES[name]
        folder = course.root / "submitted" / folder_name(name)
        folder.mkdir(parents=True)
        (folder / case.file).write_bytes(content_of(case, course.root))
        if case.code:
            (folder / "mini_asyncio").mkdir()
            for module in REFERENCE.glob("*.py"):
                (folder / "mini_asyncio" / module.name).write_bytes(module.read_bytes())
        tasks[name] = Task(Student(folder.name, quiz_id=notebooks.ADA), folder)
    results: dict[str, Graded] = {}
    for feedback in (True, False):
        some = {name: task for name, task in tasks.items() if has_page(name) == feedback}
        done = {
            each.student.id: each
            for each in grade_all(list(some.values()), partial(QuizGrader, course, feedback=feedback), 2)
        }
        results |= {name: done[task.student.id] for name, task in some.items()}
    return results


@pytest.fixture(scope="module")
def jailed(course: CourseFolder) -> bool:
    """Whether the worker here keeps a cell from reading a file that is none of Python's."""
    worker = Worker()
    try:
        (ran,) = run_cells(
            worker, "mini_asyncio", {}, [Cell(f"open({str(course.root / 'gradebook.db')!r}, 'rb').read()")]
        )
    finally:
        worker.close()
    assert isinstance(ran, CellFacts)
    return bool(ran.raised)


def has_page(name: str) -> bool:
    """Of whom a page of feedback is made, which takes as long as grading: cheats, and those that show most."""
    return notebooks.CASES[name].cheat or name in LOOKED_AT


LOOKED_AT = ("wrong", "partial", "hang", "os._exit", "an exception")
"""Honest ones that show most."""
SAMPLE = [name for place, name in enumerate(notebooks.CASES) if place % 3 == 0 or name in LOOKED_AT]
"""Of honest notebooks and cheats a third; all of them are handed in with `--thorough`."""


cases = pytest.mark.parametrize("name", sampled(notebooks.CASES, SAMPLE))


def test_there_are_enough() -> None:
    assert len(notebooks.HONEST) >= 25
    assert len(notebooks.CHEATS) + len(notebooks.JAILED) >= 12


@cases
def test_the_score(graded: dict[str, Graded], jailed: bool, name: str) -> None:
    case, result = notebooks.CASES[name], graded[name]
    if case.jailed and not jailed:
        pytest.skip("the sandbox here does not keep students' code from reading files")
    assert result.state.value == case.state, result.reason
    assert result.score == (case.score if case.score is None else pytest.approx(case.score))


def test_the_sandbox_of_each_is_named(graded: dict[str, Graded]) -> None:
    """One level for all, since all were run here; none where nothing ran."""
    levels = {result.sandbox for result in graded.values() if result.score is not None}
    assert len(levels) == 1
    assert levels <= set(LEVELS)
    assert {result.sandbox for result in graded.values() if result.score is None} == {""}


@cases
def test_nobody_is_lost(graded: dict[str, Graded], course: CourseFolder, name: str) -> None:
    """Each has a row in our table and in nbgrader's, and an autograded notebook or a sentence that says why not."""
    result = graded[name]
    rows = list(csv.DictReader(grades_table(graded.values(), NO_CLASS).splitlines()))
    assert [row["student_id"] for row in rows].count(result.student.id) == 1
    database = sqlite3.connect(course.root / "gradebook.db")
    found = database.execute(
        "select count(*) from submitted_assignment where student_id = ?", (result.student.id,)
    ).fetchone()
    database.close()
    assert found == (1,)
    done = course.root / "autograded" / result.student.id / "check_yourself" / "check_yourself.ipynb"
    assert done.is_file() or result.reason.endswith(".")


def test_a_score_that_is_missing_is_missing_in_the_gradebook_too(
    graded: dict[str, Graded], course: CourseFolder
) -> None:
    database = sqlite3.connect(course.root / "gradebook.db")
    for result in graded.values():
        if result.score is None:
            scores = database.execute(
                "select g.auto_score from grade g join submitted_notebook n on g.notebook_id = n.id"
                " join submitted_assignment a on n.assignment_id = a.id where a.student_id = ?",
                (result.student.id,),
            ).fetchall()
            assert scores
            assert set(scores) == {(None,)}
    database.close()


def test_nobody_was_added(graded: dict[str, Graded], course: CourseFolder) -> None:
    database = sqlite3.connect(course.root / "gradebook.db")
    students = {name for (name,) in database.execute("select id from student")}
    database.close()
    assert students == {result.student.id for result in graded.values()}


@pytest.mark.parametrize("name", sampled(filter(has_page, notebooks.CASES), SAMPLE))
def test_feedback_shows_no_hidden_code(
    graded: dict[str, Graded], course: CourseFolder, jailed: bool, name: str
) -> None:
    page = course.root / "feedback" / graded[name].student.id / "check_yourself" / "check_yourself.html"
    case = notebooks.CASES[name]
    if case.jailed and not jailed:
        pytest.skip("the sandbox here does not keep students' code from reading files")
    text = page.read_text(encoding="utf-8")
    for hidden in ("BEGIN HIDDEN", "loopcheck.quiz.marking import", "Traceback (most", "site-packages"):
        # A cheat may hold such words itself: then only its own source shows them.
        if hidden.encode() not in case.content:
            assert hidden not in text


def test_feedback_explains_with_the_students_own_numbers(graded: dict[str, Graded], course: CourseFolder) -> None:
    page = course.root / "feedback" / graded["wrong"].student.id / "check_yourself" / "check_yourself.html"
    text = page.read_text(encoding="utf-8")
    question = notebooks.question_of("third_wake")
    n = notebooks.numbers_of(question, notebooks.quiz_settings().salt, notebooks.ADA)
    assert question.explain(n).split(". ")[0] in text.replace("&#39;", "'")
    assert "Not right." in text


def test_what_a_student_sees_when_a_cell_hangs(graded: dict[str, Graded], course: CourseFolder) -> None:
    for name, words in (
        ("hang", "took too long"),
        ("os._exit", "ended before it had answered"),
        ("an exception", "ZeroDivisionError"),
    ):
        page = course.root / "feedback" / graded[name].student.id / "check_yourself" / "check_yourself.html"
        assert words in page.read_text(encoding="utf-8")


def test_a_new_attempt_that_fails_leaves_no_old_score(course: CourseFolder, tmp_path: Path) -> None:
    folder = tmp_path / "twice"
    folder.mkdir()
    file = folder / notebooks.FILE
    task = Task(Student("twice", quiz_id=notebooks.ADA), folder)
    grader = QuizGrader(course, feedback=False)
    try:
        file.write_bytes(notebooks.CASES["right"].content)
        assert grader.grade(task).score == notebooks.FULL
        mark_by_hand(course, "twice", 3.5)
        assert grader.grade(task).score == notebooks.FULL + 3.5
        file.write_bytes(notebooks.CASES["corrupt JSON"].content)
        assert grader.grade(task).score is None
        assert scores_of(course, "twice") == ({None}, {None, 3.5})
        file.write_bytes(notebooks.CASES["blank"].content)
        assert grader.grade(task).score == 3.5
    finally:
        grader.close()


def mark_by_hand(course: CourseFolder, student: str, points: float) -> None:
    with course.api() as api, api.gradebook as gradebook:
        gradebook.find_grade("why_late", "check_yourself", "check_yourself", student).manual_score = points
        gradebook.db.commit()


def scores_of(course: CourseFolder, student: str) -> tuple[set[Any], set[Any]]:
    with course.api() as api, api.gradebook as gradebook:
        grades = gradebook.find_submission("check_yourself", student).notebooks[0].grades
        return {grade.auto_score for grade in grades}, {grade.manual_score for grade in grades}


@pytest.fixture
def small_class(tmp_path: Path) -> Path:
    for name in ("right", "wrong", "corrupt JSON", "blank"):
        folder = tmp_path / "class" / f"{notebooks.ADA}-{folder_name(name)}"
        folder.mkdir(parents=True)
        (folder / notebooks.FILE).write_bytes(notebooks.CASES[name].content)
    return tmp_path / "class"


def test_two_processes_give_what_one_gives(small_class: Path, tmp_path: Path) -> None:
    tables = []
    for jobs in (1, 2):
        course = CourseFolder(tmp_path / f"course{jobs}")
        course.prepare(source_notebook())
        tasks = find_tasks(small_class, None, [Student(f.name, quiz_id=notebooks.ADA) for f in small_class.iterdir()])
        results = list(grade_all(tasks, partial(QuizGrader, course, True, False), jobs))
        tables.append(grades_table(results, NO_CLASS))
        assert os.environ.get("NBGRADER_EXECUTION") is None
    assert tables[0] == tables[1]
