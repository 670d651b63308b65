"""`loopcheck grade`: from a path to reports, and the exit code that says whether the grader worked.

0: every submission has its result. 1: with --strict, a point is missing somewhere. 2: there was nothing to grade, or it
could not be written. 3: something of ours failed; the results say where. 130: stopped from the keyboard.
"""

from __future__ import annotations

import csv
import io
import os
import platform
import sys
import time
import traceback
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from .course import Course, CourseError, CourseFiles, course_files, load_course
from .settings import SettingsError, course_seed, settings_file

if TYPE_CHECKING:
    from .results import Run, Submission
    from .submissions.layout_model import Found
    from .submissions.model import Source

MOST_JOBS = 61
"""More processes than that, Windows cannot wait for."""


def grade(arguments: Namespace) -> int:
    """Grade what is at `arguments.path` and write the reports."""
    from .reports.writing import ReportError
    from .session import SessionError
    from .submissions.layout_model import SubmissionsError

    try:
        return _grade(arguments)
    except (CourseError, SettingsError, SubmissionsError, ReportError) as error:
        print(f"loopcheck grade: {error}", file=sys.stderr)
        return 2
    except SessionError as error:
        print(f"loopcheck grade: {error}. This is a fault of the grader, not of a submission.", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print("loopcheck grade: stopped. Nothing was written.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        raise
    except Exception:  # noqa: BLE001 - a traceback alone would end with exit code 1, which says that a point is missing
        traceback.print_exc()
        print("loopcheck grade: this is a fault of the grader, not of a submission. Please report it.", file=sys.stderr)
        return 3


def _grade(arguments: Namespace) -> int:
    from .batch import given_up, grade_here, grade_in_processes, sensible_jobs
    from .grading import GraderSettings, suite_version
    from .results import Run
    from .submissions.layouts import find_submissions
    from .submissions.model import Source
    from .worker.machine import sandbox_level

    course, files = load_course(), course_files()
    found = find_submissions(arguments.path, course, arguments.layout)
    seed = course_seed(settings_file()) if arguments.seed is None else arguments.seed
    settings = GraderSettings(seed, arguments.start_method)
    jobs = min(arguments.jobs or sensible_jobs(len(found.items)), len(found.items), MOST_JOBS)
    arguments.out = arguments.out or _default_out(found)
    _make_folder(arguments.out)
    _announce(arguments.path, found)
    began = time.monotonic()
    sources = _sources(found, course, files)
    graded = grade_here(sources, settings) if jobs == 1 else grade_in_processes(sources, settings, jobs)
    results: dict[str, tuple[Submission, float]] = {}
    with _progress(len(found.items)) as advance:
        for submission, seconds in graded:
            results[submission.id] = submission, seconds
            advance()
    run = Run(
        suite=suite_version(files),
        python=platform.python_version(),
        sandbox=sandbox_level(),
        seed=seed,
        submissions=tuple(
            results[name][0] if name in results else given_up(Source(name, {})) for name, _ in found.items
        ),
    )
    return _report(run, found.layout, arguments, time.monotonic() - began, {n: s for n, (_, s) in results.items()})


def _default_out(found: Found) -> Path:
    """One submission is looked at again and again, and must not overwrite the reports of its class."""
    from .reports.folders import folder_names
    from .submissions.layouts import RESULTS_FOLDER

    results = Path(RESULTS_FOLDER)
    if found.layout != "single":
        return results
    name = found.items[0][0]
    return results / "single" / folder_names([name])[name]


def _make_folder(out: Path) -> None:
    """Now, and not when a whole class has been graded for nothing."""
    from .reports.safe_text import for_terminal
    from .reports.writing import ReportError

    reason = ""
    try:
        out.mkdir(parents=True, exist_ok=True)
        if not os.access(out, os.W_OK | os.X_OK):
            reason = "you may not write to it"
    except FileExistsError:
        reason = "there is a file of that name"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
    if reason:
        raise ReportError(
            f"no reports can be written to {for_terminal(str(out))}: {reason}. Choose a folder with --out."
        )


def _announce(path: Path, found: Found) -> None:
    from .reports.safe_text import for_terminal

    count = len(found.items)
    what = "one submission" if found.layout == "single" else f"{count} submission{'' if count == 1 else 's'}"
    print(f"Grading {what} in {for_terminal(str(path))}", file=sys.stderr)
    for note in found.notes:
        print(for_terminal(note), file=sys.stderr)


def _sources(found: Found, course: Course, files: CourseFiles) -> Iterator[Source]:
    """Each submission as it is needed: a class does not have to fit into memory. While the first is graded, which is
    mostly waiting for its process, a thread gets the reports ready."""
    from .authoring.stubs import stub_module
    from .submissions.reading import read_submission

    package = files.package_sources(course)
    provided = {name: source for name, source in package.items() if name not in course.edit}
    stubs = {name: stub_module(package[name], name, name, course) for name in course.edit}
    Thread(target=_prepare_reports, daemon=True).start()
    for name, path in found.items:
        yield read_submission(name, path, course, provided, stubs)


def _prepare_reports() -> None:
    """Import what reports need and compile the students' page: a third of what one submission costs."""
    from .reports import files, html_templates, terminal  # noqa: F401 - imported for later

    terminal.make_console()
    html_templates.prepare("feedback.html")


def _report(run: Run, layout: str, arguments: Namespace, seconds: float, timings: dict[str, float]) -> int:
    from .reports.files import write_reports
    from .reports.terminal import make_console, print_class, print_submission
    from .reports.writing import write_whole
    from .results import State, grader_errors

    out = arguments.out
    write_reports(out, run)
    write_whole(out / "timings.csv", _timings_csv(timings).encode())
    failed = any(grader_errors(one) or one.state is State.INFRASTRUCTURE_ERROR for one in run.submissions)
    console = make_console()
    with _reader_may_leave():
        if layout == "single":
            print_submission(run.submissions[0], console)
        else:
            print_class(run, console, seconds=seconds)
        sys.stdout.flush()
    pages = "" if len(run.submissions) == 1 else ", instructor.html, class.html (no names)"
    print(f"Written to {out}: grades.csv, students/…/feedback.html and .md{pages}, results.json", file=sys.stderr)
    if failed:
        print("Something of the grader's own failed: see grader_error and infrastructure_error above.", file=sys.stderr)
        return 3
    return int(arguments.strict and any(one.score != one.max_score for one in run.submissions))


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """`loopcheck grade … | head`: the reports are written, and the exit code says what it always says."""
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _timings_csv(timings: dict[str, float]) -> str:
    from .reports.safe_text import for_csv_cell

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["student_id", "seconds"])
    writer.writerows([for_csv_cell(name), f"{seconds:.3f}"] for name, seconds in sorted(timings.items()))
    return text.getvalue()


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A progress bar on a terminal, when there is something to wait for."""
    if total < 2 or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Grading"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Grading", total=total)
        yield lambda: progress.advance(task)
