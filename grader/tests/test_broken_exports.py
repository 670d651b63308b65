"""Damaged downloads of course platforms, through the real command: nobody is lost in silence, and two people are never one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from loopcheck.course import course_files, load_course

SRC = Path(__file__).parents[1] / "src"
COURSE = load_course()
MODULES = {name: source for name, source in course_files().package_sources(COURSE).items() if name in COURSE.edit}


def grade(path: Path, *options: str, code: int = 0) -> str:
    """What the command says beside its table: no traceback, and this exit code."""
    done = subprocess.run(
        [sys.executable, "-m", "loopcheck", "grade", str(path), "--out", str(path.parent / "out"), "--seed", "5", *options],
        env={**os.environ, "PYTHONPATH": str(SRC), "PYTHONIOENCODING": "utf-8"},
        capture_output=True, encoding="utf-8", timeout=110, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == code, done.stderr
    return done.stderr


def scores(path: Path) -> dict[str, int | None]:
    found = json.loads((path.parent / "out" / "results.json").read_bytes())["submissions"]
    return {one["id"]: one["score"] for one in found}


def student(folder: Path) -> Path:
    folder.mkdir(parents=True)
    for name, source in MODULES.items():
        (folder / name).write_bytes(source)
    return folder


def zipped(path: Path, prefix: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, source in MODULES.items():
            archive.writestr(prefix + name, source)
    return path


# Gradescope -----------------------------------------------------------------------------------------------------------

ANN = "  :submitters:\n  - :name: Ann Lee\n    :sid: '17'\n    :email: ann@example.org\n"
BOB = "  :submitters:\n  - :name: Bob\n    :sid: '18'\n    :email: bob@example.org\n"
NAMELESS = "  :submitters:\n  - :name: Ann Lee\n    :sid:\n    :email:\n"
BY_FOLDER = ("submission_1", "submission_2")


@pytest.mark.parametrize(
    ("metadata", "says", "ids"),
    [
        ("submission_1:\n  :submitters: [\n", "is not YAML", BY_FOLDER),
        (f"submission_1:\n{ANN}submission_2:\n\t{BOB}", "is not YAML", BY_FOLDER),
        ("\x00\x01binary", "is not YAML", BY_FOLDER),
        ("", "submission_metadata.yml holds no submissions", BY_FOLDER),
        ("- a\n- list\n", "submission_metadata.yml holds no submissions", BY_FOLDER),
        ("only words", "submission_metadata.yml holds no submissions", BY_FOLDER),
        (f"submission_1:\n{ANN}", "submission_2: submission_metadata.yml does not say whose", ("17", "submission_2")),
        (f"submission_1:\n{ANN}submission_2: 7\n", "submission_2: submission_metadata.yml does not say whose",
         ("17", "submission_2")),
        (f"submission_1:\n{ANN}submission_2:\n  :submitters: {{a: b}}\n", "does not say whose", ("17", "submission_2")),
        (f"submission_1:\n{ANN}submission_2:\n  :submitters:\n  - :sid: [1, 2]\n", "does not say whose",
         ("17", "submission_2")),
        (f"submission_1:\n{ANN}submission_2:\n{BOB}submission_3:\n{BOB}",
         "submission_3: in submission_metadata.yml, but no such folder is here", ("17", "18")),
        (f"submission_1:\n{NAMELESS}submission_2:\n{NAMELESS}",
         "submission_1, submission_2: submission_metadata.yml gives them one student", BY_FOLDER),
        (f"submission_1:\n{ANN}submission_2:\n{BOB.replace('18', '17')}", "they go by their email addresses",
         ("ann@example.org", "bob@example.org")),
        (f"submission_1:\n{ANN}submission_2:\n{ANN}", "", ("17",)),
    ],
)  # fmt: skip
def test_gradescope_with_damaged_metadata(tmp_path: Path, metadata: str, says: str, ids: tuple[str, ...]) -> None:
    root = tmp_path / "assignment_77_export"
    for name in BY_FOLDER:
        student(root / name)
    (root / "submission_metadata.yml").write_text(metadata, encoding="utf-8")
    said = grade(root)
    assert "(layout: gradescope)" in said
    assert says in said
    assert scores(root) == dict.fromkeys(ids, 100)


def test_gradescope_without_metadata(tmp_path: Path) -> None:
    root = tmp_path / "assignment_77_export"
    for name in BY_FOLDER:
        student(root / name)
    metadata = root / "submission_metadata.yml"
    for make in (lambda: None, lambda: metadata.symlink_to("gone"), metadata.mkdir):
        make()
        assert "(layout: class)" in grade(root)
        assert {name: score for name, score in scores(root).items() if score} == dict.fromkeys(BY_FOLDER, 100)
        if metadata.is_symlink():
            metadata.unlink()


# Moodle ---------------------------------------------------------------------------------------------------------------


def test_moodle_cut_on_its_way(tmp_path: Path) -> None:
    whole = tmp_path / "download.zip"
    with zipfile.ZipFile(whole, "w") as archive:
        for number in (4711, 4712):
            for name, source in MODULES.items():
                archive.writestr(f"Ann_{number}_assignsubmission_file_/{name}", source)
    data = whole.read_bytes()
    for length in (0, 1, 100, len(data) // 2, len(data) - 1):
        whole.write_bytes(data[:length])
        said = grade(whole, code=2)
        assert "download.zip is not a whole zip archive" in said
        assert "Download it again, or unpack it yourself" in said
    damaged = bytearray(data)
    damaged[data.index(b"class Future")] = 0
    whole.write_bytes(bytes(damaged))
    said = grade(whole, code=2)
    assert "Bad CRC-32 for file 'Ann_4711_assignsubmission_file_/future.py'" in said, "which one is damaged"


def test_what_a_download_holds_beside_the_students_is_said(tmp_path: Path) -> None:
    whole = tmp_path / "download.zip"
    with zipfile.ZipFile(whole, "w") as archive:
        for number in ("4711", "4712"):
            for name, source in MODULES.items():
                archive.writestr(f"Ann_{number}_assignsubmission_file_/{name}", source)
        archive.writestr("../Bob_4713_assignsubmission_file_/task.py", "")
        archive.writestr("C" * 300 + "_4714_assignsubmission_file_/task.py", "")
    said = grade(whole)
    assert "../Bob_4713_assignsubmission_file_/task.py would lie outside" in said
    assert "cannot be unpacked here and was left out" in said
    assert scores(whole) == {"4711": 100, "4712": 100}


def test_moodle_with_one_number_for_two(tmp_path: Path) -> None:
    root = tmp_path / "in"
    for name in (
        "Ann_4711_assignsubmission_file_",
        "Bob_4711_assignsubmission_file_",
        "Cem_4712_assignsubmission_file_",
    ):
        student(root / name)
    student(root / "Dora_assignsubmission_file_")
    student(root / "4713 Eve")
    zipped(root / "Fay_4714_assignsubmission_file_work.zip").write_bytes(b"PK\x03\x04 cut")
    said = grade(root)
    assert "4713 Eve: not named as Moodle names submissions, and not graded" in said
    assert scores(root) == {"4711": None, "4712": 100, "4714": None, "Dora": 100}
    reasons = (root.parent / "out" / "grades.csv").read_text(encoding="utf-8")
    assert "There is more than one delivery of this student's" in reasons
    assert "work.zip is not a whole zip archive" in reasons


# Canvas ---------------------------------------------------------------------------------------------------------------


def test_canvas_names_without_ids(tmp_path: Path) -> None:
    root = tmp_path / "in"
    root.mkdir()
    for number, (name, source) in enumerate(MODULES.items()):
        (root / f"leeann_17_{500 + number}_{name}").write_bytes(source)
    (root / "leeann_17_x_loop.py").write_bytes(b"")
    (root / "oneilbob_loop.py").write_bytes(b"")
    said = grade(root)
    assert "leeann_17_x_loop.py, oneilbob_loop.py: not named as Canvas names submissions, and not graded" in said
    assert scores(root) == {"17": 100}


@pytest.mark.parametrize(
    "names",
    [("leeann_loop.py", "oneilbob_loop.py"), ("loop.py.txt", "a.docx"), ("leeann_17_500_.zip~", "_17_.py")],
)
def test_a_download_of_which_no_name_says_whose_it_is(tmp_path: Path, names: tuple[str, ...]) -> None:
    root = tmp_path / "in"
    root.mkdir()
    for name in names:
        (root / name).write_bytes(b"")
    said = grade(root, code=2)
    assert f"holds no submission: there is only {', '.join(sorted(names))}" in said


# GitHub, nbgrader -----------------------------------------------------------------------------------------------------


def test_two_folders_are_two_students(tmp_path: Path) -> None:
    """Whatever their names become: without its prefix, or as visible text."""
    root = tmp_path / "clones"
    for name in ("loop-ann", "loop-bob", "ann"):
        student(root / name)
    said = grade(root, "--layout", "github-classroom")
    assert len(scores(root)) == 3, said
    nb = tmp_path / "course" / "submitted"
    for name in ("m\u00fcller", "mu\u0308ller"):
        student(nb / name / "ps1")
        (nb / name / "ps1" / "timestamp.txt").write_text("2026-09-01 12:00:00 UTC")
    (nb.parent / "source").mkdir()
    grade(nb.parent, "--replace")
    assert scores(nb.parent) == {"m\u00fcller": 100, "m\u00fcller (2)": 100}


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (
            lambda root: (root / "ann.zip").write_bytes(b"<html>"),
            "ann.zip is not a whole zip archive: it is a web page",
        ),
        (
            lambda root: (root / "ann.zip").rename(root / "ann.rar"),
            "ann.rar: not in a folder of its own, and not graded",
        ),
        (lambda root: (root / "ann.zip").rename(root / "ann.tar.gz"), "ann.tar.gz: not in a folder of its own"),
        (lambda root: zipped(root / "ann .zip"), "ann: handed in more than once; the newest counts"),
        (lambda root: (root / "link.zip").symlink_to("ann.zip"), "link.zip: a link that leads to no folder"),
    ],
)
def test_a_class_of_archives_with_a_damaged_one(tmp_path: Path, damage: Callable[[Path], object], says: str) -> None:
    root = tmp_path / "in"
    zipped(root / "ann.zip")
    zipped(root / "bob.zip")
    damage(root)
    said = grade(root)
    assert says in said + (root.parent / "out" / "grades.csv").read_text(encoding="utf-8")
    assert scores(root)["bob"] == 100
