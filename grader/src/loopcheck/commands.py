"""`loopcheck grade`: from a path to reports, and the exit code that says whether the grader worked.

0: every submission has its result. 1: with --strict, a point is missing somewhere. 2: there was nothing to grade, or not
everything could be written. 3: something of ours failed; the results say where. 130: stopped from the keyboard.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from .course import load_course
from .csv_files import TableError
from .faults import exit_code
from .sandbox_reached import require_sandbox
from .settings import course_seed, settings_file

if TYPE_CHECKING:
    from .class_run import ClassRun
    from .gradebook import Gradebook
    from .results import Run
    from .stored_results import Grading
    from .submissions.layout_model import Found


class StoppedError(Exception):
    """Stopped from the keyboard. The message says what there is of results."""


def grade(arguments: Namespace) -> int:
    """Grade what is at `arguments.path` and write the reports."""

    def run() -> int:
        # What is made from here on stays: looking through it for garbage would cost a twentieth of one submission.
        gc.disable()
        try:
            with ExitStack() as stack:
                return _grade(arguments, stack)
        except StoppedError as stop:
            print(f"loopcheck grade: {stop}", file=sys.stderr)
            return 130

    return exit_code("grade", run)


def _grade(arguments: Namespace, stack: ExitStack) -> int:
    from .class_run import ClassRun, jobs_for
    from .earlier_results import put_aside, replaces_another_class
    from .grading import GraderSettings
    from .out_folder import default_out, make_out
    from .progress import progress
    from .stored_results import Grading
    from .submissions.deliveries import opened
    from .submissions.layouts import find_submissions

    left_out: list[str] = []
    where = stack.enter_context(opened(arguments.path, left_out))
    found = find_submissions(where, load_course(), arguments.layout, arguments.out)
    found = replace(found, notes=(*left_out, *found.notes))
    seed = course_seed(settings_file()) if arguments.seed is None else arguments.seed
    settings = GraderSettings(seed, arguments.start_method, arguments.sandbox)
    require_sandbox(settings.method, settings.sandbox)
    if arguments.roster:
        from .roster import read_roster

        read_roster(arguments.roster)  # now, and not when a whole class has been graded
    arguments.out = make_out(arguments.out or default_out(found), arguments.path, found)
    ids, single = [name for name, _ in found.items], found.layout == "single"
    another = replaces_another_class(arguments.out, ids, arguments.path, arguments.replace, single)
    _announce(arguments.path, found)
    began = time.monotonic()
    gc.freeze()
    gc.enable()
    work = ClassRun(found, settings, arguments.cluster, meanwhile=_prepare_reports)
    # One submission is graded sooner than a journal is opened.
    journal_in = None if single else arguments.out
    try:
        with progress(len(found.items)) as advance:
            work.grade(jobs_for(arguments.jobs, len(found.items)), journal_in, arguments.fresh, advance)
    except KeyboardInterrupt:
        with suppress(OSError):
            arguments.out.rmdir()  # only if it is empty: no later run takes it for somebody's submission
        done = f"stopped after {len(work.results)} of {len(found.items)}"
        raise StoppedError(
            f"{done}. Nothing was written: run it again."
            if journal_in is None or not work.results
            else f"{done}. No report was written, but these results are kept: run it again, and only the rest is graded."
        ) from None
    grading = Grading(str(arguments.path.absolute()), arguments.layout)
    if another:
        work.notes += put_aside(arguments.out)
    return _report(work, grading, arguments, time.monotonic() - began)


def _announce(path: Path, found: Found) -> None:
    from .reports.safe_text import for_terminal

    count = len(found.items)
    what = "one submission" if found.layout == "single" else f"{count} submission{'' if count == 1 else 's'}"
    layout = "" if found.layout == "single" else f" (layout: {found.layout})"
    print(f"Grading {what} in {for_terminal(str(path))}{layout}", file=sys.stderr)
    for note in found.notes:
        print(for_terminal(note), file=sys.stderr)


def _prepare_reports() -> None:
    """Import what reports need and load the students' page: a third of what one submission costs, done while its code runs."""
    from . import results_folder  # noqa: F401 - imported for later, like what follows
    from .reports import files, html_templates, terminal  # noqa: F401

    terminal.make_console()
    html_templates.prepare("feedback.html", "page.html", "pieces.html")


def _report(work: ClassRun, grading: Grading, arguments: Namespace, seconds: float) -> int:
    from .earlier_results import keeps_earlier
    from .reports.safe_text import for_terminal
    from .reports.terminal import make_console, print_class, print_submission
    from .results import State, grader_errors

    run, layout, out = work.run(), work.found.layout, arguments.out
    kept = not arguments.replace and keeps_earlier(out, run, layout == "single")
    problem, book = ("", None) if kept else _write(work, run, grading, out, arguments.roster)
    shown = book.reported() if book else run
    failed = any(grader_errors(one) or one.state is State.INFRASTRUCTURE_ERROR for one in run.submissions)
    console = make_console()
    with _reader_may_leave():
        if layout == "single":
            print_submission(shown.submissions[0], console)
        else:
            print_class(shown, console, seconds=seconds)
        sys.stdout.flush()
    if problem:
        print(
            f"loopcheck grade: {problem}\nWhat is shown above is whole, but not all of it is written.", file=sys.stderr
        )
    elif kept:
        print(
            f"Nothing was written: no submission could be graded, and the results in {for_terminal(str(out))} stay as they "
            "are. --replace replaces them.",
            file=sys.stderr,
        )
    else:
        pages = "" if not (book and book.is_class) else ", instructor.html, class.html (no names)"
        print(
            f"Written to {for_terminal(str(out))}: grades.csv, students/…/feedback.html and .md{pages}, results.json",
            file=sys.stderr,
        )
    if failed:
        print("Something of the grader's own failed: see grader_error and infrastructure_error above.", file=sys.stderr)
        return 3
    if layout != "single" and all(one.state is State.UNGRADABLE for one in run.submissions):
        print(
            "loopcheck grade: none of the submissions could be graded, each for the reason above. "
            f"Is {for_terminal(str(arguments.path))} the folder that you meant?",
            file=sys.stderr,
        )
        return 2
    return (
        2
        if problem or kept
        else int(arguments.strict and any((one.score or 0) < one.regular_max for one in run.submissions))
    )


def _write(work: ClassRun, run: Run, grading: Grading, out: Path, roster: Path | None) -> tuple[str, Gradebook | None]:
    """Write the reports: the sentence that says what could not be written, or nothing, and the grade book with what the
    instructor has decided. A grading is never lost for what cannot be written."""
    from .earlier_results import remove_other_pages
    from .reports.safe_text import for_terminal
    from .reports.writing import ReportError
    from .results_folder import write_facts, write_what_can_be

    try:
        book, problem = write_what_can_be(out, run, roster, work.handed_in)
        # Also when the grade book waits for a table to be mended: no later report could know of these facts.
        write_facts(out, grading, work.seconds, work.handed_in, work.identical, work.changed, roster)
        gone = [] if work.found.layout == "single" else remove_other_pages(out, [one.id for one in run.submissions])
        for note in (*work.notes, *(book.notes if book else ()), *gone):
            print(for_terminal(note), file=sys.stderr)
    except (ReportError, TableError) as error:
        return str(error), None
    except KeyboardInterrupt:
        raise StoppedError(
            f"stopped while the reports were written. Those in {for_terminal(str(out))} are whole, but may be of two runs: "
            "run it again."
        ) from None
    return problem, book


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """`loopcheck grade … | head`: the reports are written, and the exit code says what it always says."""
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
