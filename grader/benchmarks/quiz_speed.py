"""Seconds per notebook: `loopcheck quiz grade` against `nbgrader autograde`, on the same notebooks, in one run.

    python grader/benchmarks/quiz_speed.py --notebooks 8 --class 200

What must stay true: the figure is the ratio of CPU seconds, those of a process with its children, since both run on the
same loaded machine; both have a course folder of their own that is ready, and both write the gradebook and the autograded
notebooks, without feedback. Ours runs the students' cells in its worker, whatever sandbox that has; nbgrader's kernel has
none.
"""

from __future__ import annotations

import argparse
import os
import runpy
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from synthetic_class import cpu_seconds

from loopcheck.quiz.build import Student
from loopcheck.quiz.grade import QuizGrader, Task, grade_all
from loopcheck.quiz.nbgrader_course import CourseFolder
from loopcheck.quiz.outline import source_notebook

NOTEBOOKS = runpy.run_path(str(Path(__file__).parents[1] / "tests" / "notebooks" / "bank.py"))
NAME = "check_yourself"


def make_course(root: Path, count: int) -> tuple[CourseFolder, list[Task]]:
    """A course with so many right notebooks in submitted/."""
    course = CourseFolder(root)
    root.mkdir()
    course.prepare(source_notebook())
    tasks = []
    for number in range(count):
        student = f"student-{number}"
        folder = root / "submitted" / student / NAME
        folder.mkdir(parents=True)
        (folder / f"{NAME}.ipynb").write_bytes(NOTEBOOKS["as_bytes"](NOTEBOOKS["filled_in"](student)))
        tasks.append(Task(Student(student), folder))
    return course, tasks


def ours(root: Path, count: int, jobs: int = 1, feedback: bool = False) -> float:
    """CPU seconds per notebook; starting the processes counts."""
    course, tasks = make_course(root, count)
    began = cpu_seconds()
    results = list(grade_all(tasks, partial(QuizGrader, course, True, feedback), jobs))
    seconds = cpu_seconds() - began
    assert all(result.score == NOTEBOOKS["FULL"] for result in results), "a right notebook did not get its points"
    return seconds / count


def nbgraders(root: Path, count: int) -> float:
    """The same with nbgrader's command."""
    make_course(root, count)
    scripts = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": scripts + os.pathsep + os.environ["PATH"]}
    began = cpu_seconds()
    command = [sys.executable, "-m", "nbgrader", "autograde", NAME]
    subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True)  # noqa: S603 - our own command
    return (cpu_seconds() - began) / count


def main(count: int, large: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for number in range(rounds):
            mine, theirs = ours(root / f"a{number}", count), nbgraders(root / f"b{number}", count)
            print(
                f"{count} notebooks: ours {mine:.2f} CPU s each, nbgrader autograde {theirs:.2f}: 1 to {theirs / mine:.1f} "
                f"(load of the machine: {os.getloadavg()[0]:.1f})"
            )
        if large:
            began = time.monotonic()
            each = ours(root / "large", large, jobs=2, feedback=True)
            print(
                f"class of {large}, feedback too, 2 jobs: {time.monotonic() - began:.0f} s in all, {each:.2f} CPU s each"
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notebooks", type=int, default=8, help="notebooks that go through both (default: 8)")
    parser.add_argument("--rounds", type=int, default=3, help="how often (default: 3)")
    parser.add_argument(
        "--class", type=int, default=0, dest="large", help="then so many through ours, with feedback, by two processes"
    )
    given = parser.parse_args()
    main(given.notebooks, given.large, given.rounds)
