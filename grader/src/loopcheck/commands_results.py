"""`loopcheck report` and `loopcheck regrade`: what can be done with results that are there.

Exit codes are those of `loopcheck grade`: 0 it worked, 2 there is nothing to work on or not all could be written, 3 something
of ours failed.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path

from .class_run import ClassRun, jobs_for
from .course import load_course
from .csv_files import TableError
from .earlier_results import earlier_results, keeps_earlier, remove_other_pages
from .faults import exit_code
from .gradebook import OVERRIDES, Override, read_overrides
from .grading import GraderSettings
from .progress import progress
from .regrade import Comparison, compare, lines
from .reports.safe_text import for_terminal
from .results import Run, State, grader_errors
from .results_folder import write_facts, write_pages, write_what_can_be
from .sandbox_reached import require_sandbox
from .stored_results import Grading, ResultsError, read_grading, read_run
from .submissions.deliveries import opened
from .submissions.layouts import find_submissions


def report(arguments: Namespace) -> int:
    """Write the reports of a results folder anew."""
    return exit_code("report", lambda: _report(arguments))


def _report(arguments: Namespace) -> int:
    folder: Path = arguments.results
    book = write_pages(folder, read_run(folder), arguments.roster)
    for note in book.notes:
        print(for_terminal(note), file=sys.stderr)
    print(f"Written to {for_terminal(str(folder))}: {len(book.entries)} lines in grades.csv, and the pages")
    return 0


def regrade(arguments: Namespace) -> int:
    """Say what grading the same submissions again would change; with --write, then change it."""

    def run() -> int:
        with ExitStack() as stack:
            return _regrade(arguments, stack)

    return exit_code("regrade", run)


def _regrade(arguments: Namespace, stack: ExitStack) -> int:
    folder: Path = arguments.results
    before = read_run(folder)
    overrides = read_overrides(folder / OVERRIDES, before)
    grading = _where(folder, arguments.submissions)
    left_out: list[str] = []
    where = stack.enter_context(opened(Path(grading.path), left_out))
    found = find_submissions(where, load_course(), grading.layout, folder)
    seed = before.seed if arguments.seed is None else arguments.seed
    require_sandbox(arguments.start_method, arguments.sandbox)
    work = ClassRun(found, GraderSettings(seed, arguments.start_method, arguments.sandbox), arguments.cluster)
    jobs = jobs_for(arguments.jobs, len(found.items))
    with progress(len(found.items)) as advance:
        work.grade(jobs, folder, arguments.fresh, advance)
    after = work.run()
    comparison = compare(before, after)
    for line in lines(comparison):
        print(for_terminal(line))
    for line in _decided(comparison, overrides):
        print(for_terminal(line))
    for note in (*left_out, *found.notes, *work.notes):
        print(for_terminal(note), file=sys.stderr)
    if arguments.write:
        _write(folder, work, after, grading)
    elif comparison.changes or comparison.conditions:
        print("Nothing was overwritten. To do so: the same command with --write", file=sys.stderr)
    return 3 if _failed(after) else 0


def _where(folder: Path, submissions: Path | None) -> Grading:
    """The submissions that were graded, wherever they are now."""
    known = read_grading(folder)
    if submissions:
        return Grading(str(submissions.absolute()), known.layout if known else "auto")
    if known is None:
        raise ResultsError(
            f"{for_terminal(str(folder))} does not say which submissions were graded. Give their folder with --submissions."
        )
    if not Path(known.path).exists():
        raise ResultsError(
            f"the submissions are no longer at {for_terminal(known.path)}. Give their folder with --submissions."
        )
    return known


def _decided(comparison: Comparison, overrides: dict[str, Override]) -> list[str]:
    """Students whose score stays what the instructor has set, whatever the checks give now."""
    changed = [change.id for change in comparison.changes if change.moves_score]
    decided = [name for name in changed if name in overrides and overrides[name].score is not None]
    return [f"{name}: the score that you set in {OVERRIDES} stays: {overrides[name].score}" for name in decided]


def _refuse_to_replace(folder: Path, work: ClassRun, after: Run, grading: Grading) -> None:
    """ResultsError when this would be another class's results, or none at all in the place of good ones."""
    ids, earlier = [name for name, _ in work.found.items], earlier_results(folder)
    shown, single = for_terminal(grading.path), work.found.layout == "single"
    if earlier and earlier.would_be_lost(ids, Path(grading.path), single):
        raise ResultsError(
            f"nothing was overwritten: {shown} is one submission, and these are results of a class."
            if single
            else f"nothing was overwritten: the submissions in {shown} are other students'. Grade them anew."
        )
    if keeps_earlier(folder, after, single):
        raise ResultsError(
            f"nothing was overwritten: none of the submissions in {shown} could be graded, and the results that are there "
            "stay as they are."
        )


def _write(folder: Path, work: ClassRun, after: Run, grading: Grading) -> None:
    _refuse_to_replace(folder, work, after, grading)
    book, problem = write_what_can_be(folder, after, handed_in=work.handed_in)
    write_facts(folder, grading, work.seconds, work.handed_in, work.identical, work.changed, None)
    gone = [] if work.found.layout == "single" else remove_other_pages(folder, [one.id for one in after.submissions])
    for note in (*(book.notes if book else ()), *gone):
        print(for_terminal(note), file=sys.stderr)
    if book is None:
        raise TableError(problem)
    print(f"Written to {for_terminal(str(folder))}", file=sys.stderr)


def _failed(run: Run) -> bool:
    return any(grader_errors(one) or one.state is State.INFRASTRUCTURE_ERROR for one in run.submissions)
