"""The contributor's safety net: everything about the course that can be out of order, each with its repair.

Bonus exercises are looked at whether the course uses them or not. To check more, write a function that yields problems and
add it to `check`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..course import Course, CourseError, CourseFiles, read_course
from .bank import bank_problems
from .build import generate
from .hidden_suite import sentence_problems, suite_check_ids
from .manifest import MANIFEST, exercise_problems, manifest_problems, reference_problems
from .markdown import bonus_link_problems, link_problems, point_problems
from .mistakes import mistake_problems
from .pictures import picture_problems
from .problem import Problem
from .signatures import signature_problems
from .template import template_problems
from .texts import leak_problems, plain_text_problems, solution_lines
from .trial import trial_problems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

__all__ = ["Problem", "check", "suite_check_ids"]


def check(root: Path, trial: bool = True) -> list[Problem]:
    """Everything that is out of order, always in the same order. `trial` runs the visible checks, about a second."""
    root = root.resolve()
    try:
        course = read_course(CourseFiles(root).manifest)
    except CourseError as error:
        return [Problem(MANIFEST, _relative(str(error), root), "correct it")]
    return list(dict.fromkeys(_problems(root, course, trial)))


def _problems(root: Path, course: Course, trial: bool) -> Iterable[Problem]:
    """Problems may be found twice on the way."""
    everything = course.with_all_bonus()
    yield from manifest_problems(everything, suite_check_ids(root))
    yield from sentence_problems(root)
    yield from exercise_problems(root, everything)
    yield from point_problems(root, everything)
    broken = list(reference_problems(root, everything))
    yield from broken
    yield from _generated_problems(root, course, trial, bool(broken))
    if not broken:
        yield from picture_problems(root, course)
        yield from bank_problems(root, everything, suite_check_ids(root))
        yield from signature_problems(root)
        yield from mistake_problems(root, course)


def _generated_problems(root: Path, course: Course, trial: bool, broken: bool) -> Iterator[Problem]:
    """What needs the generated files. Without them, the mistake that prevents them is the one to repair first."""
    everything = course.with_all_bonus()
    try:
        generated = generate(root, course)
        with_bonus = generate(root, everything)
        secrets = solution_lines(root, everything)
    except CourseError as error:
        yield from plain_text_problems(root, [])
        if not broken:
            yield Problem(MANIFEST, _relative(str(error), root), "correct it")
        return
    yield from template_problems(root, course, generated)
    yield from leak_problems(root, secrets, generated)
    yield from leak_problems(root, secrets, with_bonus)
    yield from plain_text_problems(root, generated)
    yield from link_problems(root, generated)
    yield from bonus_link_problems(root, with_bonus)
    if trial:
        yield from trial_problems(root, everything, with_bonus)


def _relative(text: str, root: Path) -> str:
    """Without the path of this machine, which the file's name already stands for."""
    return text.replace(f"{root / MANIFEST}: ", "").replace(f"{root}/", "")
