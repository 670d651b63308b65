"""What many results have in common is held in memory once: a class has most of its checks in common.

What must stay true: a shared result equals the one that was given.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from .results import Submission

T = TypeVar("T")


class Sharing:
    """Results given to `shared` come back made of the parts of earlier ones, where they are equal."""

    def __init__(self) -> None:
        self._parts: dict[object, object] = {}

    def shared(self, result: Submission) -> Submission:
        return msgspec.structs.replace(
            result,
            checks=self._once(result.checks),
            exercises=self._once(result.exercises),
            mistakes=self._once(result.mistakes),
        )

    def _once(self, parts: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(self._parts.setdefault(part, part) for part in parts)  # type: ignore[misc]  # equal parts have one type
