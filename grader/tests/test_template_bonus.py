"""What a student's `pytest` shows of bonus exercises, whichever there are, in the template of a course that uses them all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from loopcheck.authoring.build import generate
from loopcheck.authoring.overview import TEXT, overview
from loopcheck.authoring.stubs import hollow_module, stub_module
from loopcheck.authoring.template import whole_template
from loopcheck.course import CourseError, Exercise, course_files, load_course

from . import template_support as support

ROOT = course_files().root
COURSE = load_course().with_all_bonus()
OWN = len(COURSE.exercises) - len(COURSE.bonus)
REFERENCE = course_files().package_sources(COURSE)
NUMBERED = [pytest.param(number, each, id=each.id) for number, each in enumerate(COURSE.bonus, OWN + 1)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The template, with the course's own exercises solved."""
    for path, content in whole_template(ROOT, generate(ROOT, COURSE)).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    for name in load_course().with_bonus().edit:
        (tmp_path / COURSE.package / name).write_bytes(REFERENCE[name])
    return tmp_path


def put(folder: Path, exercise: Exercise, source: bytes) -> None:
    (folder / COURSE.package / exercise.module).write_bytes(source)


def with_one_function(exercise: Exercise) -> bytes:
    """The module with its first function written, and stubs of the others."""
    stub = stub_module(REFERENCE[exercise.module], exercise.module, exercise.module, COURSE).decode().split("\n")
    [line] = [number for number, text in enumerate(stub) if f": {exercise.functions[0]} is yours to write" in text]
    region = re.escape(next(iter(exercise.regions)))
    solution = re.search(
        rf"# BEGIN SOLUTION {region}\n(.*?)\n *# END SOLUTION {region}\n",
        REFERENCE[exercise.module].decode(),
        re.DOTALL,
    )
    assert solution
    return "\n".join([*stub[:line], solution[1], *stub[line + 1 :]]).encode()


def fits(run: Any) -> bool:
    table = run.out.partition("- your event loop -")[2]
    return table != "" and max(map(len, table.splitlines())) < 80


def test_they_are_listed_behind_the_others_and_nobody_has_to_write_them(folder: Path) -> None:
    run = support.run_checks(folder)
    assert run.code == 0, run.out
    assert run.done == list(range(1, OWN + 1))
    listed = {number: row for number, row in run.rows.items() if number > OWN}
    assert [number for number, _ in enumerate(COURSE.bonus, OWN + 1)] == list(listed)
    assert {(mark, passed, note) for mark, passed, _, note in listed.values()} == {("  ", 0, "bonus, not written yet")}
    assert all(checks >= 6 for _, _, checks, _ in listed.values())
    first = COURSE.bonus[0]
    own = sum(run.rows[number][2] for number in run.done)
    assert f"All {own} checks of exercises 1 to {OWN} pass." in run.out
    assert f"If you like: exercise {OWN + 1}, {first.functions[0]} in mini_asyncio/{first.module}\n" in run.out
    assert "demo.py" in run.out
    assert fits(run), run.out


def test_the_overview_of_a_course_names_the_bonus_exercises_that_it_uses(folder: Path) -> None:
    """A row, a name for `--exercise`, and that the module counts: else a student believes that it is put back."""
    text = (folder / "README.md").read_text(encoding="utf-8")
    _, _, options = text.partition("those of one exercise: ")
    assert "and those of the bonus exercises are put back" in text
    assert "come on top of the 100 of the others" in text
    for number, exercise in enumerate(COURSE.bonus, OWN + 1):
        [row] = [
            line
            for line in text.splitlines()
            if line.startswith(f"| [{number}](exercises/{exercise.folder}/README.md)")
        ]
        assert row.endswith(f" | `{exercise.module}` | {exercise.max_points} |")
        assert f"`{exercise.id}`" in options.partition(" |")[0]
        assert f"`{exercise.module}`" in text.partition("What you write in ")[2].partition(" is graded, too")[0]
    one = overview((ROOT / TEXT).read_text(encoding="utf-8"), COURSE.with_bonus("who_yields"))
    assert "The last row is a bonus exercise" in one
    assert "await_by_hand" not in one
    none = overview((ROOT / TEXT).read_text(encoding="utf-8"), COURSE.with_bonus())
    assert "bonus" not in none


