"""Faults of our own, and of this machine: what is said about them, and the exit code.

What must stay true: a fault is never called a student's; and a sentence that a student may read names the place of it, and
no value, since it may be a hidden one.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from .course import CourseError
from .csv_files import TableError
from .sandbox_reached import SandboxError
from .settings import SettingsError


def place_of(error: BaseException) -> str:
    """ "KeyError in diagnosis.py, line 88"."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


def exit_code(command: str, run: Callable[[], int]) -> int:
    """Run a command that grades: its exit code; 2 where a sentence says what to mend; 3 where the fault is the grader's."""
    try:
        return run()
    except BrokenPipeError:  # and KeyboardInterrupt: cli.py says what there is to say
        raise
    except Exception as error:  # noqa: BLE001 - a traceback alone would end with exit code 1, which says that a point is missing
        code, sentence = _told(error)
        if not sentence:
            traceback.print_exc()
            sentence = "this is a fault of the grader, not of a submission. Please report it."
        print(f"loopcheck {command}: {sentence}", file=sys.stderr)
        return code


def _told(error: Exception) -> tuple[int, str]:
    """The exit code, and the sentence; empty for what nobody expected. Imported here is what most runs never need."""
    from .cluster_error import ClusterError
    from .reports.safe_text import for_terminal
    from .reports.writing import ReportError
    from .session_error import SessionError
    from .stored_results import ResultsError
    from .submissions.files import MachineError
    from .submissions.layout_model import SubmissionsError
    from .worker.starters import WorkerError

    to_mend = (CourseError, SandboxError, SettingsError, TableError)
    if isinstance(error, (*to_mend, ClusterError, ReportError, ResultsError, SubmissionsError)):
        return 2, str(error)
    if isinstance(error, SessionError):
        return 3, f"{error}. This is a fault of the grader, not of a submission."
    if isinstance(error, (MachineError, WorkerError, OSError, MemoryError)):
        why = for_terminal(str(error)) or place_of(error)
        mend = "Mend that, and run it again: what was graded is not graded a second time."
        return 3, f"this machine failed ({why}), which is no fault of a submission. {mend}"
    return 3, ""
