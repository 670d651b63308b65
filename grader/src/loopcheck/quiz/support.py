"""What stands in the notebook itself: a student's own numbers, and an overview of what is answered.

This file is copied into the notebook's second cell, so it needs nothing but the standard library and holds no answer.
What must stay true: the numbers depend on the salt, the student's id and the question alone, on every Python; and the
overview says whether an answer has the form that is expected, never whether it is right. Only practice questions do.
"""

import base64
import hashlib
import json
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from types import SimpleNamespace
from typing import Any


def same_student(student: object) -> str:
    """The id as it counts: neither case nor blanks, nor how an accent is encoded, make another student."""
    return unicodedata.normalize("NFC", "".join(str(student).split()).casefold())


def draw(salt: str, student: object, question: str, space: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """One value out of each list of `space`, by name: always the same ones for this student and this question."""
    drawn = {}
    for name, values in space.items():
        key = "|".join((salt, same_student(student), question, name))
        drawn[name] = values[int(hashlib.sha256(key.encode()).hexdigest(), 16) % len(values)]
    return drawn


def form_problem(kind: Mapping[str, Any], value: object) -> str:
    """What is wrong with the form of an answer, as the end of "expected is ..., but it is ..."; empty when nothing is."""
    form, length = kind["form"], kind.get("length")
    if form in ("int", "float", "word"):
        return "" if _fits(form, value) else _found(value)
    if not isinstance(value, list | tuple):
        return _found(value)
    if length is not None and len(value) != length:
        return f"a list of {len(value)}"
    odd = [each for each in value if not _fits(form.removesuffix("s"), each)]
    return f"a list that holds {_found(odd[0])}" if odd else ""


def _fits(form: str, value: object) -> bool:
    if form == "word":
        return isinstance(value, str)
    if isinstance(value, float):
        return form == "float" or value.is_integer()  # 2800 / 2 is 1400.0, and as good
    return isinstance(value, int) and not isinstance(value, bool)


def _found(value: object) -> str:
    names = {bool: "True or False", int: "a whole number", float: "a number with a decimal point", str: "a text"}
    return names.get(type(value), f"of type {type(value).__name__}")


class Quiz:
    """The questions of this notebook: `questions` maps an id to its kind and its space of numbers.

    `student` is called for the id that was typed in the first cell; `sealed` holds what practice questions reveal.
    """

    def __init__(self, student: Callable[[], object], salt: str, questions: Mapping[str, Any], sealed: str) -> None:
        self.student, self.salt, self.questions = student, salt, questions
        self._sealed = json.loads(base64.b64decode(sealed))

    def numbers(self, question: str, show: Callable[[str], object] = print) -> SimpleNamespace:
        """Your own numbers for this question, printed, and as attributes of what is returned."""
        if not same_student(self.student()):
            raise ValueError("Type your student id between the quotes in the first cell, and run that cell first.")
        drawn = draw(self.salt, self.student(), question, self.questions[question]["space"])
        for name, value in drawn.items():
            text = value if isinstance(value, str) else json.dumps(value)
            show(f"{name}:\n{text}\n" if "\n" in text else f"{name} = {text}")
        return SimpleNamespace(**drawn)

    def overview(self, answers: Mapping[str, object]) -> list[tuple[str, str]]:
        """One row per question, `(id, state)`: "" when it is answered in the form expected, else what is missing."""
        return [(question, self._state(question, answers.get(question))) for question in self.questions]

    def _state(self, question: str, value: object) -> str:
        kind = self.questions[question]["kind"]
        if value is None:
            return f"no answer yet; expected is {kind['words']}"
        problem = form_problem(kind, value)
        return f"expected is {kind['words']}, but it is {problem}" if problem else ""

    def show_overview(self, answers: Mapping[str, object], show: Callable[[str], object] = print) -> None:
        """Print which questions still need something."""
        rows = self.overview(answers)
        for question, state in rows:
            if state:
                show(f"{question}: {state}")
        show(f"{sum(not state for _, state in rows)} of {len(rows)} questions have an answer of the form expected.")

    def reveal(self, question: str, value: object, show: Callable[[str], object] = print) -> None:
        """Practice questions only: whether it is right, and why."""
        if value is None:
            show(f"Practice: put your answer into {question}, then run this cell again.")
            return
        space = self.questions[question]["space"]
        drawn = draw(self.salt, self.student(), question, space)
        sealed = self._sealed[question]
        place = list(product(*space.values())).index(tuple(drawn.values()))
        answer, text, numbers = sealed["cases"][place]
        first, *rest = sealed["texts"][text].split("#")
        explanation = first + "".join(f"{number}{words}" for number, words in zip(numbers, rest, strict=True))
        given = list(value) if isinstance(value, tuple) else value
        show(("Right. " if given == answer else "Not yet. ") + explanation)
