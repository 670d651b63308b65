"""Is the course as a whole in order: `course.toml`, the exercises' folders, the reference and its regions.

What must stay true: no exercise is known here by name; everything comes from `course.toml`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..course import CourseFiles
from .problem import Problem
from .regions import RegionError, holds_marker
from .stubs import decode, read_regions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..course import Course, Exercise

MANIFEST = "exercises/course.toml"
REFERENCE = "solutions/reference"

HINT = re.compile(r"^## Hint (\d+)\b.*$", re.MULTILINE)
HINTS = ["1", "2", "3"]
NEXT_SECTION = re.compile(r"^## ", re.MULTILINE)
TAG = re.compile(r"<[^>]*>")


def manifest_problems(course: Course, suite: set[str] | None) -> Iterator[Problem]:
    """Points and check ids; `suite` are the ids of the hidden suite, or None when they are not known."""
    home: dict[str, str] = {}
    for exercise in course.exercises:
        yield from _entry_problems(exercise, course)
        for check in exercise.points:
            if check in home:
                what = f"the check {check} has points in exercise {home[check]} and in exercise {exercise.id}"
                yield Problem(MANIFEST, what, "keep one of them")
            home[check] = exercise.id
    if suite is None:
        return
    for check in sorted(home.keys() - suite):
        what = f"the check {check} of exercise {home[check]} has points, but the hidden suite has no such check"
        yield Problem(MANIFEST, what, "write it, or take its points out")
    for check in sorted(suite - home.keys()):
        what = f"the hidden suite's check {check} has no points"
        yield Problem(MANIFEST, what, "give it points, 0 is allowed, in [exercise.checks] of its exercise")


def _entry_problems(exercise: Exercise, course: Course) -> Iterator[Problem]:
    if exercise.max_points == 0:
        what = f"exercise {exercise.id} has no points"
        yield Problem(MANIFEST, what, "give its checks points in [exercise.checks]")
    if bool(exercise.module) != bool(exercise.function):
        what = f"exercise {exercise.id} has only one of `module` and `function`"
        yield Problem(MANIFEST, what, "write both, or neither when there is nothing to write in it")
    if exercise.module and exercise.module not in course.edit:
        what = f"exercise {exercise.id} is written in {exercise.module}, which students do not edit"
        yield Problem(MANIFEST, what, "add the module to `edit`, or correct `module`")


def reference_problems(root: Path, course: Course) -> Iterator[Problem]:
    """Regions where they belong, and nowhere else."""
    files = CourseFiles(root)
    edited = [files.module_path(course, module) for module in course.edit]
    for module, path in zip(course.edit, edited, strict=True):
        file = path.relative_to(root).as_posix()
        if not (root / file).is_file():
            yield Problem(
                file, f"is missing, though {MANIFEST} lists it in `edit`", "write it, or take it off the list"
            )
            continue
        try:
            read_regions(decode((root / file).read_bytes(), file), module, file, course)
        except RegionError as error:
            yield from (Problem(f"{each.file}:{each.line}", each.what, each.repair) for each in error.complaints)
    for path in sorted((root / REFERENCE).rglob("*.py")):
        line = holds_marker(path.read_text(encoding="utf-8", errors="replace"))
        if line and path not in edited:
            what = "holds a solution region, but students get this file as it is"
            file = path.relative_to(root).as_posix()
            yield Problem(f"{file}:{line}", what, f"take the markers out, or add the module to `edit` in {MANIFEST}")
    if not (root / REFERENCE / "demo.py").is_file():
        yield Problem(f"{REFERENCE}/demo.py", "is missing", "write it: students run it when their loop is done")


def exercise_problems(root: Path, course: Course) -> Iterator[Problem]:
    """Each exercise has its folder with statement, hints and a visible check, and each such folder its exercise."""
    for exercise in course.exercises:
        yield from _folder_problems(root / "exercises" / exercise.folder, exercise)
    known = {exercise.folder for exercise in course.exercises}
    for path in sorted((root / "exercises").glob("*/")):
        if path.name not in known and (any(path.glob("test_*.py")) or (path / "hints.md").is_file()):
            what = "looks like an exercise, but no exercise has this folder"
            yield Problem(f"exercises/{path.name}", what, f"add an [[exercise]] to {MANIFEST}, or delete the folder")


def _folder_problems(folder: Path, exercise: Exercise) -> Iterator[Problem]:
    name = f"exercises/{exercise.folder}"
    if not folder.is_dir():
        what = f"the folder of exercise {exercise.id} is missing"
        yield Problem(name, what, f"make it, or correct `folder` in {MANIFEST}")
        return
    if not (folder / "README.md").is_file():
        yield Problem(f"{name}/README.md", "the statement is missing", "write it")
    if exercise.bonus and not (folder / "GUIDE.md").is_file():
        what = "the page of the study guide is missing"
        yield Problem(f"{name}/GUIDE.md", what, "write it: what the exercise is good for, every figure from a run")
    if not any(folder.glob("test_*.py")):
        yield Problem(name, "holds no visible check", "write a file test_<exercise>.py")
    hints = folder / "hints.md"
    if hints.is_file():
        yield from hint_problems(hints.read_text(encoding="utf-8", errors="replace"), f"{name}/hints.md")
    else:
        yield Problem(f"{name}/hints.md", "the hints are missing", "write the sections `## Hint 1` to `## Hint 3`")


def hint_problems(text: str, file: str) -> Iterator[Problem]:
    """Exactly three hints, none of them empty."""
    headings = list(HINT.finditer(text))
    numbers = [heading[1] for heading in headings]
    if numbers != HINTS:
        what = f"must have the sections `## Hint 1`, `## Hint 2`, `## Hint 3`, but has {', '.join(numbers) or 'none'}"
        yield Problem(file, what, "write three hints, each a step further")
    for heading in headings:
        body = NEXT_SECTION.split(text[heading.end() :], maxsplit=1)[0]
        if not TAG.sub("", body).strip():
            line = text.count("\n", 0, heading.start()) + 1
            yield Problem(f"{file}:{line}", f"hint {heading[1]} is empty", "write it")
