"""Provided files that a submission changed: what is told, and that it costs nothing."""

from __future__ import annotations

import csv
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from loopcheck import changed_files
from loopcheck.changed_files import ChangedFiles, protected_files
from loopcheck.course import CourseFiles, load_course

from . import bundle_support as support


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return support.checkout(tmp_path / "class" / "ada")


def rows(folder: Path) -> dict[str, str]:
    """file -> what happened to it."""
    course = load_course()
    changed = ChangedFiles(lambda: protected_files(support.FILES, course), course.package)
    changed.look("ada", folder)
    return {row["file"]: row["what"] for row in csv.DictReader(changed.csv().decode().splitlines())}


def test_work_on_the_exercise_changes_nothing(checkout: Path) -> None:
    (checkout / "README.md").write_text("mine", encoding="utf-8")
    (checkout / "mini_asyncio/helpers.py").write_text("X = 1\n", encoding="utf-8")
    (checkout / "notes").mkdir()
    (checkout / "tests/__pycache__").mkdir()
    (checkout / "tests/__pycache__/test_1.pyc").write_bytes(b"x")
    assert rows(checkout) == {}


def test_what_was_changed_added_or_taken_away(checkout: Path) -> None:
    (checkout / "tests/test_2_step.py").write_text("def test_all():\n    pass\n", encoding="utf-8")
    (checkout / "tests/test_1_set_result.py").unlink()
    (checkout / "tests/test_mine.py").write_text("", encoding="utf-8")
    (checkout / ".github/workflows/self-check.yml").write_text("on: push\n", encoding="utf-8")
    (checkout / ".github/workflows/mine.yml").write_text("on: push\n", encoding="utf-8")
    (checkout / "mini_asyncio/timers.py").write_text("", encoding="utf-8")
    (checkout / "pyproject.toml").write_text("", encoding="utf-8")
    assert rows(checkout) == {
        ".github/workflows/mine.yml": "added",
        ".github/workflows/self-check.yml": "changed",
        "mini_asyncio/timers.py": "changed",
        "pyproject.toml": "changed",
        "tests/test_1_set_result.py": "missing",
        "tests/test_2_step.py": "changed",
        "tests/test_mine.py": "added",
    }


def test_line_ends_are_no_change(checkout: Path) -> None:
    for path in (path for path in checkout.rglob("*") if path.is_file()):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert rows(checkout) == {}


def test_three_loose_modules_have_changed_nothing(checkout: Path, tmp_path: Path) -> None:
    loose = tmp_path / "loose"
    loose.mkdir()
    for name in load_course().edit:
        shutil.copy(checkout / "mini_asyncio" / name, loose)
    assert rows(loose) == {}
    shutil.copytree(checkout / "mini_asyncio", loose / "mini_asyncio")
    assert rows(loose) == {}


def test_a_folder_deeper_is_found_and_a_link_is_not_followed(checkout: Path, tmp_path: Path) -> None:
    target = tmp_path / "secret"
    target.write_text("not to be read", encoding="utf-8")
    (checkout / "tests/test_2_step.py").unlink()
    (checkout / "tests/test_2_step.py").symlink_to(target)
    outer = tmp_path / "outer/archive"
    outer.mkdir(parents=True)
    checkout.rename(outer / "repository-main")
    assert rows(tmp_path / "outer") == {"tests/test_2_step.py": "unreadable"}


def test_a_heap_of_folders_is_not_looked_through(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Path] = []
    listing = changed_files.list_folder
    monkeypatch.setattr(changed_files, "list_folder", lambda path, most: looked.append(path) or listing(path, most))
    for outer in range(20):
        for inner in range(20):
            (tmp_path / f"heap/a{outer}/b{inner}").mkdir(parents=True)
    checkout.rename(tmp_path / "heap/a19/b20")
    assert rows(tmp_path / "heap") == {}
    assert len(looked) <= 200


def test_a_template_that_is_not_there_tells_nothing(tmp_path: Path) -> None:
    assert protected_files(CourseFiles(tmp_path), load_course()) == {}
    assert ".github/workflows/self-check.yml" in protected_files(support.FILES, load_course())


def test_grade_writes_the_file_says_so_once_and_takes_no_point(checkout: Path, tmp_path: Path) -> None:
    support.checkout(tmp_path / "class" / "bob")
    forged = "def test_all() -> None:\n    pass\n"
    (checkout / "tests/test_2_step.py").write_text(forged, encoding="utf-8")
    out = tmp_path / "marks"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "loopcheck",
            "grade",
            str(tmp_path / "class"),
            "--out",
            str(out),
            "--seed",
            "1",
            "--strict",
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr  # with --strict: nobody lost a point
    (row,) = csv.DictReader((out / "changed_files.csv").read_text(encoding="utf-8").splitlines())
    assert (row["student_id"], row["file"], row["what"]) == ("ada", "tests/test_2_step.py", "changed")
    assert row["sha256"] == hashlib.sha256(forged.rstrip("\n").encode()).hexdigest()
    assert done.stderr.count("see changed_files.csv") == 1
    assert "tests/test_2_step.py" not in (out / "students/ada/feedback.md").read_text(encoding="utf-8")
