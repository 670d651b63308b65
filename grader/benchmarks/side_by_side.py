"""Submissions per minute, side by side: loopcheck, nbgrader's autograde, check50. One run, one machine, one after the other.

    python grader/benchmarks/side_by_side.py --nbgrader PYTHON --check50 PYTHON

`PYTHON` is an interpreter of an environment that has the tool; without one, that tool is left out. nbgrader and check50 grade
the smallest exercise there is (one function, `add`, one check), in the way that their guides show; loopcheck grades the whole
event loop, with all of its hidden checks, in its sandbox, and writes all of its reports. What must stay true: every
submission is right and gets full marks from its grader, or the figure is refused; each tool starts as often as an
instructor would start it: check50 once per student, the other two once per class.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from synthetic_class import machine, make_class

ADD = "def add(a, b):\n    return a + b\n"
CHECK50 = '''import check50
import check50.py


@check50.check()
def adds():
    """add adds"""
    found = check50.py.import_("add.py").add(20, 22)
    if found != 42:
        raise check50.Mismatch("42", str(found))
'''


def run(command: Sequence[str | Path], folder: Path) -> str:
    """What a command prints; its failure ends the benchmark with what it said."""
    scripts = Path(command[0]).parent
    environment = os.environ | {"PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(  # noqa: S603 - commands of this file
        [str(part) for part in command], cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def timed(work: Callable[[], object]) -> float:
    """Wall-clock seconds."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def loopcheck(folder: Path, students: int, jobs: int) -> float:
    """Seconds for a class of right submissions, no two of the same bytes."""
    make_class(folder / "class", students)
    command = [sys.executable, "-m", "loopcheck", "grade", "class", "--out", "marks", "--seed", "1"]
    seconds = timed(lambda: run([*command, "--jobs", str(jobs)], folder))
    graded = json.loads((folder / "marks" / "results.json").read_text(encoding="utf-8"))["submissions"]
    scores = [each["score"] for each in graded]
    assert scores == [100] * students, f"a right submission did not get its points: {scores}"
    return seconds


def cell(grade_id: str, text: str, **role: object) -> dict[str, object]:
    """A code cell with nbgrader's metadata."""
    marks = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3, **role}
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": grade_id,
        "metadata": {"nbgrader": {"grade_id": grade_id, **marks}},
        "outputs": [],
        "source": text,
    }


def notebook() -> str:
    """The exercise as a notebook: a cell to write, a cell that checks."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    written = cell("add", f"### BEGIN SOLUTION\n{ADD}### END SOLUTION\n", solution=True)
    checks = cell("adds", "assert add(20, 22) == 42\n", grade=True, locked=True, points=1)
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return json.dumps({"cells": [written, checks], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def nbgrader(python: Path, folder: Path, students: int) -> float:
    """Seconds of `nbgrader autograde` for a class of right notebooks."""
    command = [str(python), "-m", "nbgrader"]
    source = folder / "source" / "add"
    source.mkdir(parents=True)
    (folder / "nbgrader_config.py").write_text("c = get_config()\nc.CourseDirectory.course_id = 'add'\n")
    (source / "add.ipynb").write_text(notebook())
    run([*command, "generate_assignment", "add"], folder)
    for number in range(students):
        submitted = folder / "submitted" / f"student-{number}" / "add"
        submitted.mkdir(parents=True)
        (submitted / "add.ipynb").write_text(notebook())
    seconds = timed(lambda: run([*command, "autograde", "add"], folder))
    run([*command, "export"], folder)
    rows = (folder / "grades.csv").read_text().splitlines()
    place = rows[0].split(",").index("score")
    scores = [float(row.split(",")[place]) for row in rows[1:]]
    assert scores == [1.0] * students, f"nbgrader did not give its point: {scores}"
    return seconds


def check50(python: Path, folder: Path, students: int) -> float:
    """Seconds of as many runs of `check50` as there are students."""
    problem = folder / "problem"
    problem.mkdir(parents=True)
    (problem / ".cs50.yaml").write_text("check50: true\n")
    (problem / "__init__.py").write_text(CHECK50)
    command = [str(python.parent / "check50"), "--dev", "-o", "json", "--", str(problem)]
    seconds = 0.0
    for number in range(students):
        submission = folder / f"student-{number}"
        submission.mkdir()
        (submission / "add.py").write_text(ADD)
        began = time.perf_counter()
        said = json.loads(run(command, submission))
        seconds += time.perf_counter() - began
        assert [each["passed"] for each in said["results"]] == [True], f"check50 did not pass it: {said}"
    return seconds


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=20, help="size of each class (default: 20)")
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured (default: 3)")
    parser.add_argument("--nbgrader", type=Path, metavar="PYTHON", help="an environment's Python with nbgrader")
    parser.add_argument("--check50", type=Path, metavar="PYTHON", help="an environment's Python with check50")
    given = parser.parse_args()
    graders: dict[str, Callable[[Path], float]] = {
        "loopcheck, 1 job": lambda folder: loopcheck(folder, given.students, 1),
        "loopcheck, 2 jobs": lambda folder: loopcheck(folder, given.students, 2),
    }
    if given.nbgrader:
        graders["nbgrader autograde"] = lambda folder: nbgrader(given.nbgrader.absolute(), folder, given.students)
    if given.check50:
        graders["check50 --dev"] = lambda folder: check50(given.check50.absolute(), folder, given.students)
    print(machine())
    print(f"{given.students} right submissions each, best of {given.rounds} rounds\n")
    best = dict.fromkeys(graders, float("inf"))
    for _ in range(given.rounds):
        for name, grade in graders.items():
            with tempfile.TemporaryDirectory() as folder:
                (Path(folder) / "work").mkdir()
                best[name] = min(best[name], grade(Path(folder) / "work"))
    first = best["loopcheck, 1 job"]
    for name, seconds in best.items():
        print(f"  {name:<22}{seconds:>7.1f} s{given.students / seconds * 60:>8.0f}/min{seconds / first:>8.2f} x")


if __name__ == "__main__":
    main()