def test_a_text_that_is_no_template_says_so() -> None:
    for text in ("{% if bonus %}", "{{ no_such_name }}"):
        with pytest.raises(CourseError, match=r"exercises/README\.md\.jinja: "):
            overview(text, COURSE)


def test_the_courses_own_exercises_come_first(folder: Path) -> None:
    name = "future.py"
    stub = stub_module(REFERENCE[name], name, name, COURSE)
    (folder / COURSE.package / name).write_bytes(stub)
    run = support.run_checks(folder)
    assert run.rows[1][3] == "not written yet"
    assert "Next: exercise 1, Future.set_result in mini_asyncio/future.py" in run.out
    assert "If you like" not in run.out


@pytest.mark.parametrize(("number", "exercise"), [each for each in NUMBERED if len(each.values[1].functions) > 1])
def test_the_function_that_is_next_is_named(folder: Path, number: int, exercise: Exercise) -> None:
    put(folder, exercise, with_one_function(exercise))
    run = support.run_checks(folder, "--exercise", exercise.id)
    assert list(run.rows) == [number], run.out
    assert run.rows[number][3].startswith("bonus")
    assert f"If you like: exercise {number}, {exercise.functions[1]} in mini_asyncio/{exercise.module}\n" in run.out
    assert f"  See exercises/{exercise.folder}/README.md\n" in run.out


@pytest.mark.parametrize(("number", "exercise"), NUMBERED)
def test_one_that_is_done_is_ticked_off(folder: Path, number: int, exercise: Exercise) -> None:
    put(folder, exercise, REFERENCE[exercise.module])
    run = support.run_checks(folder, "--exercise", str(number))
    mark, passed, checks, note = run.rows[number]
    assert (mark, passed, note) == ("ok", checks, "bonus")
    assert f"All {checks} checks of this run pass." in run.out


def test_when_all_are_done_there_is_nothing_left(folder: Path) -> None:
    for exercise in COURSE.bonus:
        put(folder, exercise, REFERENCE[exercise.module])
    run = support.run_checks(folder)
    assert run.done == list(range(1, len(COURSE.exercises) + 1))
    assert f"All {sum(row[2] for row in run.rows.values())} checks pass." in run.out
    assert "If you like" not in run.out
    assert fits(run), run.out


def test_what_has_failed_comes_before_what_is_not_written(folder: Path) -> None:
    exercise = COURSE.bonus[0]
    put(folder, exercise, hollow_module(REFERENCE[exercise.module], exercise.module, "x", COURSE, exercise))
    run = support.run_checks(folder)
    assert run.code == 1
    assert f"Exercise {OWN + 1}: " in run.out, "the account of a failed check"
    assert f"If you like: exercise {OWN + 1}, mini_asyncio/{exercise.module}\n" in run.out
    assert run.rows[OWN + 1][0] == ".."


def test_a_module_that_cannot_be_imported_is_said_and_takes_nobody_down(folder: Path) -> None:
    exercise = COURSE.bonus[0]
    put(folder, exercise, b"import nothing_of_that_name\n")
    run = support.run_checks(folder)
    assert run.done == list(range(1, OWN + 1))
    assert "ModuleNotFoundError" in run.out
    assert f"mini_asyncio/{exercise.module}" in run.out
    assert "INTERNALERROR" not in run.out


def test_hints_and_the_page_of_a_run_know_them(folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "summary.md"
    run = support.run_checks(folder, "--hint", f"--summary-file={page}")
    assert f"Hint 1 of 3 for exercise {OWN + 1}:" in run.out
    text = page.read_text(encoding="utf-8")
    first = COURSE.bonus[0]
    assert re.search(r"^### (\d+) of \1 visible checks pass, and 0 of \d+ of bonus exercises$", text, re.MULTILINE)
    assert f"| {OWN + 1} | {first.title} | 0 of " in text
    assert f"If you like: exercise {OWN + 1}, `{first.functions[0]}` in `mini_asyncio/{first.module}`" in text
