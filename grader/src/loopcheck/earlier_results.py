"""Results that are in the folder before a run: whether they are another class's, and what must not outlive them.

What must stay true: good results are replaced only by results of the same class, or when the instructor says so; a class
that was moved or downloaded again is the same class; no page stays that the grade file has no row for, since the pages are
published as a folder; and what the instructor wrote is put aside, never deleted.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from .reports.folders import folder_names
from .reports.safe_text import for_terminal
from .reports.writing import ReportError
from .results import Run, State
from .stored_results import ResultsError, read_grading, read_outline

PAGES = {"feedback.md", "feedback.html"}
"""All that a run writes into a student's folder. A folder that holds anything else is not removed."""


@dataclass(frozen=True)
class Earlier:
    """What the folder says: whose results it has, who of them was graded, and where the submissions were ("" if unknown)."""

    ids: frozenset[str]
    graded: frozenset[str]
    path: str

    def are_of_another_class(self, ids: Collection[str], path: Path) -> bool:
        """Whether a class of these ids at this path is another one: neither the place is the same nor most of the names.

        Names are compared with the smaller class, because a few may be graded before the rest, and some drop out."""
        if self.path == str(path.absolute()) or not self.ids or not ids:
            return False
        return 2 * len(self.ids.intersection(ids)) < min(len(self.ids), len(ids))

    def would_be_lost(self, ids: Collection[str], path: Path, single: bool) -> bool:
        """Whether others' results would be gone if these ids at this path were graded into the folder. One student alone is
        another class than the one that they are of."""
        return self.are_of_a_class_around(ids) if single else self.are_of_another_class(ids, path)

    def are_of_a_class_around(self, ids: Collection[str]) -> bool:
        """Whether these are a class's, and not those of one student alone with one of these ids."""
        return len(self.ids) > 1 and bool(self.ids.difference(ids))


def earlier_results(folder: Path) -> Earlier | None:
    """The results in this folder; None when there are none that can be read."""
    try:
        outline = read_outline(folder)
    except ResultsError:
        return None
    grading = read_grading(folder)
    graded = frozenset(one.id for one in outline.submissions if one.state is State.GRADED)
    return Earlier(frozenset(one.id for one in outline.submissions), graded, grading.path if grading else "")


def replaces_another_class(out: Path, ids: Collection[str], path: Path, replace: bool, single: bool = False) -> bool:
    """Whether the folder holds another class's results, which are to be replaced; ReportError when they are not."""
    earlier = earlier_results(out)
    if earlier is None or not earlier.would_be_lost(ids, path, single):
        return False
    if replace:
        return True
    if single:
        raise ReportError(
            f"{for_terminal(str(out))} holds the results of a class, and this is one submission: all the others would be "
            "gone. Give it another folder with --out, or replace the class with --replace."
        )
    whose = f"of {for_terminal(earlier.path)}" if earlier.path else "of other submissions"
    raise ReportError(
        f"{for_terminal(str(out))} holds the results {whose}, with other students. Give these another folder with --out, "
        "or replace those with --replace."
    )


def keeps_earlier(out: Path, run: Run, single: bool) -> bool:
    """Whether nothing could be graded, and the folder holds results that were: a wrong path must not cost them. One student
    alone, whose newest submission cannot be graded, replaces no result but theirs."""
    if any(one.state is State.GRADED for one in run.submissions):
        return False
    own = {one.id for one in run.submissions} if single else set()
    earlier = earlier_results(out)
    return earlier is not None and bool(earlier.graded - own)


def put_aside(folder: Path) -> list[str]:
    """Another class's roster and decisions get other names, so that they count for nobody here. Sentences that say so."""
    from .gradebook import OVERRIDES, ROSTER

    notes = []
    for name in (ROSTER, OVERRIDES):
        path = folder / name
        aside = next(
            free
            for number in range(1, 1000)
            if not (free := path.with_name(f"{path.stem}.before-{number}.csv")).exists()
        )
        with contextlib.suppress(FileNotFoundError):
            path.rename(aside)
            notes.append(f"{name} was of another class: it is now {aside.name}, and counts for nobody")
    return notes


def remove_other_pages(folder: Path, ids: Collection[str]) -> list[str]:
    """Remove the pages of students who have no result any more. A sentence that names them, and one for what is left."""
    kept = set(folder_names(ids).values())
    pages = _others(folder / "instructor", {f"{name}.html" for name in kept})
    removed = [page.stem for page in pages if _removed(page)]
    left: list[str] = []
    for student in _others(folder / "students", kept):
        (removed if _removed(student) else left).append(student.name)
    notes = []
    if removed:
        notes.append(f"removed, since no submission is theirs any more: the pages of {_names(removed)}")
    if left:
        notes.append(f"in students/ but of none of these submissions, do not publish: {_names(left)}")
    return notes


def _others(folder: Path, kept: Collection[str]) -> list[Path]:
    """What lies in a folder, but for what is kept. Names are compared as a file system does that ignores capitals."""
    folded = {name.casefold() for name in kept}
    try:
        return sorted(path for path in folder.iterdir() if path.name.casefold() not in folded)
    except OSError:
        return []


def _removed(path: Path) -> bool:
    """Remove a page, or a folder that holds pages alone; whether it is gone."""
    try:
        if path.is_dir() and not path.is_symlink():
            pages = list(path.iterdir())
            if not {page.name for page in pages} <= PAGES:
                return False
            for page in pages:
                page.unlink()
            path.rmdir()
        elif path.suffix == ".html":
            path.unlink()
        else:
            return False
    except OSError:
        return False
    return True


def _names(names: Collection[str], most: int = 10) -> str:
    shown = sorted(map(for_terminal, set(names)))
    return ", ".join(shown[:most]) + (f" and {len(shown) - most} more" if len(shown) > most else "")
