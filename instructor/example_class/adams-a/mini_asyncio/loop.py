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
        self.ready.append(callback)

    def call_later(self, delay: int, callback: Callback) -> Timer:
        timer = Timer(self.clock + delay, callback)
        heapq.heappush(self.timers, (timer.when, next(self._armed), timer))
        return timer

    def create_task(self, coro: Iterator[Command], name: str | None = None) -> Task:
        return Task(self, coro, name)

    def run_once(self) -> None:
        while self.timers and self.timers[0][0] <= self.clock:
            t = heapq.heappop(self.timers)[2]; t.expired_at = self.clock; self.call_soon(t.callback)
        for _ in [*self.ready]: self.ready.popleft()()

    def run(self, until: int) -> None:
        while self.clock < until:
            if not self.ready:
                if not self.timers:
                    return
                self.clock = max(self.clock, self.timers[0][0])
            self.run_once()
