"""What a bank file really fails: it is graded like a submission, and the checks that went red are printed.

    python -m loopcheck.authoring.observed [--write] solutions/wrong/NAME.py ...

prints the `FAILS` of each file, ready to be copied into it, and how long grading took; `--write` copies it, for the many
files that a new check changes, and prints those alone: read the difference before you believe it. What must stay true: a
bank file is graded by the same machinery as a student's folder, so what it declares is what a student with that mistake
gets.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..course import Course, CourseError, course_files, load_course
from ..grading import Grader, GraderSettings
from ..results import Outcome, Submission
from ..submissions.model import Source
from .bank import Entry, is_fails, read_entry

SEED = 1
"""Any seed does: what a mistake fails must not depend on what was drawn."""


@dataclass(frozen=True)
class Observed:
    """How one bank entry was graded: the checks that failed, those that were skipped, and the seconds it took."""

    failed: frozenset[str]
    skipped: frozenset[str]
    submission: Submission
    seconds: float


def source_of(entry: Entry, course: Course) -> Source:
    """A bank entry as a submission: the modules that students edit."""
    return Source(entry.name, {name: entry.sources[name] for name in course.edit})


def observe(grader: Grader, entry: Entry) -> Observed:
    """Grade one bank entry."""
    submission, seconds = grader.grade(source_of(entry, grader.course))
    by_outcome = {
        outcome: frozenset(check.id for check in submission.checks if check.outcome is outcome) for outcome in Outcome
    }
    return Observed(by_outcome[Outcome.FAILED], by_outcome[Outcome.SKIPPED], submission, seconds)


def fails_text(failed: Iterable[str], course: Course) -> str:
    """`FAILS = {…}` as it stands in a bank file: one check per line, in the order of the course."""
    order = [check for exercise in course.exercises for check in exercise.points]
    lines = "".join(f'    "{check}",\n' for check in sorted(failed, key=order.index))
    return f"FAILS = {{\n{lines}}}\n" if lines else "FAILS = set()  # no check notices this mistake: that is a hole\n"


def declare(path: Path, fails: str) -> None:
    """Put this FAILS into a bank file, in the place of the one that is there."""
    text = path.read_text(encoding="utf-8")
    node = next((node for node in ast.parse(text).body if is_fails(node)), None)
    if node is None:
        raise CourseError(f"{path}: there is no FAILS to replace: write `FAILS = set()` behind the docstring")
    lines = text.splitlines(keepends=True)
    lines[node.lineno - 1 : node.end_lineno] = [fails]
    path.write_bytes("".join(lines).encode())


def print_observed(paths: Sequence[Path], seed: int = SEED, write: bool = False) -> None:
    """Print the actual FAILS of these files, and what differs from the declared ones. `write` corrects those, and prints
    only the files in which something differs."""
    course, files = load_course().with_all_bonus(), course_files()
    reference = files.package_sources(course)
    differ = 0
    with Grader(GraderSettings(seed, course=course)) as grader:
        for path in paths:
            entry = read_entry(path, course, reference)
            seen = observe(grader, entry)
            if write and seen.failed == entry.fails:
                continue
            differ += 1
            _print_one(path, entry, seen, course)
            if write and seen.failed:
                declare(path, fails_text(seen.failed, course))
    if write and not differ:
        print(f"nothing changed: {'the file says' if len(paths) == 1 else f'all {len(paths)} files say'} what fails")


def _print_one(path: Path, entry: Entry, seen: Observed, course: Course) -> None:
    skipped = f"{len(seen.skipped)} checks skipped, {seen.seconds * 1000:.0f} ms"
    print(f"# {path.name}: {_points(seen.submission, course)}, {skipped}")
    print(fails_text(seen.failed, course), end="")
    for check in sorted(seen.failed - entry.fails):
        print(f"#   not declared: {check}")
    for check in sorted(entry.fails - seen.failed):
        print(f"#   declared, but not red: {check}")


def _points(submission: Submission, course: Course) -> str:
    """Those of a course without bonus exercises first: it is them that a score is out of."""
    sums = {}
    for bonus in (False, True):
        mine = [each for each in submission.exercises if course.exercise(each.id).bonus is bonus]
        sums[bonus] = f"{sum(each.points for each in mine)} of {sum(each.max_points for each in mine)}"
    return f"{sums[False]} points, and {sums[True]} of the bonus exercises"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m loopcheck.authoring.observed", description="Print what bank files really fail."
    )
    parser.add_argument("--write", action="store_true", help="correct their FAILS, and print only what changed")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="solutions/wrong/NAME.py")
    arguments = parser.parse_args()
    try:
        print_observed(arguments.files, write=arguments.write)
    except CourseError as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
