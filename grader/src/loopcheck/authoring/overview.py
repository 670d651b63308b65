"""The README of the student template: its exercises, points, modules and short names are those of `course.toml`.

What must stay true: a student learns from it of every exercise that the course uses, a bonus exercise too, and is never told
that a module which is graded will be put back. A course without the text writes its README by hand, as scaffold.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..course import CourseError

if TYPE_CHECKING:
    from ..course import Course

TEXT = Path("exercises/README.md.jinja")
"""Relative to the root of the checkout; its links are those of the template."""


def overview(text: str, course: Course) -> str:
    """The README out of its text; CourseError when the text is no template, or has a name that nobody fills in."""
    from jinja2 import Environment, StrictUndefined, TemplateError

    # It makes Markdown out of the course's own words: there is nothing to escape.
    environment = Environment(  # noqa: S701
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    environment.filters["code"] = lambda words: f"`{words}`"
    bonus = [exercise for exercise in course.exercises if exercise.bonus]
    points = course.max_points - sum(exercise.max_points for exercise in bonus)
    try:
        return environment.from_string(text).render(exercises=course.exercises, bonus=bonus, points=points)
    except TemplateError as error:
        raise CourseError(f"{TEXT.as_posix()}: {error}: correct it there") from error
