"""Grading with executors that break: what is lost, what is given out again, and what ends."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

import pytest

from loopcheck.batch import ATTEMPTS
from loopcheck.grading import GraderSettings
from loopcheck.processes import grade_with
from loopcheck.results import State, Submission
from loopcheck.submissions.model import Source

SETTINGS = GraderSettings(5)


class Fragile(Executor):
    """An executor that one submission breaks, and with it whatever is in hand: all of it ends when that one is reached.

    It begins with the newest, so that nothing is finished before the one that breaks it."""

    def __init__(self, poison: str, given: list[str]) -> None:
        self.poison, self.given = poison, given
        self.broken = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ARG002 - Executor's
        if self.broken:
            raise BrokenExecutor("broken before")
        source: Source = args[1]
        self.given.append(source.id)
        future: Future[Any] = _Lazy(self, source)
        return future


class _Lazy(Future[Any]):
    """A result that is there as soon as somebody asks; with the poison in hand it is a broken executor's."""

    def __init__(self, executor: Fragile, source: Source) -> None:
        super().__init__()
        if executor.poison == source.id:
            executor.broken = True
            self.set_exception(BrokenExecutor("died"))
        else:
            self._executor, self._source = executor, source
            self.set_result((Submission(id=source.id, state=State.GRADED, score=1, max_score=1), 0.0))

    def result(self, timeout: float | None = None) -> Any:
        if getattr(self, "_executor", None) and self._executor.broken:
            raise BrokenExecutor("died with it")
        return super().result(timeout)


class Dead(Executor):
    """An executor that takes nothing."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ARG002 - Executor's
        raise BrokenExecutor("dead")


@pytest.mark.parametrize("poison", ["s0", "s3", "s9"])
def test_whoever_breaks_an_executor_takes_nobody_along(poison: str) -> None:
    sources = [Source(f"s{number}", {}) for number in range(10)]
    given: list[str] = []
    results = {
        result.id: result.state for result, _ in grade_with(lambda: Fragile(poison, given), iter(sources), SETTINGS, 6)
    }
    wrong = {name for name, state in results.items() if state is not State.GRADED}
    assert wrong == {poison}
    assert len(results) == 10
    assert given.count(poison) == ATTEMPTS


def test_executors_that_take_nothing_are_given_up() -> None:
    sources = [Source(f"s{number}", {}) for number in range(4)]
    results = [result for result, _ in grade_with(Dead, iter(sources), SETTINGS, 2)]
    assert {result.id for result in results} == {one.id for one in sources}
    assert {result.state for result in results} == {State.INFRASTRUCTURE_ERROR}
