"""A class over an evening: graded, stopped, graded again, regraded, with a roster and the instructor's own scores."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from loopcheck.course import course_files, load_course

SRC = Path(__file__).parents[1] / "src"
WRONG = (b"self.loop.call_soon(self.waiter)", b"self.waiter()")


def submission(folder: Path, mark: str, *change: bytes) -> None:
    course = load_course()
    sources = course_files().package_sources(course)
    package = folder / course.package
    package.mkdir(parents=True, exist_ok=True)
    for name in course.edit:
        (package / name).write_bytes(
            (sources[name].replace(*change) if change else sources[name]) + f"# {mark}\n".encode()
        )


def make_class(root: Path, students: int = 6) -> Path:
    for number in range(students):
        submission(root / f"s{number:02}", str(number), *(WRONG if number % 3 == 1 else ()))
    return root


def loopcheck(*arguments: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command(*arguments), env=environment(), capture_output=True, encoding="utf-8", timeout=110, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == code, done.stderr
    return done


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "loopcheck", *map(str, arguments)]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SRC), "PYTHONIOENCODING": "utf-8"}


def files(folder: Path) -> dict[str, bytes]:
    """Every file that a run writes, but for the times and the journal."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "timings.csv" and not path.name.startswith("journal.sqlite")
    }


