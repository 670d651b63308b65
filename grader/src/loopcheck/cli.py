"""The command line. What must stay true: `--help` imports nothing but this module, and teaches."""

from __future__ import annotations

import argparse
import gc
import os
import signal
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
  loopcheck bundle PLATFORM     what a platform needs to hand the exercise out,
                                or to grade it
  loopcheck quiz grade CLASS    the check-yourself notebooks, into nbgrader's
                                gradebook
  loopcheck author check        for contributors: is everything in order?
"""

GRADE = """\
Grade one submission, or a folder of submissions.

A submission is a folder with future.py, task.py and loop.py somewhere
sensible: a checkout of the student template, a mini_asyncio/ folder, or the
modules themselves; or a zip archive of that. A class is a folder of
submissions, or what a course platform gave you to download, packed or not.
Submissions are read, never written. Their code runs in processes of its own,
which know no expected value. What has not changed since the last time is not
graded again: run it again whenever it was stopped.
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

SANDBOXES = (
    "bubblewrap+landlock+seccomp",
    "landlock+seccomp",
    "bubblewrap+seccomp",
    "seccomp",
    "bubblewrap+landlock",
    "landlock",
    "bubblewrap",
    "rlimits",
)
"""What can be demanded: `worker.sandbox.LEVELS`, which is not imported for a help text."""


EXPORT = """\
Make grade files for a course platform from graded results.

Whoever has no score never becomes a 0 in silence: files that platforms import
leave them out, and this command names them. Your own scores and comments in
DIR/overrides.csv (student_id, score, comment) count, and show as yours.
"""

EXPORT_AFTER = """\
one file for the class: canvas, moodle, nbgrader, csv
one for each student:   gradescope, classroom50, github-classroom, junit

examples:
  loopcheck export marks --to moodle --roster participants.csv
  loopcheck export marks --to canvas --roster gradebook.csv \\
            --assignment "Event loop (4711)"

exit code: 0 written, 2 not.
"""

REGRADE = """\
Grade the same submissions again with this version of the suite, and say whose
score changes, and by which check. Nothing is overwritten without --write. What
has not changed is not graded again; scores in DIR/overrides.csv stay.
"""

BUNDLE = """\
Make what a course platform needs to hand the exercise out, or to grade it.

  classroom50         the template, and an autograder of the visible checks
  github-classroom    the template with the files of GitHub Classroom, which
                      closed on 2026-08-28, for what still reads them
  gradescope          autograder.zip: grades with the hidden checks
  grading-repository  your own repository on GitHub or GitLab, which grades the
                      clones of your students with the hidden checks

The first two are for students' eyes and hold nothing hidden. The last two hold
the answers: nobody but you and the platform should have them.
"""

BUNDLES = ("classroom50", "github-classroom", "gradescope", "grading-repository")
EXPORTS = ("canvas", "classroom50", "csv", "github-classroom", "gradescope", "junit", "moodle", "nbgrader")


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="loopcheck", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("--version", action="version", version=f"loopcheck {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_grade(commands)
    _add_export(commands)
    _add_regrade(commands)
    _add_report(commands)
    _add_bundle(commands)
    _add_verify(commands)
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
        "--layout",
        default="auto",
        metavar="NAME",
        help="auto, which finds out (default), single, class, zips, github-classroom, classroom50, nbgrader, gradescope, "
        "moodle or canvas",
    )
    grade.add_argument(
        "--roster", type=Path, metavar="CSV", help="the platform's list of students: names, and who handed nothing in"
    )
    _add_work(grade, "the course's own secret one")
    grade.add_argument("--strict", action="store_true", help="exit with 1 when a point is missing: for CI")
    grade.add_argument(
        "--replace",
        action="store_true",
        help="replace results of another class in DIR, or of a whole one by one student's, and good ones by none",
    )
    grade.set_defaults(run=_grade)


