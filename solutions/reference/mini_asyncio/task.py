"""A task: a generator, and the bookkeeping that lets the loop run it piece by piece.

A task is never "running in the background". It runs from one yield to the next, inside `step`, and only when the loop
calls `step`. Between two steps it is either in the ready queue (it asked to burn) or nowhere at all: then a timer
holds the only way back to it (it asked to sleep).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .commands import BURN, SLEEP, Command
from .future import Future
from .trace import Stamp, Wake

if TYPE_CHECKING:
    from .loop import EventLoop


class Task:
    """A generator on its way through the loop. While it sleeps, it knows the stamps of that sleep; otherwise they are None."""

    def __init__(self, loop: EventLoop, coro: Iterator[Command], name: str | None = None) -> None:
        self.loop = loop
        self.coro: Any = coro
        self.name = name
        self.deadline: Stamp = None
        self.expired_at: Stamp = None
        self.fired_at: Stamp = None
        loop.call_soon(self.step)

    def step(self) -> None:
        """Resume the generator once, and carry out the command that it yields.

        In this order:

        1. If the task was asleep, append one `Wake` to the loop's trace. Its `ran_at` is the clock now, before any of
           the task's own code runs. Then forget the sleep: the next step must not record it again.
        2. Resume the generator. If it has ended, the task has ended: return quietly.
        3. A BURN adds its ms to the loop's clock and puts the task at the back of the ready queue. A SLEEP suspends the
           task for its ms. Any other kind is a ValueError.

        Any other exception of the generator is not ours to catch: it leaves `step`.
        """
        # BEGIN SOLUTION step
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
        # END SOLUTION step

    def _suspend(self, delay: int) -> None:
        """Put the task to sleep: arm one timer, `delay` ms from now, that leads back to `step`.

        When the timer's callback runs, it notes two stamps: when the timer expired (the timer knows) and when the
        callback fired (the clock now). Then it brings the task back:

        - `hops == 2`, as `asyncio.sleep` does it: resolve a future whose waiter is `step`. The task stands in the ready
          queue once more.
        - `hops == 1`, as `call_later` does it: call `step` in place.
        """
        # BEGIN SOLUTION suspend
        future = Future(self.loop)
        future.waiter = self.step

        def fire() -> None:
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                future.set_result()
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
        # END SOLUTION suspend
