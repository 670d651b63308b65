"""The example class, graded by the real command: each submission gets exactly the result that was worked out by hand."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from loopcheck.course import course_files, load_course

CLASS = course_files().root / "instructor" / "example_class"
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((CLASS / "expected.toml").read_text(encoding="utf-8"))


def tree(folder: Path) -> dict[str, str]:
    """Every file with a digest of its bytes."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the results."""
    out = tmp_path_factory.mktemp("class")
    before = tree(CLASS)
    done = subprocess.run(
        [sys.executable, "-m", "loopcheck", "grade", str(CLASS), "--out", str(out), "--seed", "1", "--jobs", "2"],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1] / "src")},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert tree(CLASS) == before, "a student's folder is read, never written"
    return out


@pytest.fixture(scope="module")
def results(graded: Path) -> dict[str, Any]:
    data = json.loads((graded / "results.json").read_bytes())
    return {submission["id"]: submission for submission in data["submissions"]}


def test_nobody_is_lost_and_nobody_is_added(results: dict[str, Any]) -> None:
    folders = {path.name for path in CLASS.iterdir() if path.is_dir()}
    assert set(results) == set(EXPECTED) == folders
    assert list(results) == sorted(results)


@pytest.mark.parametrize("student", EXPECTED)
def test_the_result_is_the_one_worked_out_by_hand(results: dict[str, Any], student: str) -> None:
    got, want = results[student], EXPECTED[student]
    assert got["state"] == want["state"]
    if want["state"] == "ungradable":
        assert got["score"] is None
        assert got["reason"]
        return
    points = {exercise["id"]: exercise["points"] for exercise in got["exercises"]}
    assert points == want["points"]
    assert got["score"] == sum(want["points"].values())
    partly = {name for name, earned in points.items() if 0 < earned < load_course().exercise(name).max_points}
    partly.discard("whole_loop")
    red = [check["id"] for check in got["checks"] if check["exercise"] in partly and check["outcome"] != "passed"]
    assert red == want.get("red", [])


def test_expected_is_whole_numbers_of_the_course() -> None:
    for student, want in EXPECTED.items():
        for name, points in want.get("points", {}).items():
            assert type(points) is int, student
            assert 0 <= points <= load_course().exercise(name).max_points


def test_the_grade_file_has_a_row_for_everybody(graded: Path) -> None:
    with (graded / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert set(rows) == set(EXPECTED)
    for student, want in EXPECTED.items():
        score = str(sum(want["points"].values())) if "points" in want else ""
        assert rows[student]["score"] == score


def test_everybody_has_a_page(graded: Path) -> None:
    pages = list((graded / "students").glob("*/feedback.md"))
    assert len(pages) == len(EXPECTED)
