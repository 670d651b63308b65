"""What an answer must look like, and how much of it is right.

What must stay true: an answer is plain data that came as JSON, compared by exact type and value, so that nothing of the
student's runs when it is compared; and the credit is a finite number from 0 to 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from .support import form_problem

Answer = int | float | str | list[int] | list[str]


@dataclass(frozen=True)
class Kind:
    """The form of an answer: "int", "float", "word", "ints" or "words". `tolerance` is absolute, for a float.

    `each` says that every right item of a list earns its share; without it a list is right as a whole or not at all.
    """

    form: str
    words: str
    length: int | None = None
    tolerance: float = 0.0
    each: bool = False
    choices: tuple[str, ...] = ()

    def public(self) -> dict[str, Any]:
        """What the notebook itself says of it."""
        return {"form": self.form, "words": self.words} | ({"length": self.length} if self.length else {})

    def problem(self, value: Any) -> str:
        """What is wrong with the form of this answer, if anything is."""
        return form_problem(self.public(), value)

    def credit(self, given: Any, right: Answer) -> float:
        """How much of the answer is right, from 0 to 1. An answer of another form earns nothing."""
        if self.problem(given):
            return 0.0
        if self.each and isinstance(right, list):
            return sum(map(self._same, given, right)) / len(right)
        return float(self._same(given, right))

    def _same(self, given: Any, right: Any) -> bool:
        if self.form == "float":
            return math.isfinite(given) and abs(given - right) <= self.tolerance
        if isinstance(right, str):
            return _word(given) == _word(right)
        if isinstance(right, list):
            return len(given) == len(right) and all(map(self._same, given, right))
        return bool(given == right)


def _word(value: Any) -> str:
    """A label as it counts: not its case, and not the blanks around it."""
    return str(value).strip().casefold()


def whole(words: str = "a whole number of ms") -> Kind:
    """One whole number."""
    return Kind("int", words)


def wholes(length: int, words: str) -> Kind:
    """A list of whole numbers; each right one earns its share."""
    return Kind("ints", words, length=length, each=True)


def number(words: str, tolerance: float) -> Kind:
    """A number that need not be whole, right within an absolute tolerance."""
    return Kind("float", words, tolerance=tolerance)


def order(words: str = "a list of labels, in the order in which they are printed") -> Kind:
    """Labels in their order, right as a whole; how many there are is part of the question."""
    return Kind("words", words)
