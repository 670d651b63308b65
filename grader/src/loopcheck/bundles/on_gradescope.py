"""What runs on Gradescope for each hand-in: `python -I -m loopcheck.bundles.on_gradescope ROOT`.

ROOT is Gradescope's /autograder: the hand-in lies in `submission`, the zip's files in `source`, and `results/results.json` is
what counts. What must stay true: a result is written in one step, whatever happens; trouble of ours is said to be ours.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import Any

import msgspec

ID = "submission"
OURS = (
    "The autograder itself failed. This says nothing about your submission, and is not your fault: tell your teacher. "
    "This 0 only stands for 'no score yet'."
)


def no_score(why: str) -> dict[str, Any]:
    """A result that says loudly why there is none."""
    return {"score": 0, "output": why, "output_format": "text", "stdout_visibility": "hidden", "tests": []}


def main(root: Path) -> int:
    """Grade the hand-in; 0 when it has its result, 1 when the grader failed."""
    from ..results import State, grader_errors

    try:
        result, submission = graded(root)
        failed = submission.state is State.INFRASTRUCTURE_ERROR or bool(grader_errors(submission))
    except Exception:  # noqa: BLE001 - whatever fails here is ours, and the student must read so
        traceback.print_exc()
        result, failed = no_score(OURS), True
    write(root / "results" / "results.json", result)
    return int(failed)


def graded(root: Path) -> tuple[dict[str, Any], Any]:
    """Gradescope's document for the hand-in, and our own result."""
    from ..class_run import ClassRun
    from ..exporters.gradescope import results
    from ..gradebook import Entry
    from ..grading import GraderSettings
    from ..roster import NOBODY
    from ..settings import course_seed
    from ..submissions.layout_model import Found

    found = Found("single", ((ID, root / "submission"),))
    work = ClassRun(found, GraderSettings(course_seed(root / "source" / "settings.toml")))
    work.grade(1, None, True, lambda: None)
    (submission,) = work.run().submissions
    return results(Entry(ID, NOBODY, submission, submission.max_score)), submission


def write(path: Path, result: dict[str, Any]) -> None:
    from ..reports.writing import write_whole

    write_whole(path, msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
