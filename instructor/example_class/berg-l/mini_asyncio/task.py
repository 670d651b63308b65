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
        # ---- 1. were we asleep? ------------------------------------------------
        # self.deadline is only set while we sleep (see _suspend), so it tells us.
        was_asleep = self.deadline is not None
        if was_asleep:
            # ran_at is NOW. If we did this after send() the clock would already
            # include what the task burned - I had that wrong at first.
            wake = Wake(
                name=self.name,
                deadline=self.deadline,
                expired_at=self.expired_at,
                fired_at=self.fired_at,
                ran_at=self.loop.clock,
            )
            self.loop.trace.append(wake)
            # forget the sleep, or the next step reports it again
            self.deadline = None
            self.expired_at = None
            self.fired_at = None

        # ---- 2. run the task up to its next yield ------------------------------
        try:
            command = self.coro.send(None)  # send(None) is the same as next()
        except StopIteration:
            # the generator came to its end, so the task is over. No more steps.
            return

        # ---- 3. do what it asked for -------------------------------------------
        kind, ms = command
        if kind == BURN:
            # burning is the only thing that moves the clock while tasks run
            self.loop.clock = self.loop.clock + ms
            # back of the queue, so that the others get a turn
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError("I only know burn and sleep, not " + repr(kind))

    def _suspend(self, delay: int) -> None:
        """Put the task to sleep: arm one timer, `delay` ms from now, that leads back to `step`.

        When the timer's callback runs, it notes two stamps: when the timer expired (the timer knows) and when the
        callback fired (the clock now). Then it brings the task back:

        - `hops == 2`, as `asyncio.sleep` does it: resolve a future whose waiter is `step`. The task stands in the ready
          queue once more.
        - `hops == 1`, as `call_later` does it: call `step` in place.
        """
        # When do we want to be woken? Remember it for the Wake record.
        # It counts from now, not from the last deadline.
        self.deadline = self.loop.clock + delay

        def on_timer():
            # The loop has put the real expiry time into the timer object.
            self.expired_at = timer.expired_at
            # fired_at can be later than expired_at: we had to queue.
            self.fired_at = self.loop.clock

            if self.loop.hops == 2:
                # The way asyncio.sleep does it: through a future.
                future = Future(self.loop)
                future.waiter = self.step
                future.set_result()
            else:
                # The way call_later does it: directly.
                self.step()

        # `timer` is only read when on_timer runs, and by then it has a value.
        timer = self.loop.call_later(delay, on_timer)
