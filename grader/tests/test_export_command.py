"""`loopcheck export` as an instructor meets it, and the grade book behind it."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from loopcheck import results
from loopcheck.csv_files import TableError
from loopcheck.exporters.command import FORMATS
from loopcheck.gradebook import MISSING, Override, gradebook, open_gradebook, read_overrides
from loopcheck.reports.files import write_reports
from loopcheck.reports.writing import write_whole
from loopcheck.results import Run
from loopcheck.roster import Person, Roster, Student

SRC = Path(__file__).parents[1] / "src"


def export(*arguments: object) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "loopcheck", "export", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(SRC), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.fixture
def marks(tmp_path: Path, sample_run: Run) -> Path:
    folder = tmp_path / "marks"
    folder.mkdir()
    (folder / "results.json").write_bytes(results.encode(sample_run))
    return folder


def test_a_grade_file(marks: Path, tmp_path: Path) -> None:
    roster = tmp_path / "list.csv"
    roster.write_text("student_id,name,email\nann,Ann,ann@example.org\nzed,Zed,\n", encoding="utf-8")
    done = export(marks, "--to", "moodle", "--roster", roster, "--assignment", "Loop")
    assert done.returncode == 0, done.stderr
    assert f"1 file written: {marks / 'exports' / 'moodle' / 'moodle.csv'}" in done.stdout
    assert "not on the roster: björn/../=cmd, cleo@example.org, dora" in done.stderr
    assert "handed nothing in: zed" in done.stderr
    with (marks / "exports" / "moodle" / "moodle.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["Loop"] for row in table] == ["24", "60"]


def test_files_for_each_student_stay_inside(marks: Path, tmp_path: Path) -> None:
    before = {path for path in tmp_path.rglob("*") if marks not in path.parents}
    done = export(marks, "--to", "junit", "--out", tmp_path / "marks" / "x")
    assert (done.returncode, done.stdout) == (0, f"4 files written: {tmp_path / 'marks' / 'x'}\n")
    assert {path for path in tmp_path.rglob("*") if marks not in path.parents} == before


@pytest.mark.parametrize(
    ("out", "fine"),
    [("class", False), ("class/ann/x", False), ("class/new", False), ("", False), ("class/marks/x", True), ("x", True)],
)
def test_no_file_goes_where_submissions_lie(marks: Path, tmp_path: Path, out: str, fine: bool) -> None:
    (tmp_path / "class" / "ann").mkdir(parents=True)
    inside = marks.rename(tmp_path / "class" / "marks")
    graded = tmp_path / "ann" if out == "" else tmp_path / "class"
    write_whole(inside / "grading.json", json.dumps({"path": str(graded), "layout": "auto"}).encode())
    before = sorted(tmp_path.rglob("*"))
    done = export(inside, "--to", "gradescope", "--out", tmp_path / out)
    assert done.returncode == (0 if fine else 2), done.stderr
    if not fine:
        assert "would lie among the submissions" in done.stderr
        assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"classroom50"}))
def test_the_same_bytes_every_time(marks: Path, name: str, tmp_path: Path) -> None:
    for hash_seed in ("1", "2"):
        os.environ["PYTHONHASHSEED"] = hash_seed
        try:
            assert export(marks, "--to", name, "--out", tmp_path / hash_seed).returncode == 0
        finally:
            del os.environ["PYTHONHASHSEED"]
    one, two = (
        {
            path.relative_to(tmp_path / seed): path.read_bytes()
            for path in (tmp_path / seed).rglob("*")
            if path.is_file()
        }
        for seed in ("1", "2")
    )
    assert one == two
    assert one


def test_the_list_of_formats_is_one() -> None:
    from loopcheck.cli import EXPORTS

    assert tuple(FORMATS) == EXPORTS


@pytest.mark.parametrize(
    "kind", ["nothing", "not json", "another schema", "bad roster", "bad overrides", "no identity"]
)
def test_what_cannot_be_exported(marks: Path, tmp_path: Path, kind: str) -> None:
    arguments: list[object] = ["--to", "csv"]
    path = marks / "results.json"
    match kind:
        case "nothing":
            path.unlink()
        case "not json":
            path.write_bytes(b"\xff{")
        case "another schema":
            path.write_bytes(path.read_bytes().replace(b"results/1", b"results/0"))
        case "bad roster":
            arguments += ["--roster", tmp_path / "no.csv"]
        case "bad overrides":
            (marks / "overrides.csv").write_text("student_id,score\nann,61\n")
        case "no identity":
            arguments = ["--to", "classroom50"]
    done = export(marks, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("loopcheck export: ")
    assert len(done.stderr.splitlines()) == 1
    assert not (marks / "exports").exists()


def test_the_roster_and_overrides_of_the_folder_are_used(marks: Path, sample_run: Run) -> None:
    (marks / "roster.csv").write_text("student_id,name\nann,Ann\nzed,Zed\n")
    (marks / "overrides.csv").write_text('student_id,score,comment\nann,30,"late, agreed"\nzed,,ill\nyves,1,\n')
    (marks / "handed_in.csv").write_text("student_id,name,email,submitted_at,late\ndora,Dora D,d@e,2026-09-01,yes\n")
    book = open_gradebook(marks, sample_run)
    by_id = {entry.id: entry for entry in book.entries}
    assert (by_id["ann"].score, by_id["ann"].suite_score, by_id["ann"].comment) == (30, 24, "late, agreed")
    assert (by_id["zed"].state, by_id["zed"].score, by_id["zed"].comment) == (MISSING, None, "ill")
    assert (by_id["dora"].person.name, by_id["dora"].handed_in.late) == ("Dora D", "yes")
    assert any("overrides.csv names yves" in note for note in book.notes)
    (sets,) = [note for note in book.notes if "overrides.csv sets the score of " in note]
    assert "yves" not in sets, "whoever has no line has no score that could be set"


def test_nobody_without_a_score_gets_one(sample_run: Run) -> None:
    book = gradebook(sample_run, Roster("", (Student(Person("Zed"), ("zed",)),)))
    assert [entry.score for entry in book.entries] == [24, None, 60, None, None]


def test_a_missing_student_never_hides_a_submission(sample_run: Run) -> None:
    """Two on the roster share the id of a submission, which is therefore nobody's."""
    twins = tuple(Student(Person(name), ("ann",)) for name in ("A", "B"))
    ids = [entry.id for entry in gradebook(sample_run, Roster("", twins)).entries]
    assert ids[0] == "ann"
    assert len(set(ids)) == len(ids) == 6


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name,score\nann,3\n", "student_id, score and comment"),
        ("student_id,score\nann,-1\n", "line 2: the score -1 is not a whole number from 0 to 60"),
        ("student_id,score\nann,61\n", "from 0 to 60"),
        ("student_id,score\nann,3.5\n", "3.5"),
        ("student_id,score\nann,3\nann,4\n", "line 3 names ann a second time"),
        ("student_id,score\n,3\n", "line 2 names no student"),
    ],
)
def test_overrides_that_cannot_be(tmp_path: Path, sample_run: Run, text: str, words: str) -> None:
    path = tmp_path / "overrides.csv"
    path.write_text(text)
    with pytest.raises(TableError) as caught:
        read_overrides(path, sample_run)
    assert words in str(caught.value)


