"""What course.toml says about the notebook: its name, the salt of the students' numbers, and the weights of the grades."""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import dataclass
from functools import cache

from ..course import CourseError, course_files


@dataclass(frozen=True)
class QuizSettings:
    """The table [quiz]. `weights` says how much the code and the notebook count in the final grade, in percent."""

    assignment: str
    code_assignment: str
    salt: str
    weights: dict[str, float]


@cache
def quiz_settings() -> QuizSettings:
    """The settings of the installed course; CourseError says what is wrong where."""
    path = course_files().manifest
    table = tomllib.loads(path.read_text(encoding="utf-8")).get("quiz")
    if not isinstance(table, dict):
        raise CourseError(f"{path}: the table [quiz] is missing")
    texts = [table.get(key) for key in ("assignment", "code_assignment", "salt")]
    if not all(isinstance(text, str) and text for text in texts):
        raise CourseError(f"{path}: [quiz] needs the texts assignment, code_assignment and salt")
    if not all(re.fullmatch(r"[A-Za-z0-9_-]+", str(text)) for text in texts):
        raise CourseError(f"{path}: the texts of [quiz] may hold letters, digits, - and _ only: they name folders")
    weights = table.get("weights")
    if not isinstance(weights, dict) or set(weights) != {"code", "quiz"} or not all(map(_is_weight, weights.values())):
        raise CourseError(
            f"{path}: [quiz] needs weights = {{ code = 70, quiz = 30 }}, two numbers that are not below 0"
        )
    if sum(weights.values()) <= 0:
        raise CourseError(f"{path}: the weights of [quiz] are all 0; then nothing counts")
    assignment, code_assignment, salt = map(str, texts)
    return QuizSettings(assignment, code_assignment, salt, {name: float(value) for name, value in weights.items()})


def _is_weight(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value >= 0
