"""The question bank: every question of instructor/questions/.

What must stay true: a question is found by its id and by nothing else; two with the same id are an error.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from ..course import CourseError, course_files
from .question import FreeText, Numbers, Question
from .support import draw

PACKAGE = "loopcheck_questions"


def questions_folder() -> Path:
    """Where the questions are: in the checkout, or in what a wheel brings along."""
    root = course_files().root
    for folder in (root / "instructor" / "questions", root / "questions"):
        if (folder / "__init__.py").is_file():
            return folder
    raise CourseError(f"no instructor/questions in {root}: the installation is not complete, install loopcheck again")


@cache
def bank() -> Mapping[str, Question | FreeText]:
    """All questions by id, in the order of the files and within each as they are listed there."""
    folder = questions_folder()
    spec = spec_from_file_location(PACKAGE, folder / "__init__.py", submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None:
        raise CourseError(f"{folder} is no package: the installation is not complete, install loopcheck again")
    module = module_from_spec(spec)
    sys.modules[PACKAGE] = module
    spec.loader.exec_module(module)
    found: dict[str, Question | FreeText] = {}
    for path in sorted(folder.glob("[!_]*.py")):
        for question in import_module(f"{PACKAGE}.{path.stem}").QUESTIONS:
            if question.id in found:
                raise CourseError(f"{path}: there are two questions with the id {question.id!r}; rename one")
            found[question.id] = question
    return found


def computed() -> list[Question]:
    """The questions whose answers are computed."""
    return [question for question in bank().values() if isinstance(question, Question)]


def question_of(question_id: str) -> Question:
    """A question with a computed answer; CourseError when there is none of that id."""
    found = bank().get(question_id)
    if not isinstance(found, Question):
        raise CourseError(f"there is no question {question_id!r} with a computed answer in {questions_folder()}")
    return found


def numbers_of(question: Question, salt: str, student: str) -> Numbers:
    """This student's numbers in this question."""
    return Numbers(**draw(salt, student, question.id, question.space))
