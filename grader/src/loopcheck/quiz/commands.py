"""`loopcheck quiz build|key|grade|export`: from arguments to files, and the exit code that says whether it worked.

0: done. 2: something is missing or cannot be read or written. 3: something of ours failed; the table says where.
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..course import CourseError, course_files
from ..csv_files import TableError
from ..reports.safe_text import for_terminal
from ..reports.writing import ReportError, write_whole
from ..results import State
from ..sandbox_reached import SandboxError, require_sandbox
from .build import Student, answer_key, read_roster, write_files

if TYPE_CHECKING:
    from .grade import Graded


def run(arguments: Namespace) -> int:
    """Run one of the subcommands."""
    work = {"build": _build, "key": _key, "grade": _grade, "export": _export}[arguments.task]
    try:
        return work(arguments)
    except (CourseError, ReportError, SandboxError, TableError) as error:
        print(f"loopcheck quiz {arguments.task}: {for_terminal(str(error), newlines=True)}", file=sys.stderr)
    except BrokenPipeError:  # the reader had enough, as `head` has: cli.py knows what to do
        raise
    except OSError as error:
        print(
            f"loopcheck quiz {arguments.task}: {for_terminal(str(error.filename))}: {error.strerror}", file=sys.stderr
        )
    return 2


def _roster(arguments: Namespace) -> list[Student]:
    return read_roster(arguments.roster) if arguments.roster else []


def _course(given: Path | None, option: str) -> Path:
    """The course folder: the one that was given, else instructor/nbgrader of the checkout."""
    own = course_files().root / "instructor" / "nbgrader"
    if given is None and not own.is_dir():
        raise CourseError(f"there is no checkout of the course here, so say which folder: {option} DIR")
    return (given or own).resolve()


def _build(arguments: Namespace) -> int:
    out = _course(arguments.out, "--out")
    roster = _roster(arguments)
    written = write_files(out, roster)
    print(f"Written to {out}: {_counted(len(written), 'notebook')}")
    for path in written[:2]:
        print(f"  {path.relative_to(out)}")
    if roster:
        print(f"  students/…: one for each of {len(roster)} students, with their own numbers in the text")
    return 0


def _key(arguments: Namespace) -> int:
    students = _roster(arguments) or [Student(arguments.student)] if arguments.student or arguments.roster else []
    if arguments.student and arguments.roster:
        students = [student for student in students if student.id == arguments.student]
    if not students:
        raise CourseError("whose key? Give --student ID, --roster CSV, or both for one student of the roster")
    print("\n".join("\n".join(answer_key(student)) for student in students))
    return 0


def _grade(arguments: Namespace) -> int:
    from .grade import QuizGrader, find_tasks, grade_all
    from .grades_table import FILE, Class, earlier_rows, grades_table
    from .nbgrader_course import CourseFolder, require_nbgrader
    from .outline import source_notebook

    require_nbgrader()
    require_sandbox("", arguments.sandbox)
    course = CourseFolder(_course(arguments.course, "--course"))
    roster = _roster(arguments)
    tasks = find_tasks(arguments.path.resolve(), arguments.code and arguments.code.resolve(), roster)
    students = Class(roster, frozenset(task.student.id for task in tasks), earlier_rows(course.root / FILE))
    course.prepare(source_notebook())
    with course.api() as api:
        course.enter_students(api, students.missing)
    began = time.monotonic()
    make = partial(QuizGrader, course, not arguments.no_explanations, not arguments.no_feedback, arguments.sandbox)
    results = []
    for each in grade_all(tasks, make, min(arguments.jobs, len(tasks))):
        results.append(each)
        score = "-" if each.score is None else f"{each.score:g}"
        most = f"{each.max_score:g}" if each.max_score else "-"
        remark = " ".join([each.reason, *each.notes])
        print(for_terminal(f"{each.student.id:<24} {score:>6}/{most:<6} {remark}".rstrip()))
    write_whole(course.root / FILE, grades_table(results, students).encode("utf-8"))
    print(_summary(results, time.monotonic() - began))
    for note in students.notes():
        print(for_terminal(note), file=sys.stderr)
    print(f"Written to {course.root}: {FILE}, gradebook.db, autograded/, feedback/", file=sys.stderr)
    return 3 if any(each.state is State.INFRASTRUCTURE_ERROR for each in results) else 0


def _summary(results: Sequence[Graded], seconds: float) -> str:
    """The last line: what became of the notebooks, how long it took, and how students' cells were shut in."""
    from ..worker.sandbox import weakest

    count = {state: sum(each.state is state for each in results) for state in State}
    return (
        f"{_counted(len(results), 'notebook')}: {count[State.GRADED]} graded, {count[State.UNGRADABLE]} ungradable, "
        f"{_counted(count[State.INFRASTRUCTURE_ERROR], 'infrastructure error')}; {seconds / len(results):.2f} s each; "
        f"sandbox: {weakest([each.sandbox for each in results]) or 'no cell ran'}"
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _export(arguments: Namespace) -> int:
    from .gradebook import enter_code_results, read_results, totals, totals_csv
    from .nbgrader_course import CourseFolder, require_nbgrader

    require_nbgrader()
    course = CourseFolder(_course(arguments.course, "--course"))
    if not (course.root / "gradebook.db").is_file():
        raise CourseError(f"there is no gradebook.db in {course.root}: run `loopcheck quiz grade` first")
    if arguments.code_results:
        book = read_results(arguments.code_results)
        entered = enter_code_results(course, book)
        for note in book.notes:
            print(for_terminal(note), file=sys.stderr)
        print(f"Entered the code results: {entered} students have a score", file=sys.stderr)
    out: Path = arguments.out or course.root / "course_grades.csv"
    write_whole(out, totals_csv(totals(course)).encode("utf-8"))
    print(f"Written: {out}", file=sys.stderr)
    return 0