def _add_export(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    export = commands.add_parser(
        "export",
        help="grade files for course platforms",
        description=EXPORT,
        epilog=EXPORT_AFTER,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    export.add_argument("results", type=Path, metavar="DIR", help="the folder that `loopcheck grade` wrote to")
    export.add_argument("--to", required=True, choices=EXPORTS, metavar="FORMAT", help=", ".join(EXPORTS))
    export.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="where the files go (default: a folder of the format's name in DIR/exports)",
    )
    export.add_argument(
        "--roster", type=Path, metavar="CSV", help="the platform's list of students (default: DIR/roster.csv, if there)"
    )
    export.add_argument(
        "--assignment", default="", metavar="TITLE", help='the assignment on the platform; for Canvas "Title (id)"'
    )
    export.add_argument("--download", type=Path, metavar="DIR", help="for classroom50: what `gh teacher download` made")
    export.set_defaults(run=_export)


def _add_regrade(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    regrade = commands.add_parser(
        "regrade",
        help="what grading again would change, before it does",
        description=REGRADE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    regrade.add_argument("results", type=Path, metavar="DIR", help="the folder that `loopcheck grade` wrote to")
    regrade.add_argument(
        "--submissions", type=Path, metavar="PATH", help="where the submissions are now (default: where they were)"
    )
    regrade.add_argument("--write", action="store_true", help="overwrite the results and reports in DIR")
    _add_work(regrade, "the seed of the results in DIR")
    regrade.set_defaults(run=_regrade)


def _add_report(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    report = commands.add_parser(
        "report",
        help="write the pages and grades.csv anew",
        description="Write the reports in DIR anew from its results, with the scores and comments that are now in its "
        "overrides.csv.",
    )
    report.add_argument("results", type=Path, metavar="DIR", help="the folder that `loopcheck grade` wrote to")
    report.add_argument(
        "--roster", type=Path, metavar="CSV", help="the list of students (default: DIR/roster.csv, if there)"
    )
    report.set_defaults(run=_report)


def _add_work(command: argparse.ArgumentParser, seed: str) -> None:
    """What a command that grades may be told about how it does."""
    command.add_argument(
        "--jobs", type=_positive, metavar="N", help="grading processes (default: one per core, fewer for a small class)"
    )
    command.add_argument(
        "--cluster", default="", metavar="ADDRESS", help="grade on the workers of this dask scheduler instead"
    )
    command.add_argument("--seed", type=_seed, metavar="N", help=f"seed of the random schedules (default: {seed})")
    command.add_argument(
        "--fresh", action="store_true", help="grade everything again, also what has not changed since the last time"
    )
    command.add_argument(
        "--start-method",
        choices=("fork", "spawn"),
        default="",
        help="how students' processes start (default: what the system has; spawn is slower)",
    )
    _add_sandbox(command)


def _add_sandbox(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--sandbox",
        choices=SANDBOXES,
        default="",
        metavar="NAME",
        help="demand this isolation of students' code: " + ", ".join(SANDBOXES) + " (default: the strongest there is)",
    )


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


def _add_bundle(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    bundle = commands.add_parser(
        "bundle",
        help="what a platform needs to hand the exercise out, or to grade it",
        description=BUNDLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    bundle.add_argument("platform", choices=BUNDLES, metavar="PLATFORM", help=", ".join(BUNDLES))
    bundle.add_argument(
        "--out", type=Path, metavar="DIR", help="an empty or new folder (default: loopcheck-bundles/PLATFORM)"
    )
    bundle.add_argument(
        "--wheels",
        type=Path,
        metavar="DIR",
        help="take the wheels that gradescope and grading-repository need from here instead of downloading them",
    )
    bundle.set_defaults(run=_bundle)


def _add(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, sentence: str
) -> argparse.ArgumentParser:
    """A command that one sentence tells all about: in the list, and above its own options."""
    return commands.add_parser(name, help=sentence, description=f"{sentence[0].upper()}{sentence[1:]}.")


def _add_quiz(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    quiz = _add(commands, "quiz", "the check-yourself notebooks: build, answer key, grade, export")
    tasks = quiz.add_subparsers(dest="task", metavar="TASK", required=True)
    build = _add(tasks, "build", "write the notebooks: the source, the handout, and one per student")
    build.add_argument("--roster", type=Path, metavar="CSV", help="also write one notebook per student of this list")
    build.add_argument("--out", type=Path, metavar="DIR", help="course folder (default: instructor/nbgrader)")
    key = _add(tasks, "key", "print the answers, with explanations, for one student or for all")
    key.add_argument("--student", metavar="ID", help="the answers of this student")
    key.add_argument("--roster", type=Path, metavar="CSV", help="the answers of every student of this list")
    grade = _add(tasks, "grade", "grade a class of notebooks with nbgrader's gradebook, and our own executor")
    grade.add_argument("path", type=Path, help="a folder of one folder per student, or of nbgrader's submitted/")
    grade.add_argument("--course", type=Path, metavar="DIR", help="course folder (default: instructor/nbgrader)")
    grade.add_argument("--code", type=Path, metavar="DIR", help="submissions of the code exercise: students' own loops")
    grade.add_argument("--roster", type=Path, metavar="CSV", help="names, and the ids that numbers go by")
    grade.add_argument("--jobs", type=_positive, default=1, metavar="N", help="grading processes (default: 1)")
    _add_sandbox(grade)
    grade.add_argument("--no-feedback", action="store_true", help="write no feedback pages")
    grade.add_argument("--no-explanations", action="store_true", help="say only what is right: for a second chance")
    export = _add(tasks, "export", "one list of grades: the code exercise and the notebook, weighted")
    export.add_argument("--course", type=Path, metavar="DIR", help="course folder (default: instructor/nbgrader)")
    export.add_argument("--code-results", type=Path, metavar="DIR", help="results of `loopcheck grade`, to enter first")
    export.add_argument("--out", type=Path, metavar="CSV", help="the list (default: course_grades.csv of the course)")
    for task in (build, key, grade, export):
        task.set_defaults(run=_quiz)


def _add_author(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    author = _add(commands, "author", "for contributors: build and check the course's own files")
    tasks = author.add_subparsers(dest="task", metavar="TASK", required=True)
    build = _add(tasks, "build", "write student_template/ from the reference and the exercises")
    build.add_argument("--check", action="store_true", help="write nothing; exit with 1 when something is out of date")
    build.set_defaults(run=_author_build)
    check = _add(tasks, "check", "find everything that is not in order, each with the command that repairs it")
    check.set_defaults(run=_author_check)
    what_if = _add(
        tasks, "counterfactuals", "run what the loop would do if one of its rules were another one, beside what it does"
    )
    what_if.add_argument("name", nargs="?", default="", help="one of them in full (default: a line for each)")
    what_if.add_argument("--svg", type=Path, metavar="FILE", help="also draw that one as SVG")
    what_if.set_defaults(run=_author_counterfactuals)
    new = _add(tasks, "new", "begin a bonus exercise: write all its files, small and in order")
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


def _export(arguments: argparse.Namespace) -> int:
    from .exporters.command import run

    return run(arguments)


def _quiz(arguments: argparse.Namespace) -> int:
    from .quiz.commands import run

    return run(arguments)


def _regrade(arguments: argparse.Namespace) -> int:
    from .commands_results import regrade

    return regrade(arguments)


def _report(arguments: argparse.Namespace) -> int:
    from .commands_results import report

    return report(arguments)


def _bundle(arguments: argparse.Namespace) -> int:
    from .bundles.command import run

    return run(arguments)


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


def _author_counterfactuals(arguments: argparse.Namespace) -> int:
    from .authoring.counterfactual_commands import run_counterfactuals

    return run_counterfactuals(arguments.name, arguments.svg)


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


def command_line() -> int:
    """What the shell runs: `main`, in a process that ends with it."""
    code = main()
    # There is nothing left to stop, and a further Ctrl-C would show a traceback.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What is frozen is not taken apart object by object, which would take longer than `--help`.
    gc.freeze()
    return code
