"""The folder that reports go to: where it is, and whether it can be.

What must stay true: nothing is written into a submission, and a folder that cannot be used is noticed before the work.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .reports.folders import folder_names
from .reports.safe_text import for_terminal
from .reports.writing import ReportError
from .submissions.ours import RESULTS_FOLDER, real_path

if TYPE_CHECKING:
    from .submissions.layout_model import Found


def default_out(found: Found) -> Path:
    """One submission is looked at again and again, and must not overwrite the reports of its class."""
    results = Path(RESULTS_FOLDER)
    if found.layout != "single":
        return results
    name = found.items[0][0]
    return results / "single" / folder_names([name])[name]


def make_out(out: Path, path: Path, found: Found) -> Path:
    """Make the folder for the results of what was found at `path`; ReportError when it cannot be used."""
    _refuse_inside(out, path, found)
    _make_folder(out)
    return out


def _refuse_inside(out: Path, path: Path, found: Found) -> None:
    """A submission is read, never written; and results among submissions must not look like one."""
    theirs = {real_path(folder): name for name, folder in found.items}
    among = real_path(path)
    for place in _written(out, [name for name, _ in found.items]):
        inside = next((theirs[folder] for folder in (place, *place.parents) if folder in theirs), None)
        if inside is not None:
            raise ReportError(
                f"the results would go to {for_terminal(str(place))}, inside the submission {for_terminal(inside)}, "
                "which is only read. Choose a folder outside of it with --out."
            )
        if place == among:
            raise ReportError(
                f"the results would lie among the submissions in {for_terminal(str(place))}. Choose another folder with "
                f"--out; one inside is fine: --out {for_terminal(str(path / 'marks'))}"
            )


def _written(out: Path, ids: Sequence[str]) -> Iterator[Path]:
    """The folders that reports are written into, without links. A class may lie in one that is named `students`."""
    yield real_path(out)
    yield real_path(out / "instructor")
    students = real_path(out / "students")
    yield students
    yield from (students / name for name in folder_names(ids).values())


def _make_folder(out: Path) -> None:
    """Now, and not when a whole class has been graded for nothing."""
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
