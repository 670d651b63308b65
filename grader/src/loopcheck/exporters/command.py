"""`loopcheck export DIR --to FORMAT`: grade files made of the results that lie in DIR."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from ..csv_files import TableError
from ..gradebook import open_gradebook
from ..reports.folders import folder_names
from ..reports.safe_text import for_terminal
from ..reports.writing import ReportError, write_whole
from ..stored_results import ResultsError, read_grading, read_run
from ..submissions.ours import real_path
from .model import Export, Exporter, ExportError, Options

FORMATS = {
    "canvas": "canvas",
    "classroom50": "classroom50",
    "csv": "plain_csv",
    "github-classroom": "github_classroom",
    "gradescope": "gradescope",
    "junit": "junit",
    "moodle": "moodle",
    "nbgrader": "nbgrader_csv",
}
"""Format -> the module here that makes it."""


def run(arguments: Namespace) -> int:
    """Export, and return the exit code: 0 written, 2 not."""
    try:
        return _export(arguments)
    except (ExportError, ResultsError, TableError, ReportError) as error:
        print(f"loopcheck export: {error}", file=sys.stderr)
        return 2


def make(format_name: str) -> Exporter:
    """The exporter of a format."""
    exporter: Exporter = import_module(f".{FORMATS[format_name]}", __package__).export
    return exporter


def _export(arguments: Namespace) -> int:
    folder: Path = arguments.results
    book = open_gradebook(folder, read_run(folder), arguments.roster)
    options = Options(assignment=arguments.assignment, download=arguments.download)
    made: Export = make(arguments.to)(book, options)
    out: Path = arguments.out or folder / "exports" / arguments.to
    _refuse_among_submissions(out, folder, [entry.id for entry in book.entries])
    count = 0
    path = out
    for name, content in made.files:
        path = out / name
        write_whole(path, content)
        count += 1
    for note in (*book.notes, *made.notes):
        print(for_terminal(note), file=sys.stderr)
    where = path if count == 1 else out
    print(f"{count} file{'' if count == 1 else 's'} written: {for_terminal(str(where))}")
    return 0


def _refuse_among_submissions(out: Path, folder: Path, ids: Sequence[str]) -> None:
    """ExportError when files would lie in or beside what students handed in: that is only read, and a file beside it would
    be somebody's submission on the next run. Results may lie there; they are known to be ours."""
    grading = read_grading(folder)
    if grading is None:
        return
    submissions, ours, where = real_path(Path(grading.path)), real_path(folder), real_path(out)
    for place in (where, *(where / name for name in folder_names(ids).values())):
        if place.is_relative_to(submissions) and not place.is_relative_to(ours):
            raise ExportError(
                f"the files would lie among the submissions in {for_terminal(grading.path)}, which are only read. "
                "Choose another folder with --out."
            )
