"""Grading a class with a journal: what is stored is taken from it, the rest is graded and stored, trouble of ours is retried.

What must stay true: each submission comes out exactly once; nothing is graded that has a stored result; a result is stored
before anybody hears of it; and a submission on which the grader failed is tried `PASSES` times and no more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from .journal import Graded, Journal
from .results import State
from .submissions.model import Source

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
    for attempt in range(1, PASSES + 1):
        failed = []
        for result, seconds in _pass(read(waiting), grade, journal, fresh):
            if result.state is State.INFRASTRUCTURE_ERROR and attempt < PASSES:
                failed.append(result.id)
            else:
                yield result, seconds
        if not failed:
            return
        waiting = failed


def _pass(sources: Iterable[Source], grade: Grade, journal: Journal | None, fresh: bool) -> Iterator[Graded]:
    if journal is None:
        yield from grade(sources)
        return
    known: deque[Graded] = deque()
    new = _without_result(sources, journal, known, fresh)
    first = next(new, None)
    if first is not None:  # else no grader is started for nothing
        for result, seconds in grade(chain([first], new)):
            journal.store(result, seconds)
            yield from _emptied(known)
            yield result, seconds
    yield from _emptied(known)


def _without_result(sources: Iterable[Source], journal: Journal, known: deque[Graded], fresh: bool) -> Iterator[Source]:
    """The submissions that are to be graded; the stored results of the others go to `known`."""
    for source in sources:
        stored = None if fresh else journal.stored(source)
        if stored is None:
            yield source
        else:
            known.append(stored)


def _emptied(known: deque[Graded]) -> Iterator[Graded]:
    while known:
        yield known.popleft()
