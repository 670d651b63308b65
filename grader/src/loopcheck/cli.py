"""The command line. What must stay true: `--help` imports nothing but this module, and teaches."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from . import __version__

ABOUT = """\
Grade submissions of the mini-asyncio course, and keep the course in order.

  loopcheck grade SUBMISSION    one student's folder: what is right and what not
  loopcheck grade CLASS         a folder of such folders: a table, grades.csv,
                                and a page of feedback for each student
  loopcheck quiz grade CLASS    the check-yourself notebooks, into nbgrader's
                                gradebook
  loopcheck author check        for contributors: is everything in order?
"""

GRADE = """\
Grade one submission, or a folder of submissions.

A submission is a folder with future.py, task.py and loop.py somewhere
sensible: a checkout of the student template, a mini_asyncio/ folder, or the
modules themselves. It is read, never written. Its code runs in a process of
its own, which knows no expected value.
"""

GRADE_AFTER = """\
exit code: 0 the grader worked; 1 with --strict, a point is missing; 2 nothing
to grade, or not writable; 3 something of the grader's own failed (never a
student's fault); 130 stopped from the keyboard.

examples:
  loopcheck grade instructor/example_class
  loopcheck grade instructor/example_class/adams-a --strict
  loopcheck grade ~/downloads/class --out ~/marks --jobs 4
"""


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="loopcheck", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("--version", action="version", version=f"loopcheck {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_grade(commands)
    _add_quiz(commands)
    _add_author(commands)
    return top


def _add_grade(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    grade = commands.add_parser(
        "grade",
        help="grade one submission or a class",
        description=GRADE,
        epilog=GRADE_AFTER,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    grade.add_argument("path", type=Path, help="a submission, or a folder of submissions")
    grade.add_argument(
        "--out",
        type=Path,
        default=None,
        metavar="DIR",
        help="where the reports go (default: loopcheck-results; for one submission a folder of its own in it)",
    )
    grade.add_argument(
        "--layout", default="auto", metavar="NAME", help="single, class, or auto, which finds out (default)"
    )
    grade.add_argument(
        "--jobs", type=_positive, metavar="N", help="grading processes (default: one per core, fewer for a small class)"
    )
    grade.add_argument(
        "--seed", type=_seed, metavar="N", help="seed of the random schedules (default: the course's own secret one)"
    )
    grade.add_argument("--strict", action="store_true", help="exit with 1 when a point is missing: for CI")
    grade.add_argument(
        "--start-method",
        choices=("fork", "spawn"),
        default="",
        help="how students' processes start (default: what the system has; spawn is slower)",
    )
    grade.set_defaults(run=_grade)


def _add_quiz(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    quiz = commands.add_parser("quiz", help="the check-yourself notebooks: build, answer key, grade, export")
    tasks = quiz.add_subparsers(dest="task", metavar="TASK", required=True)
    build = tasks.add_parser("build", help="write the notebooks: the source, the handout, and one per student")
    build.add_argument("--roster", type=Path, metavar="CSV", help="also write one notebook per student of this list")
    build.add_argument("--out", type=Path, metavar="DIR", help="course folder (default: instructor/nbgrader)")
    key = tasks.add_parser("key", help="print the answers, with explanations, for one student or for all")
    key.add_argument("--student", metavar="ID", help="the answers of this student")
    key.add_argument("--roster", type=Path, metavar="CSV", help="the answers of every student of this list")
    grade = tasks.add_parser("grade", help="grade a class of notebooks with nbgrader's gradebook, and our own executor")
    grade.add_argument("path", type=Path, help="a folder of one folder per student, or of nbgrader's submitted/")
    grade.add_argument("--course", type=Path, metavar="DIR", help="course folder (default: instructor/nbgrader)")
    grade.add_argument("--code", type=Path, metavar="DIR", help="submissions of the code exercise: students' own loops")
    grade.add_argument("--roster", type=Path, metavar="CSV", help="names, and the ids that numbers go by")
    grade.add_argument("--jobs", type=_positive, default=1, metavar="N", help="grading processes (default: 1)")
    grade.add_argument("--no-feedback", action="store_true", help="write no feedback pages")
    grade.add_argument("--no-explanations", action="store_true", help="say only what is right: for a second chance")
    export = tasks.add_parser("export", help="one list of grades: the code exercise and the notebook, weighted")
    export.add_argument("--course", type=Path, metavar="DIR", help="course folder (default: instructor/nbgrader)")
    export.add_argument("--code-results", type=Path, metavar="DIR", help="results of `loopcheck grade`, to enter first")
    export.add_argument("--out", type=Path, metavar="CSV", help="the list (default: course_grades.csv of the course)")
    for task in (build, key, grade, export):
        task.set_defaults(run=_quiz)


def _add_author(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    author = commands.add_parser("author", help="for contributors: build and check the course's own files")
    tasks = author.add_subparsers(dest="task", metavar="TASK", required=True)
    build = tasks.add_parser("build", help="write student_template/ from the reference and the exercises")
    build.add_argument("--check", action="store_true", help="write nothing; exit with 1 when something is out of date")
    build.set_defaults(run=_author_build)
    check = tasks.add_parser(
        "check", help="find everything that is not in order, each with the command that repairs it"
    )
    check.set_defaults(run=_author_check)


def _positive(text: str) -> int:
    return _whole(text, 1, 2**16)


def _seed(text: str) -> int:
    return _whole(text, 0, 2**53 - 1)


def _whole(text: str, least: int, most: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 20 else -1
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"a whole number from {least} to {most} is needed, not {text[:40]!r}")
    return number


def _grade(arguments: argparse.Namespace) -> int:
    from .commands import grade

    return grade(arguments)


def _quiz(arguments: argparse.Namespace) -> int:
    from .quiz.commands import run

    return run(arguments)


def _author_build(arguments: argparse.Namespace) -> int:
    from .authoring.commands import run_build

    return run_build(check_only=arguments.check)


def _author_check(_: argparse.Namespace) -> int:
    from .authoring.commands import run_check

    return run_check()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    arguments = parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
    except KeyboardInterrupt:
        print("loopcheck: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code
