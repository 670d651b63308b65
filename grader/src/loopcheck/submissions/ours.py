"""Our own results among students' folders: wherever they were written, they are nobody's submission."""

import os
from pathlib import Path

from .files import Kind, TooManyEntriesError, UnreadableError, kind_of, list_folder, read_start

RESULTS_FOLDER = "loopcheck-results"
"""Where `loopcheck grade` writes unless told otherwise; inside a class folder it is nobody's submission."""

JOURNAL = "journal.sqlite"
DEEPEST = 3
MOST_ENTRIES = 100
SCHEMA = b'"schema": "loopcheck/results/'


def real_path(path: Path) -> Path:
    """The path without links, as far as they lead anywhere. (`Path.resolve` raises when they go in a circle.)"""
    return Path(os.path.realpath(path))


def is_results(folder: Path, depth: int = 1) -> bool:
    """Whether the folder was written by `loopcheck grade`, or holds nothing but folders that were."""
    if _is_file(folder / JOURNAL):  # of a run that was stopped, and wrote nothing else
        return True
    try:
        return SCHEMA in read_start(folder / "results.json", 200)
    except UnreadableError:
        pass
    try:
        entries = list_folder(folder, MOST_ENTRIES)
    except (OSError, TooManyEntriesError):
        return False
    return (
        depth < DEEPEST
        and bool(entries)
        and all(entry.kind is Kind.FOLDER and is_results(folder / entry.name, depth + 1) for entry in entries)
    )


def _is_file(path: Path) -> bool:
    try:
        return kind_of(path) is Kind.FILE
    except OSError:
        return False
