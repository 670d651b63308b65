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
  loopcheck verify              is it true? the course's loop against the
                                asyncio of this very Python
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
could be graded, or not everything could be written; 3 something of the
grader's own failed (never a student's fault); 130 stopped from the keyboard.

examples:
  loopcheck grade instructor/example_class
  loopcheck grade instructor/example_class/adams-a --strict
  loopcheck grade ~/downloads/class --out ~/marks --jobs 4
"""

VERIFY = """\
Is what the course teaches true of the event loop of this very Python?

The course's loop and CPython's own asyncio, which is run on a virtual clock of
whole milliseconds, are asked the same questions: the pinned traces, the closed
form's 180 combinations in three orders of creation, random schedules, and what
the hidden suite asks. Every wake-up must agree in all four stamps (asked for,
expired, fired, ran), and every step of every task in its time and order.

Then CPython alone: the hops of each way to wait, the slow-callback warning,
the burns of a hog in real time, uvloop and trio where they are installed, and
the lines of this Python's source in which all that stands.
"""

VERIFY_AFTER = """\
exit code: 0 everything agrees; 1 something does not, and is named; 2 there was
nothing to verify; 3 something of the grader's own failed; 130 stopped.

examples:
  loopcheck verify
  loopcheck verify --schedules 10000 --seed 7 --real 20
  loopcheck verify --model instructor/example_class/sato-y
  loopcheck verify --model solutions/wrong/run_once_drains_the_queue.py

The last two show how a wrong loop is found out. The seed also draws what the
hidden suite asks: with the one in instructor/settings.toml, that is what your
class is asked.
"""


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="loopcheck", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("--version", action="version", version=f"loopcheck {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_grade(commands)
    _add_verify(commands)
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


def _add_verify(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    verify = commands.add_parser(
        "verify",
        help="the course's loop against the asyncio of this Python",
        description=VERIFY,
        epilog=VERIFY_AFTER,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verify.add_argument(
        "--model",
        type=Path,
        metavar="FOLDER",
        help="compare this solution (a submission's folder, or a file of solutions/) instead of the reference",
    )
    verify.add_argument(
        "--schedules", type=_many, default=1000, metavar="N", help="random schedules to compare (default: 1000)"
    )
    verify.add_argument("--seed", type=_seed, default=1, metavar="N", help="draws them (default: 1)")
    verify.add_argument(
        "--real",
        type=_many,
        default=2,
        metavar="N",
        help="ticks of 0.1 s to watch in real time, for each of six combinations (default: 2; 0: none)",
    )
    verify.set_defaults(run=_verify)


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
    new = tasks.add_parser("new", help="begin a bonus exercise: write all its files, small and in order")
    new.add_argument("name", metavar="NAME", help="its id, and the name of its module: small_letters_like_this")
    new.add_argument("--title", default="A new exercise", help="what students read above it")
    new.set_defaults(run=_author_new)


def _positive(text: str) -> int:
    return _whole(text, 1, 2**16)


def _many(text: str) -> int:
    return _whole(text, 0, 10**5)


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


def _verify(arguments: argparse.Namespace) -> int:
    from .verify.command import verify

    return verify(arguments)


def _author_build(arguments: argparse.Namespace) -> int:
    from .authoring.commands import run_build

    return run_build(check_only=arguments.check)


def _author_new(arguments: argparse.Namespace) -> int:
    from .authoring.commands import run_new

    return run_new(arguments.name, arguments.title)


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
