"""`loopcheck author build`, `author check` and `author new`: what they print, and their exit codes.

0: all in order. 1: something is not, and was said. 2: there is no checkout here to work on.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..course import CourseError, CourseFiles, course_files, read_course
from ..reports.writing import ReportError, write_whole
from .build import TEMPLATE, Change, build, changes, generate
from .check import check
from .mistakes import TARGET as MISTAKES
from .mistakes import mistake_problems, page
from .new import new_exercise
from .pictures import FOLDER, draw_pictures, stale_pictures
from .problem import BUILD
from .signatures import TARGET, signature_problems, signatures

if TYPE_CHECKING:
    from pathlib import Path

    from ..course import Course

NO_CHECKOUT = (
    "loopcheck author: this loopcheck was installed from a package, which holds no checkout to work on. "
    "Clone the repository and install it with `pip install -e .`, then try again."
)

DONE = {"add": "wrote", "update": "updated", "delete": "deleted"}
TO_DO = {"add": "is missing", "update": "is out of date", "delete": "is generated from nothing that exists"}


def find_checkout() -> Path | None:
    """The root of the checkout; None when loopcheck was installed without one."""
    try:
        root = course_files().root
    except CourseError:
        return None
    return root if (root / "grader" / "src" / "loopcheck").is_dir() else None


def run_build(root: Path | None = None, check_only: bool = False) -> int:
    """Write the generated files that differ; with `check_only` say which they are."""
    root = root or find_checkout()
    if root is None:
        print(NO_CHECKOUT, file=sys.stderr)
        return 2
    try:
        course = read_course(CourseFiles(root).manifest)
        drawn = list(stale_pictures(root, course)) if check_only else draw_pictures(root, course)
        files = generate(root, course)
        found = changes(root, course, files) if check_only else build(root)
        stale = [*signature_problems(root), *mistake_problems(root, course)]
        renewed = [] if check_only else _renew(root, course, {problem.file for problem in stale})
    except (CourseError, ReportError, OSError) as error:
        print(
            f"{error}\nNothing is generated until this is repaired; `loopcheck author check` says more.",
            file=sys.stderr,
        )
        return 1
    for name in drawn:
        print(f"{FOLDER}/{name} is out of date" if check_only else f"drew {FOLDER}/{name}")
    for change in found:
        print(_line(change, TO_DO if check_only else DONE))
    for name in renewed:
        print(f"wrote {name}")
    for problem in stale if check_only else ():
        print(problem)
    if not found and not stale and not drawn:
        print(f"All in order: {len(files)} generated files are up to date.")
    elif check_only:
        print(f"{len(found)} of {len(files)} generated files to bring up to date: {BUILD}")
    else:
        print(f"{len(found) + len(drawn) + len(renewed)} changed, {len(files)} generated files in {TEMPLATE}/.")
    return 1 if check_only and (found or drawn or stale) else 0


def _renew(root: Path, course: Course, stale: set[str]) -> list[str]:
    """Make those of these files anew that are made from the bank of wrong solutions, and give their names."""
    if TARGET.as_posix() in stale:
        print("Running the bank of wrong solutions for their signatures ...", file=sys.stderr)
        write_whole(root / TARGET, signatures(root, course))
    if MISTAKES.as_posix() in stale:
        write_whole(root / MISTAKES, page(CourseFiles(root), course).encode("utf-8"))
    return sorted(stale)


def _line(change: Change, words: dict[str, str]) -> str:
    origin = f" (from {change.source})" if change.source else ""
    file = f"{TEMPLATE}/{change.path}"
    return f"{file} {words[change.kind]}{origin}" if words is TO_DO else f"{words[change.kind]} {file}{origin}"


def run_check(root: Path | None = None, trial: bool = True) -> int:
    """Print one line per problem, and how many there are."""
    root = root or find_checkout()
    if root is None:
        print(NO_CHECKOUT, file=sys.stderr)
        return 2
    problems = check(root, trial)
    for problem in problems:
        print(problem)
    if problems:
        files = {problem.file.partition(":")[0] for problem in problems}
        print(f"Problems: {len(problems)}, in files: {len(files)}.")
        return 1
    course = read_course(CourseFiles(root).manifest)
    print(f"All in order: {len(course.exercises)} exercises, {len(generate(root, course))} generated files.")
    return 0


def run_new(name: str, title: str, root: Path | None = None) -> int:
    """Begin a bonus exercise, and say what comes next."""
    root = root or find_checkout()
    if root is None:
        print(NO_CHECKOUT, file=sys.stderr)
        return 2
    try:
        written = new_exercise(root, name, title)
    except (CourseError, OSError) as error:
        print(f"loopcheck author new: {error}", file=sys.stderr)
        return 1
    for file in written:
        print(f"wrote {file}")
    print(f"First {BUILD}, once: it enters the new mistake where the known ones are listed.")
    print(f"Then write {name} into these files, step by step; after each step: {BUILD}, and loopcheck author check.")
    print(f'Students get it when `bonus` in exercises/course.toml names it: bonus = ["{name}"].')
    return 0
