"""The classes of `mini_asyncio`, with asyncio inside: what students build by hand, done by the real thing.

    mini_asyncio                        here
    Future.set_result                   asyncio.Future.set_result
    Task with hops=2                    asyncio.Task around `await asyncio.sleep(ms)`; it burns with `await asyncio.sleep(0)`
    Task with hops=1                    no task at all: callbacks, each of which arms the next with `loop.call_later`
    EventLoop.run_once                  one pass of asyncio's loop
    the virtual clock                   see virtual.py

One hop cannot be had with an asyncio task: whatever wakes it, it is a future that is resolved, and that costs the second
hop. `call_later` is what one hop *is*, so a task of one hop is a generator that is driven by callbacks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial

from .kinds import Kind, kinds
from .virtual import Timer

Command = tuple[str, int]
"""`("burn", ms)` or `("sleep", ms)`."""

Wake = tuple[str | None, int, int | None, int | None, int]
"""Name, asked for, expired, fired, ran."""


class EventLoop:
    """An asyncio loop with the members of the course's `EventLoop`. `close` it: asyncio's loops and tasks want that."""

    def __init__(self, hops: int = 2, kind: Kind | None = None, *, first_armed_first: bool = True) -> None:
        self.kind = kind or kinds()[0]
        self.hops = hops
        self.trace: list[Wake] = []
        self.real = self.kind.loop(first_armed_first=first_armed_first)
        self._closing = False

    @property
    def clock(self) -> int:
        """The time in ms."""
        return self.real.clock

    @clock.setter
    def clock(self, ms: int) -> None:
        self.real.clock = ms

    @property
    def armed(self) -> list[Timer]:
        """The timers that have not expired, earliest first."""
        return sorted((timer for timer in self.real.timers if timer.expired_at is None), key=lambda timer: timer.when)

    @property
    def idle(self) -> bool:
        """Whether nothing is ready."""
        return self.real.idle

    def call_soon(self, callback: Callable[[], object]) -> None:
        """asyncio's `call_soon`."""
        self.real.call_soon(callback)

    def call_later(self, delay: int, callback: Callable[[], object]) -> Timer:
        """asyncio's `call_later`."""
        self.real.call_later(delay, callback)
        return self.real.timers[-1]

    def create_task(self, body: Iterator[Command], name: str | None) -> None:
        """Start `body`, a generator of commands as the course's tasks are. Its first step stands in the ready queue.

        An eager task takes its first step when it is made. So what stands in the queue is the making of it: the step comes
        in the pass in which it should.
        """
        if self.hops == 1:
            self.call_soon(partial(self._step, body, name))
        elif self.kind.eager:
            self.call_soon(partial(self._start, body, name))
        else:
            self._start(body, name)

    def _start(self, body: Iterator[Command], name: str | None) -> None:
        if not self._closing:
            self.real.create_task(self._run_task(body, name), name=name)

    async def _run_task(self, body: Iterator[Command], name: str | None) -> None:
        """Two hops: the loop resolves the future of `asyncio.sleep`, and the future queues this task."""
        for kind, ms in body:
            if kind == "burn":
                self.clock += ms
                await asyncio.sleep(0)
            else:
                number = len(self.real.timers)  # of the timer that `sleep` arms, at once, when it is awaited
                await asyncio.sleep(ms)
                self._woken(self.real.timers[number], name)

    def _step(self, body: Iterator[Command], name: str | None) -> None:
        """One hop: the timer's callback is the step."""
        kind, ms = next(body, ("end", 0))
        if kind == "burn":
            self.clock += ms
            self.call_soon(partial(self._step, body, name))
        elif kind == "sleep":
            timer = self.call_later(ms, lambda: self._wake(timer, body, name))

    def _wake(self, timer: Timer, body: Iterator[Command], name: str | None) -> None:
        self._woken(timer, name)
        self._step(body, name)

    def _woken(self, timer: Timer, name: str | None) -> None:
        self.trace.append((name, timer.when, timer.expired_at, timer.fired_at, self.clock))

    def run_once(self) -> None:
        """One pass."""
        self.real.run_one_pass()

    def run(self, until: int) -> None:
        """Passes until the clock reaches `until` ms."""
        self.real.run(until)

    def close(self) -> None:
        """Cancel what still runs, and close the loop."""
        self._closing = True
        self.real.shut_down()


class Future:
    """An asyncio future with the members of the course's `Future`."""

    def __init__(self, loop: EventLoop) -> None:
        self.real = loop.real.create_future()

    @property
    def done(self) -> bool:
        """Whether it has been resolved."""
        return self.real.done()

    def wait(self, waiter: Callable[[], object]) -> None:
        """asyncio's `add_done_callback`: the place of the course's single `waiter`."""
        self.real.add_done_callback(lambda _: waiter())

    def set_result(self) -> None:
        """asyncio's `set_result`; asyncio.InvalidStateError when it is done already."""
        self.real.set_result(None)
