"""How many hops each way of waiting costs: trips through the ready queue between the timer's expiry and the task.

A heartbeat waits for 1000 ms in one of the ways below, beside a hog that burns 200 ms: its period is (5 + hops) passes of
200 ms. So the hops are read off the period, on CPython's own loop on a virtual clock. Two rows are what the course's loop
is built on: `call_later` costs one hop, `asyncio.sleep` two. The others are what its readers use every day.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

from ..oracle.kinds import Kind
from ..oracle.virtual import VirtualLoop

PERIOD = 1000
CHUNK = 200
UNTIL = 12_000
"""Enough for five periods of the slowest."""

Wait = Callable[[VirtualLoop], Awaitable[object]]


async def by_sleep(_: VirtualLoop) -> None:
    await asyncio.sleep(PERIOD)


async def by_future(loop: VirtualLoop) -> None:
    future = loop.create_future()
    loop.call_later(PERIOD, future.set_result, None)
    await future


async def by_event(loop: VirtualLoop) -> None:
    event = asyncio.Event()
    loop.call_later(PERIOD, event.set)
    await event.wait()


async def by_queue(loop: VirtualLoop) -> None:
    queue = asyncio.Queue[None]()
    loop.call_later(PERIOD, queue.put_nowait, None)
    await queue.get()


async def by_lock(loop: VirtualLoop) -> None:
    lock = asyncio.Lock()
    await lock.acquire()
    loop.call_later(PERIOD, lock.release)
    await lock.acquire()


async def by_semaphore(loop: VirtualLoop) -> None:
    semaphore = asyncio.Semaphore(0)
    loop.call_later(PERIOD, semaphore.release)
    await semaphore.acquire()


async def by_timeout(loop: VirtualLoop) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(PERIOD):
            await loop.create_future()


async def by_condition(loop: VirtualLoop) -> None:
    condition = asyncio.Condition()

    async def notify() -> None:
        async with condition:
            condition.notify()

    async with condition:
        loop.call_later(PERIOD, lambda: loop.create_task(notify()))
        await condition.wait()


async def by_task(loop: VirtualLoop) -> None:
    await loop.create_task(asyncio.sleep(PERIOD))


async def by_gather(_: VirtualLoop) -> None:
    await asyncio.gather(asyncio.sleep(PERIOD))


async def by_wait(loop: VirtualLoop) -> None:
    await asyncio.wait([loop.create_task(asyncio.sleep(PERIOD))])


async def by_as_completed(_: VirtualLoop) -> None:
    for done in asyncio.as_completed([asyncio.sleep(PERIOD)]):
        await done


async def by_shield(_: VirtualLoop) -> None:
    await asyncio.shield(asyncio.sleep(PERIOD))


async def by_task_group(_: VirtualLoop) -> None:
    async with asyncio.TaskGroup() as group:
        group.create_task(asyncio.sleep(PERIOD))


async def by_wait_for(_: VirtualLoop) -> None:
    await asyncio.wait_for(asyncio.sleep(PERIOD), 10 * PERIOD)


async def by_wait_for_in_vain(loop: VirtualLoop) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(loop.create_future(), PERIOD)


@dataclass(frozen=True)
class Way:
    """One way of waiting, and its hops as the course tells them; None where it tells none.

    `wait` None means: no task at all, callbacks that arm one another by `call_later`.
    """

    name: str
    wait: Wait | None
    told: int | None = None
    told_eager: int | None = None
    """With eager tasks, where that makes a difference: one that is started on the way takes its first step at once."""

    def told_of(self, kind: Kind) -> int | None:
        """The hops that the course tells for this kind of tasks."""
        return self.told_eager if kind.eager and self.told_eager is not None else self.told


OLD = sys.version_info < (3, 12)
"""Until 3.11 `wait_for` ran its coroutine in a task of its own."""

WAYS = (
    Way("loop.call_later", None, 1),
    Way("asyncio.sleep", by_sleep, 2),
    Way("Future, set by call_later", by_future, 2),
    Way("Event.wait", by_event, 2),
    Way("Queue.get", by_queue, 2),
    Way("Lock.acquire", by_lock, 2),
    Way("Semaphore.acquire", by_semaphore, 2),
    Way("asyncio.timeout that expires", by_timeout, 2),
    Way("Condition.wait, notified by a task", by_condition, 3, 2),
    Way("await create_task(sleep)", by_task, 4, 3),
    Way("gather(sleep)", by_gather, 5, 4),
    Way("wait([task of sleep])", by_wait, 5, 4),
    Way("as_completed([sleep])", by_as_completed, 5, 4),
    Way("shield(sleep)", by_shield, 5, 4),
    Way("TaskGroup with a sleep", by_task_group, 5, 4),
    Way("wait_for(sleep)", by_wait_for, 5 if OLD else 2),
    Way("wait_for that expires", by_wait_for_in_vain, 4 if OLD else 2),
)


class NotSteadyError(Exception):
    """The periods of one way of waiting differ, so that they say nothing about hops."""


def hops(way: Way, kind: Kind) -> int:
    """The hops that this way of waiting costs on this interpreter; NotSteadyError when it has no period."""
    ran = _ticks(way, kind)
    periods = {later - earlier for earlier, later in pairwise(ran)}
    if len(periods) != 1 or len(ran) < 4:
        raise NotSteadyError(f"{way.name} ran at {ran}")
    passes, rest = divmod(periods.pop(), CHUNK)
    if rest:
        raise NotSteadyError(f"{way.name} ran at {ran}")
    return passes - PERIOD // CHUNK


def _ticks(way: Way, kind: Kind) -> list[int]:
    """When the heartbeat ran, in ms."""
    loop = kind.loop()
    ran: list[int] = []

    def tick() -> None:
        ran.append(loop.clock)
        loop.call_later(PERIOD, tick)

    async def heartbeat(wait: Wait) -> None:
        while True:
            await wait(loop)
            ran.append(loop.clock)

    async def hog() -> None:
        while True:
            loop.clock += CHUNK
            await asyncio.sleep(0)

    if way.wait is None:
        loop.call_later(PERIOD, tick)
    else:
        loop.create_task(heartbeat(way.wait))
    loop.create_task(hog())
    loop.run(UNTIL)
    found = list(ran)
    loop.shut_down()
    return found
