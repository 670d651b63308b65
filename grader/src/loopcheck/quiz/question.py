"""What a question is.

What must stay true: an answer is a function of the numbers, computed by a model, by asyncio or by the closed form; where
there is a second way to it, `second` takes that way and shares no code with the first; and the explanation is made of
the student's own numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar

from .kinds import Answer, Kind

Space = Mapping[str, Sequence[Any]]
"""Of each number the values that it may have, plain data. All combinations are valid: what must fit together is drawn as one."""


class Numbers(SimpleNamespace):
    """The numbers of one student in one question, as attributes."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"this question has no number {name!r}")


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that is known: how much of the points it earns, and what is said about it."""

    answer: Answer
    credit: float
    sentence: str


class Question:
    """One question with an answer that is computed. `id` is also the name of the variable that holds the answer.

    `prompt` is Markdown in which `{name}` stands for a number. `few_answers` is the reason when a class gives fewer than
    a dozen different answers; `needs` is the Python that the student needs to try it out; `one_way` is the reason when
    there is no second way to the answer.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    prompt: ClassVar[str]
    kind: ClassVar[Kind]
    space: ClassVar[Space]
    points: ClassVar[int] = 2
    practice: ClassVar[bool] = False
    few_answers: ClassVar[str] = ""
    one_way: ClassVar[str] = ""
    needs: ClassVar[tuple[int, int]] = (3, 11)

    def answer(self, n: Numbers) -> Answer:
        """The right answer for these numbers."""
        raise NotImplementedError

    def second(self, n: Numbers) -> Answer:
        """The same by another way; NotImplementedError where `one_way` says that there is none."""
        raise NotImplementedError

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:  # noqa: ARG002 - for those that know some
        """Wrong answers that are known."""
        return iter(())

    def explain(self, n: Numbers) -> str:
        """How to get there, with these numbers."""
        raise NotImplementedError


@dataclass(frozen=True)
class FreeText:
    """A question that a person marks: prompt, points, and the mark scheme that the graders see."""

    id: str
    title: str
    prompt: str
    points: int
    scheme: str


def listed(values: Sequence[object]) -> str:
    """ "1000, 1200 and 1400"."""
    words = [str(value) for value in values]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)
