"""Grading a class with a journal: what is stored is taken from it, the rest is graded and stored, trouble of ours is retried.

What must stay true: each submission comes out exactly once; nothing is graded that has a stored result; a result is stored
before anybody hears of it; and a submission on which the grader failed is tried `PASSES` times and no more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from .batch import Graded
from .results import State
from .sharing import Sharing
from .submissions.model import Source

if TYPE_CHECKING:
    from .journal import Journal  # one submission has none, and needs no SQLite

PASSES = 2
"""How often a submission goes through the whole grading when the grader or its machine fails on it."""

Read = Callable[[Sequence[str]], Iterable[Source]]
"""Ids -> their submissions, each read when it is needed."""
Grade = Callable[[Iterable[Source]], Iterator[Graded]]


def graded(
    ids: Sequence[str], read: Read, grade: Grade, journal: Journal | None, fresh: bool = False
) -> Iterator[Graded]:
    """The result of every submission, with the seconds that it took. `fresh` takes nothing from the journal."""
    waiting = ids
    sharing = Sharing()
    for attempt in range(1, PASSES + 1):
        failed = []
        for result, seconds in _pass(read(waiting), grade, journal, fresh, sharing):
            if result.state is State.INFRASTRUCTURE_ERROR and attempt < PASSES:
                failed.append(result.id)
            else:
                yield result, seconds
        if not failed:
            return
        waiting = failed


def _pass(
    sources: Iterable[Source], grade: Grade, journal: Journal | None, fresh: bool, sharing: Sharing
) -> Iterator[Graded]:
    if journal is None:
        for result, seconds in grade(sources):
            yield sharing.shared(result), seconds
        return

    def stored(source: Source) -> Graded | None:
        known = None if fresh else journal.stored(source)
        return (sharing.shared(known[0]), known[1]) if known else None

    waiting = iter(sources)
    for source in waiting:
        known = stored(source)
        if known is None:  # only now a grader is started
            yield from _graded_from(source, waiting, stored, grade, journal, sharing)
            return
        yield known


def _graded_from(
    first: Source,
    rest: Iterator[Source],
    stored: Callable[[Source], Graded | None],
    grade: Grade,
    journal: Journal,
    sharing: Sharing,
) -> Iterator[Graded]:
    """Grade the first, which has no result, and those of the rest that have none either."""
    known: deque[Graded] = deque()

    def unknown() -> Iterator[Source]:
        yield first
        for source in rest:
            result = stored(source)
            if result is None:
                yield source
            else:
                known.append(result)

    for result, seconds in grade(unknown()):
        journal.store(result, seconds)
        while known:
            yield known.popleft()
        yield sharing.shared(result), seconds
    yield from known