def grades(folder: Path) -> dict[str, dict[str, str]]:
    with (folder / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student_id"]: row for row in csv.DictReader(file)}


def edit_results(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Make the results those of an older suite."""
    path = folder / "results.json"
    data = json.loads(path.read_bytes())
    for one in data["submissions"]:
        change(one)
    path.write_text(json.dumps(data))


def test_unchanged_submissions_are_not_graded_again(tmp_path: Path) -> None:
    root, out = make_class(tmp_path / "class"), tmp_path / "out"
    loopcheck("grade", root, "--out", out, "--seed", 5)
    first = files(out)
    done = loopcheck("grade", root, "--out", out, "--seed", 5)
    assert "6 of 6 are as they were, and were not graded again" in done.stderr
    assert files(out) == first
    submission(root / "s00", "0", *WRONG)
    submission(root / "new", "9")
    done = loopcheck("grade", root, "--out", out, "--seed", 5, "--jobs", 2)
    assert "5 of 7 are as they were" in done.stderr
    assert (grades(out)["s00"]["score"], grades(out)["s02"]["score"], grades(out)["new"]["score"]) == (
        "64",
        "100",
        "100",
    )
    done = loopcheck("grade", root, "--out", out, "--seed", 5, "--fresh")
    assert "are as they were" not in done.stderr
    done = loopcheck("grade", root, "--out", out, "--seed", 6)
    assert "are as they were" not in done.stderr, "another seed, other results"


def test_another_class_does_not_replace_the_results(tmp_path: Path) -> None:
    root, other, out = make_class(tmp_path / "class", 3), tmp_path / "other", tmp_path / "out"
    for name in ("ann", "bob", "s00"):
        submission(other / name, name)
    loopcheck("grade", root, "--out", out, "--seed", 5)
    (out / "roster.csv").write_text("student_id,name\ns00,Zoe\n")
    (out / "overrides.csv").write_text("student_id,score,comment\ns00,1,no\n")
    (out / "students" / "s01" / "mine.txt").write_text("a note of the instructor's")
    first = files(out)
    done = loopcheck("grade", other, "--out", out, "--seed", 5, code=2)
    assert f"{out} holds the results of {root}, with other students." in done.stderr
    assert "--replace" in done.stderr
    assert "--out" in done.stderr
    assert files(out) == first
    done = loopcheck("grade", other, "--out", out, "--seed", 5, "--replace")
    assert set(grades(out)) == {"ann", "bob", "s00"}
    assert (grades(out)["s00"]["name"], grades(out)["s00"]["score"]) == ("", "100"), "nothing of the other class counts"
    assert {path.name for path in out.glob("*.before-1.csv")} == {"roster.before-1.csv", "overrides.before-1.csv"}
    assert {path.name for path in (out / "students").iterdir()} == {"ann", "bob", "s00", "s01"}
    assert "any more: the pages of s02" in done.stderr
    assert "do not publish: s01" in done.stderr
    assert (out / "students" / "s01" / "mine.txt").exists(), "what is not ours is not removed"


def test_the_same_class_in_another_place_goes_into_the_same_folder(tmp_path: Path) -> None:
    root, out = make_class(tmp_path / "class", 4), tmp_path / "out"
    loopcheck("grade", root, "--out", out, "--seed", 5)
    moved = Path(shutil.move(root, tmp_path / "moved"))
    shutil.rmtree(moved / "s01")
    submission(moved / "new", "9")
    done = loopcheck("grade", moved, "--out", out, "--seed", 5)
    assert "3 of 4 are as they were" in done.stderr
    assert "any more: the pages of s01" in done.stderr
    assert {path.name for path in (out / "students").iterdir()} == set(grades(out)) == {"s00", "s02", "s03", "new"}
    for name in ("s00", "new"):
        shutil.rmtree(moved / name)
    loopcheck("regrade", out, "--write")
    assert {path.name for path in (out / "students").iterdir()} == {"s02", "s03"}


def test_results_stay_when_nothing_could_be_graded(tmp_path: Path) -> None:
    root, out = make_class(tmp_path / "class", 2), tmp_path / "out"
    loopcheck("grade", root, "--out", out, "--seed", 5)
    first = files(out)
    for name in ("s00", "s01"):
        shutil.rmtree(root / name)
        (root / name).mkdir()
        (root / name / "notes.txt").write_text("tomorrow")
    # The emptied class, and one of its students, who is not the whole class.
    of_one = [root / "s00", "--layout", "single"]
    nothing = "Nothing was written: no submission could be graded"
    for arguments, reason in (([root], nothing), (of_one, "holds the results of a class")):
        done = loopcheck("grade", *arguments, "--out", out, "--seed", 5, code=2)
        assert reason in done.stderr, arguments
        assert "Written to" not in done.stderr
        assert files(out) == first
    loopcheck("grade", root, "--out", out, "--seed", 5, "--replace", code=2)
    assert {row["state"] for row in grades(out).values()} == {"ungradable"}


def test_single_students_share_a_results_folder(tmp_path: Path) -> None:
    root, out = make_class(tmp_path / "class", 2), tmp_path / "out"
    loopcheck("grade", root / "s00", "--out", out, "--seed", 5)
    loopcheck("grade", root / "s01", "--out", out, "--seed", 5)
    assert {path.name for path in (out / "students").iterdir()} == {"s00", "s01"}
    assert set(grades(out)) == {"s01"}


def test_one_student_does_not_replace_the_class(tmp_path: Path) -> None:
    """The usual slip: the folder of the class's results, given for one of its students."""
    root, out = make_class(tmp_path / "class", 3), tmp_path / "out"
    loopcheck("grade", root, "--out", out, "--seed", 5)
    first = files(out)
    done = loopcheck("grade", root / "s01", "--out", out, "--seed", 5, code=2)
    assert f"{out} holds the results of a class, and this is one submission" in done.stderr
    assert files(out) == first
    loopcheck("grade", root / "s01", "--out", out, "--seed", 5, "--replace")
    assert set(grades(out)) == {"s01"}


def test_facts_outlive_a_table_that_is_to_be_mended(tmp_path: Path) -> None:
    """What the platform said and whose roster it is are known while grading only: no later report could find them out."""
    root, out, roster = make_class(tmp_path / "class", 2), tmp_path / "out", tmp_path / "given.csv"
    canvas = tmp_path / "canvas"
    canvas.mkdir()
    for number, path in enumerate(sorted(root.rglob("*.py"))):
        late, user = ("_LATE", 17) if "s00" in path.parts else ("", 18)
        shutil.copy(path, canvas / f"name{late}_{user}_{500 + number}_{path.name}")
    roster.write_text("student_id,name\n17,Ann\n18,Bob\n")
    out.mkdir()
    (out / "overrides.csv").write_text("student_id,score\n17,x\n")
    (out / "students" / "gone").mkdir(parents=True)
    (out / "students" / "gone" / "feedback.md").write_text("of a student who left")
    done = loopcheck("grade", canvas, "--out", out, "--seed", 5, "--roster", roster, code=2)
    assert "overrides.csv line 2" in done.stderr
    assert not (out / "students" / "gone").exists()
    (out / "overrides.csv").unlink()
    roster.unlink()
    loopcheck("report", out)
    assert {name: row["name"] for name, row in grades(out).items()} == {"17": "Ann", "18": "Bob"}
    assert "17,name,,,late\n18,name,,,\n" in (out / "handed_in.csv").read_text()
    assert json.loads((out / "grading.json").read_bytes())["path"] == str(canvas)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no FIFOs")
def test_a_roster_that_can_be_read_only_once_is_refused_before_the_work(tmp_path: Path) -> None:
    """As `--roster <(…)` gives it: the early look would take it away from the reports."""
    root, out = make_class(tmp_path / "class", 2), tmp_path / "out"
    os.mkfifo(tmp_path / "pipe")
    done = loopcheck("grade", root, "--out", out, "--seed", 5, "--roster", tmp_path / "pipe", code=2)
    assert "is no file. Save the table as a CSV file" in done.stderr
    assert not out.exists()


def stored(out: Path) -> int:
    """How many results the journal holds by now, as another process sees it."""
    try:
        connection = sqlite3.connect(f"file:{out / 'journal.sqlite'}?mode=ro", uri=True)
    except sqlite3.Error:
        return 0
    try:
        count: int = connection.execute("SELECT count(*) FROM results").fetchone()[0]
    except sqlite3.Error:
        return 0
    finally:
        connection.close()
    return count


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGKILL")
@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.thorough), 2])
def test_killed_at_any_moment_and_run_again(tmp_path: Path, jobs: int) -> None:
    root = make_class(tmp_path / "class", 10)
    loopcheck("grade", root, "--out", tmp_path / "whole", "--seed", 5)
    out, rng = tmp_path / "killed", random.Random(jobs)
    before = 0
    for target in (2, 5, 8):
        with subprocess.Popen(
            command("grade", root, "--out", out, "--seed", 5, "--jobs", jobs),
            env=environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            until = time.monotonic() + 60
            while process.poll() is None and stored(out) < target and time.monotonic() < until:
                time.sleep(0.005)
            time.sleep(rng.random() * 0.02)
            process.kill()
        now = stored(out)
        assert now >= max(before, target if process.returncode else 0), "what was stored is still there"
        before = now
    done = loopcheck("grade", root, "--out", out, "--seed", 5, "--jobs", jobs)
    assert f"{before} of 10 are as they were" in done.stderr
    changed = {name for name, data in files(out).items() if files(tmp_path / "whole").get(name) != data}
    assert changed == set()


def test_a_roster_names_everybody(tmp_path: Path) -> None:
    root, out, roster = make_class(tmp_path / "class", 3), tmp_path / "out", tmp_path / "roster.csv"
    roster.write_text('"identifier","github_username","github_id","name"\n"1","S00","","Ann, A."\n"2","zoe","","Zoe"\n')
    done = loopcheck("grade", root, "--out", out, "--seed", 5, "--roster", roster)
    assert "not on the roster: s01, s02" in done.stderr
    assert "handed nothing in: zoe; there is a line without a score" in done.stderr
    rows = grades(out)
    assert (rows["s00"]["name"], rows["s00"]["score"]) == ("Ann, A.", "100")
    assert (rows["zoe"]["state"], rows["zoe"]["score"], rows["zoe"]["name"]) == ("missing", "", "Zoe")
    for wanted in ("Ann, A.", "<bdi>Zoe</bdi>", "<td>missing</td>", "3 submissions, and 1 who handed nothing in"):
        assert wanted in (out / "instructor.html").read_text(encoding="utf-8"), wanted
    roster.unlink()
    written = files(out)
    for page in out.rglob("*.html"):
        page.unlink()
    (out / "grades.csv").unlink()
    loopcheck("report", out)
    assert files(out) == written, "the folder keeps the roster"
    (out / "overrides.csv").write_text("student_id,score,comment\nzoe,40,by mail\n", encoding="utf-8")
    loopcheck("report", out)
    assert (grades(out)["zoe"]["state"], grades(out)["zoe"]["score"]) == ("missing", "40")
    page = (out / "instructor.html").read_text(encoding="utf-8")
    assert "40/100" in page
    assert "by mail" in page
    done = loopcheck("export", out, "--to", "csv")
    assert "handed nothing in: zoe" in done.stderr, "the folder keeps the roster"


def test_a_roster_beside_one_submission_is_a_class(tmp_path: Path) -> None:
    root, out, roster = make_class(tmp_path / "class", 1), tmp_path / "out", tmp_path / "roster.csv"
    roster.write_text("student_id,name\ns00,Ann\nzoe,Zoe\n")
    done = loopcheck("grade", root, "--out", out, "--seed", 5, "--roster", roster)
    assert "instructor.html" in done.stderr
    assert "<bdi>Zoe</bdi>" in (out / "instructor.html").read_text(encoding="utf-8")


def test_a_roster_that_is_none_is_noticed_before_the_work(tmp_path: Path) -> None:
    root, out, roster = make_class(tmp_path / "class", 2), tmp_path / "out", tmp_path / "roster.csv"
    roster.write_text("a,b\n1,2\n")
    done = loopcheck("grade", root, "--out", out, "--seed", 5, "--roster", roster, code=2)
    assert "is no roster that is known" in done.stderr
    assert not out.exists()


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class and its results, graded once: `class/` and `out/`."""
    root = tmp_path_factory.mktemp("graded")
    make_class(root / "class", 4)
    loopcheck("grade", root / "class", "--out", root / "out", "--seed", 5)
    return root


@pytest.fixture
def out(graded: Path, tmp_path: Path) -> Path:
    """A copy of the results."""
    return Path(shutil.copytree(graded / "out", tmp_path / "out"))


def older(one: dict[str, Any]) -> None:
    """As if a check of two points had been missed by the older suite, for everybody who has it."""
    if one["id"] == "s02":
        check = one["checks"][0]
        check["outcome"], check["points"] = "failed", 0
        one["exercises"][0]["points"] -= check["max_points"]
        one["score"] -= check["max_points"]


def test_regrade_tells_before_it_overwrites(out: Path, graded: Path) -> None:
    edit_results(out, older)
    before = files(out)
    done = loopcheck("regrade", out)
    assert "s02: 99/100 -> 100/100" in done.stdout
    assert "+1  failed -> passed: " in done.stdout
    assert "1 score changes; 3 results stay as they are." in done.stdout
    assert "s01" not in done.stdout
    assert "Nothing was overwritten" in done.stderr
    assert files(out) == before
    done = loopcheck("regrade", out, "--write")
    assert "s02: 99/100 -> 100/100" in done.stdout
    assert files(out) == files(graded / "out")
    assert "0 scores change; 4 results stay" in loopcheck("regrade", out).stdout


def test_overrides_survive_every_regrade(out: Path) -> None:
    (out / "overrides.csv").write_text("student_id,score,comment\ns02,42,agreed with me\ns01,,see me\n")
    edit_results(out, older)
    done = loopcheck("regrade", out, "--write", "--fresh")
    assert "s02: the score that you set in overrides.csv stays: 42" in done.stdout
    row = grades(out)["s02"]
    assert (row["score"], row["suite_score"], row["override_comment"]) == ("42", "100", "agreed with me")
    assert "42 of 100" in (out / "students" / "s02" / "feedback.md").read_text(encoding="utf-8")
    assert "see me" in (out / "students" / "s01" / "feedback.html").read_text(encoding="utf-8")
    assert (out / "overrides.csv").read_text().startswith("student_id,score,comment\ns02,42")
    done = loopcheck("grade", json.loads((out / "grading.json").read_text())["path"], "--out", out, "--seed", 5)
    assert re.search(r"s02 42/100 [0-9 ]+ Your instructor set this score", " ".join(done.stdout.split()))
    assert grades(out)["s02"] == row


def test_regrade_needs_the_submissions(out: Path, graded: Path, tmp_path: Path) -> None:
    (out / "grading.json").write_text(json.dumps({"path": str(tmp_path / "moved"), "layout": "auto"}))
    assert "no longer at" in loopcheck("regrade", out, code=2).stderr
    done = loopcheck("regrade", out, "--submissions", graded / "class")
    assert "0 scores change; 4 results stay" in done.stdout
    (out / "grading.json").write_text("?")
    assert "--submissions" in loopcheck("regrade", out, code=2).stderr
    assert "there is no" in loopcheck("regrade", tmp_path / "nothing", code=2).stderr


def test_regrade_does_not_replace_the_class_by_another(out: Path, graded: Path, tmp_path: Path) -> None:
    before = files(out)
    other = make_class(tmp_path / "other", 1)
    for name in ("x1", "x2"):
        (other / name).mkdir()
    (other / "s00").rename(other / "ann")
    one, nothing = graded / "class" / "s01", tmp_path / "nothing"
    for number in range(4):
        (nothing / f"s{number:02}").mkdir(parents=True)
    for where, says in ((other, "other students"), (one, "is one submission"), (nothing, "could be graded")):
        done = loopcheck("regrade", out, "--write", "--submissions", where, code=2)
        assert "nothing was overwritten" in done.stderr
        assert says in done.stderr
        assert files(out) == before
        assert "gone" in (told := loopcheck("regrade", out, "--submissions", where).stdout) or "ungradable" in told


def test_report_writes_the_pages_anew(out: Path, graded: Path) -> None:
    for path in out.rglob("*"):
        if path.suffix in (".html", ".md") or path.name == "grades.csv":
            path.unlink()
    loopcheck("report", out)
    assert files(out) == files(graded / "out")
    (out / "overrides.csv").write_text("student_id,score\ns02,x\n")
    assert "overrides.csv line 2" in loopcheck("report", out, code=2).stderr


def test_broken_overrides_lose_no_grading(out: Path, graded: Path) -> None:
    (out / "overrides.csv").write_text("student_id,score\ns02,x\n")
    (out / "results.json").unlink()
    done = loopcheck("grade", graded / "class", "--out", out, "--seed", 5, code=2)
    assert "overrides.csv line 2" in done.stderr
    assert (out / "results.json").read_bytes() == (graded / "out" / "results.json").read_bytes()


def test_equal_submissions_are_listed(tmp_path: Path) -> None:
    root = make_class(tmp_path / "class", 3)
    shutil.copytree(root / "s00", root / "copy")
    submission(root / "s02", "0, as of ann")
    done = loopcheck("grade", root, "--out", tmp_path / "out", "--seed", 5)
    assert "2 groups of submissions that are the same: see identical.csv" in done.stderr
    text = (tmp_path / "out" / "identical.csv").read_text()
    assert "1,byte for byte,copy\n1,byte for byte,s00\n" in text
    assert text.count("but for blank lines") == 3
