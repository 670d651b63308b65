"""What a results folder says, read again. It imports little: each `loopcheck grade` asks whose results it would replace.

What must stay true: a file that is no results file of this version is told as that, with what to do, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from . import results
from .reports.safe_text import for_terminal
from .results import Outline, Run

RESULTS = "results.json"
GRADING = "grading.json"

T = TypeVar("T")


class ResultsError(Exception):
    """The folder holds no results that can be used. The message says why, and what to do."""


class Grading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the submissions were, for `loopcheck regrade`. A path of this machine: it is in no report and no export."""

    path: str
    layout: str


def read_run(folder: Path) -> Run:
    """The results in this folder; ResultsError when there are none."""
    return _read(folder, results.decode)


def read_outline(folder: Path) -> Outline:
    """Whose results are in this folder; ResultsError when there are none."""
    return _read(folder, results.decode_outline)


def _read(folder: Path, decode: Callable[[bytes], T]) -> T:
    path = folder / RESULTS
    shown = for_terminal(str(path))
    try:
        return decode(path.read_bytes())
    except FileNotFoundError:
        raise ResultsError(
            f"there is no {shown}. Give the folder that `loopcheck grade` wrote its results to."
        ) from None
    except OSError as error:
        raise ResultsError(f"{shown} cannot be read: {error.strerror}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ResultsError(
            f"{shown} is not a results file of this version ({for_terminal(str(error))}). Grade again."
        ) from error


def read_grading(folder: Path) -> Grading | None:
    """Where the submissions were; None when that is not known."""
    try:
        return msgspec.json.decode((folder / GRADING).read_bytes(), type=Grading)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
