"""`course.toml` and the instructor's settings: what is in order is read, and what is not is said in one sentence."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from loopcheck.authoring.check import suite_check_ids
from loopcheck.course import CourseError, CourseFiles, course_files, load_course, read_course
from loopcheck.session import SuiteSession
from loopcheck.settings import SEEDS, SettingsError, course_seed

SMALL = """\
[course]
title = "T"
package = "p"
edit = ["a.py"]
[template]
scaffold = []
[[exercise]]
id = "one"
title = "One"
folder = "1-one"
[exercise.checks]
it_works = 3
"""


def read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "course.toml"
    path.write_text(text, encoding="utf-8")
    read_course(path)


def test_a_small_course_is_read(tmp_path: Path) -> None:
    (tmp_path / "course.toml").write_text(SMALL, encoding="utf-8")
    course = read_course(tmp_path / "course.toml")
    assert (course.edit, course.max_points, course.exercise("one").module) == (("a.py",), 3, "")
    with pytest.raises(KeyError):
        course.exercise("two")


@pytest.mark.parametrize("line", [line for line in SMALL.splitlines() if " = " in line and "it_works" not in line])
@pytest.mark.parametrize("value", ["", "7", "[1]", "{}", "false", '""'])
def test_every_key_that_is_missing_or_of_the_wrong_kind_is_named(tmp_path: Path, line: str, value: str) -> None:
    key = line.split()[0]
    if (key, value) == ("edit", '""'):
        value = "[[]]"
    with pytest.raises(CourseError, match=rf"course\.toml: .*{key}"):
        read(tmp_path, SMALL.replace(line, f"{key} = {value}" if value else ""))


@pytest.mark.parametrize("value", ["-1", "1.5", '"3"', "true", "[]"])
def test_points_are_whole(tmp_path: Path, value: str) -> None:
    with pytest.raises(CourseError, match="it_works must have whole points"):
        read(tmp_path, SMALL.replace("it_works = 3", f"it_works = {value}"))


@pytest.mark.parametrize(
    "extra", ["module = 3", "function = []", 'lines = "4"', "lines = true", "lines = -1", "checks = 3", "needs = 3"]
)
def test_optional_keys_have_their_kind_too(tmp_path: Path, extra: str) -> None:
    text = SMALL.replace("[exercise.checks]\nit_works = 3\n", "")
    with pytest.raises(CourseError, match=f"{extra.split()[0]!r} of exercise 'one' must be"):
        read(tmp_path, text + extra)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'course' is missing"),
        ("course = 3\ntemplate = 4", r"'course' must be a table, \[course\]"),
        (SMALL.replace("[[exercise]]", "[exercise]"), "'exercise' must be a list of tables"),
        (SMALL.split("[[exercise]]")[0], "'exercise' is missing"),
        ("exercise = []\n" + SMALL.split("[[exercise]]")[0], "exercise must be a list of tables"),
        (SMALL + SMALL[SMALL.index("[[exercise]]") :], r"same id \(one, one\)"),
        (SMALL.replace("folder", "foldr"), "unknown keys: foldr"),
        (SMALL.replace("[exercise.checks]", 'needs = ["two"]\n[exercise.checks]'), "`needs` what is no exercise: two"),
        ("[course", "course.toml: "),
    ],
)
def test_other_mistakes(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(CourseError, match=words):
        read(tmp_path, text)


def test_a_course_that_is_not_text_or_not_there(tmp_path: Path) -> None:
    (tmp_path / "course.toml").write_bytes(b"\xff\xfe")
    for path in (tmp_path / "course.toml", tmp_path / "none.toml", tmp_path):
        with pytest.raises(CourseError, match=str(path)):
            read_course(path)


def test_an_empty_package_is_an_incomplete_installation(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="install loopcheck again"):
        CourseFiles(tmp_path).package_sources(load_course())


def test_the_course_has_100_points() -> None:
    course = load_course()
    assert {exercise.id: exercise.max_points for exercise in course.exercises} == {
        "set_result": 10,
        "step": 20,
        "suspend": 15,
        "run_once": 25,
        "whole_loop": 30,
    }
    assert course.max_points == 100


def test_check_ids_are_those_that_pytest_collects(tmp_path: Path) -> None:
    everything = load_course().with_all_bonus()
    with SuiteSession(3, everything) as session:
        collected = set(session.plugin.suite.checks)
    assert suite_check_ids(course_files().root) == collected
    assert collected == {check for exercise in everything.exercises for check in exercise.points}
    assert suite_check_ids(tmp_path) is None


def test_every_check_has_a_sentence_for_its_student() -> None:
    for path in sorted((course_files().root / "grader/src/loopcheck/suite").glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                assert (ast.get_docstring(node) or "").strip().endswith("."), node.name


def test_the_seed_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.toml"
    seed = course_seed(path)
    text = path.read_bytes()
    assert 0 <= seed < SEEDS
    assert course_seed(path) == seed
    assert path.read_bytes() == text
    assert course_seed(tmp_path / "other" / "settings.toml") != seed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "seed = -1",
        f"seed = {SEEDS}",
        "seed = true",
        "seed = 1.0",
        'seed = "7"',
        "seed",
        "[seed]\nx = 1",
        "seed = 1\nseed = 2",
    ],
)
def test_settings_that_are_not_in_order_are_refused_and_kept(tmp_path: Path, text: str) -> None:
    """A seed that is silently made anew would change everybody's results."""
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match="--seed") as caught:
        course_seed(path)
    assert str(path) in str(caught.value)
    assert path.read_text(encoding="utf-8") == text


def test_settings_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    (tmp_path / "file").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "settings.toml", tmp_path / "file", tmp_path / "file" / "settings.toml"):
        with pytest.raises(SettingsError, match="--seed"):
            course_seed(path)