def test_overrides(tmp_path: Path, sample_run: Run) -> None:
    path = tmp_path / "overrides.csv"
    assert read_overrides(path, sample_run) == {}
    path.write_text("student_id;score;comment\nann;0;copied\nbob;;see me\ncem;;\n")
    assert read_overrides(path, sample_run) == {"ann": Override(0, "copied"), "bob": Override(None, "see me")}


def test_an_override_shows_in_every_report_but_in_none_of_the_checks(tmp_path: Path, sample_run: Run) -> None:
    (tmp_path / "overrides.csv").write_text(
        "student_id,score,comment\nann,30,we spoke\ndora,7,\ncleo@example.org,,well done\n"
    )
    book = open_gradebook(tmp_path, sample_run)
    write_reports(tmp_path, sample_run, book=book)
    pages = {
        path.relative_to(tmp_path).as_posix(): path.read_text(encoding="utf-8")
        for path in tmp_path.rglob("*")
        if path.is_file()
    }
    for name in ("students/ann/feedback.md", "students/ann/feedback.html", "instructor.html"):
        assert (
            "Your instructor set this score (the checks alone gave 24). Your instructor says: we spoke" in pages[name]
        ), name
    assert "Score: 30 of 60" in pages["students/ann/feedback.html"]
    assert "Score: 7 of 60" in pages["students/dora/feedback.md"]
    assert "Score: 60 of 60" in pages["students/cleo@example.org/feedback.md"]
    assert "well done" in pages["students/cleo@example.org/feedback.md"]
    assert "set this score" not in pages["students/cleo@example.org/feedback.md"]
    assert results.decode((tmp_path / "results.json").read_bytes()) == sample_run, "the suite's own results stay"
    assert "we spoke" not in pages["class.html"]
    assert pages["grades.csv"].splitlines()[1] == ("ann,,,graded,30,60,10,14,0,wake_recorded_late,,24,we spoke")
