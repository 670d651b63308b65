"""Await by hand: what `await` does, with nothing hidden behind it.

A coroutine is a function that can stop in the middle, and that somebody else drives. `await` is how it stops: the object
that is awaited decides what goes out to the driver, and what comes back.

    Question.__await__        what an object must have, so that it can be awaited
    drive                     what an event loop does with a coroutine, at its smallest
    await_directly, …_tasks   the same coroutines, with and without a trip through the loop
    sleep_…                   two sleeps on asyncio's own loop, made from what there is
"""

from __future__ import annotations

import asyncio
from asyncio import get_running_loop, sleep
from collections.abc import Callable, Coroutine, Generator, Sequence
from typing import Any, NamedTuple


class Conversation(NamedTuple):
    """What a coroutine said while it was driven: everything that it yielded, in order, and what it returned."""

    yielded: list[Any]
    result: Any


class Question:
    """Something that a coroutine can ask whoever drives it: `answer = await Question(7)`."""

    def __init__(self, text: Any) -> None:
        self.text = text

    def __await__(self) -> Generator[Any, Any, Any]:
        """Yield `text`, once. What is then sent is the value of the `await`."""
        # BEGIN SOLUTION await_by_hand.Question.__await__
        answer = yield self.text
        return answer
        # END SOLUTION await_by_hand.Question.__await__


def drive(coroutine: Coroutine[Any, Any, Any], answers: Sequence[Any]) -> Conversation:
    """Drive a coroutine to its end: start it, and answer each thing that it yields with the next of the `answers`. There are
    at least as many of them as are needed. An exception of the coroutine is nobody's business but the caller's."""
    # BEGIN SOLUTION await_by_hand.drive
    yielded: list[Any] = []
    left = iter(answers)
    answer = None
    while True:
        try:
            yielded.append(coroutine.send(answer))
        except StopIteration as end:
            return Conversation(yielded, end.value)
        answer = next(left)
    # END SOLUTION await_by_hand.drive


async def await_directly(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    """Call `make` and await the coroutine that it gives, so many times, one after the other. Gives their results."""
    # BEGIN SOLUTION await_by_hand.await_directly
    return [await make() for _ in range(times)]
    # END SOLUTION await_by_hand.await_directly


async def await_as_tasks(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    """The same, but each coroutine runs as a task of its own, which is awaited before the next one is made."""
    # BEGIN SOLUTION await_by_hand.await_as_tasks
    return [await asyncio.create_task(make()) for _ in range(times)]
    # END SOLUTION await_by_hand.await_as_tasks


async def sleep_with_watcher(delay: float) -> None:
    """Sleep by waiting for a future: a watcher task yields to the loop until `loop.time()` has come to the moment, and then
    resolves it. The sleeper itself is not resumed before that. No timer of asyncio is used."""
    # BEGIN SOLUTION await_by_hand.sleep_with_watcher
    loop = get_running_loop()
    deadline = loop.time() + delay
    future: asyncio.Future[None] = loop.create_future()

    async def watch() -> None:
        while loop.time() < deadline:
            await sleep(0)
        future.set_result(None)

    watcher = asyncio.create_task(watch())
    await future
    await watcher
    # END SOLUTION await_by_hand.sleep_with_watcher


async def sleep_without_future(delay: float) -> None:
    """Sleep without any future, task or timer: yield to the loop until the moment has come."""
    # BEGIN SOLUTION await_by_hand.sleep_without_future
    loop = get_running_loop()
    deadline = loop.time() + delay
    while loop.time() < deadline:
        await sleep(0)
    # END SOLUTION await_by_hand.sleep_without_future
