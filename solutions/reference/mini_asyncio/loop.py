"""The event loop: a queue of what can run now, a heap of what must wait, and a clock that only work can move.

What must stay true: one pass runs the callbacks that were ready when it began, and no others. Everything they schedule
waits for the next pass. That one rule is what lets timers be looked at again, however busy the queue is.
"""

import heapq
import itertools
from collections import deque
from collections.abc import Callable, Iterator

from .commands import Command
from .task import Task
from .timers import Timer
from .trace import Wake

Callback = Callable[[], object]


class EventLoop:
    """A loop on a virtual clock, in whole milliseconds.

    `hops` says how a sleeping task is woken: 2 goes through a future, as `asyncio.sleep` does; 1 goes straight from the
    timer to the task, as `call_later` does. It does not change once the loop is made.
    """

    def __init__(self, hops: int = 2) -> None:
        self.clock = 0
        self.ready: deque[Callback] = deque()
        self.timers: list[tuple[int, int, Timer]] = []
        self.trace: list[Wake] = []
        self.hops = hops
        self._armed = itertools.count()

    def call_soon(self, callback: Callback) -> None:
        """Put a callback at the back of the ready queue."""
        self.ready.append(callback)

    def call_later(self, delay: int, callback: Callback) -> Timer:
        """Arm a timer that is due `delay` ms from now.

        The heap holds `(when, seq, timer)`: earliest deadline first, and of two with the same deadline the one that was
        armed first, because `seq` counts up. (It also keeps the heap from comparing two timers, which it could not.)
        """
        timer = Timer(self.clock + delay, callback)
        heapq.heappush(self.timers, (timer.when, next(self._armed), timer))
        return timer

    def create_task(self, coro: Iterator[Command], name: str | None = None) -> Task:
        """Make a task of a generator. Nothing of it runs yet: its first step stands in the ready queue."""
        return Task(self, coro, name)

    def run_once(self) -> None:
        """One pass of the loop.

        1. Every timer that is due by now (its `when` is not after the clock) leaves the heap, earliest deadline first
           and first-armed first among equals. It is stamped `expired_at` with the clock, not with its deadline, and its
           callback goes to the back of the ready queue, behind what is already there.
        2. Exactly the callbacks that are in the ready queue at that moment run, in order. What they schedule waits for
           the next pass, and so does a timer that comes due meanwhile.

        The pass never moves the clock; only the work that it runs does. With nothing to do it does nothing.
        """
        # BEGIN SOLUTION run_once
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
        # END SOLUTION run_once

    def run(self, until: int) -> None:
        """Run passes until the clock reaches `until` ms, or until there is nothing left to do.

        When nothing is ready, the clock jumps to the next deadline: idle time is free, and exact. Busy time is paid for
        by whoever burned it. Whatever a task raises comes out of `run`.
        """
        while self.clock < until:
            if not self.ready:
                if not self.timers:
                    return
                self.clock = max(self.clock, self.timers[0][0])
            self.run_once()
