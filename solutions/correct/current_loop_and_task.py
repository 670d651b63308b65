"""The module knows the loop that is running and the task that is running, as asyncio's does."""

import heapq

from .commands import BURN, SLEEP
from .trace import Wake

_current = []


def current():
    """The loop or task on top."""
    return _current[-1]


class Task:
    def step(self):
        _current.append(self)
        try:
            self._step()
        finally:
            _current.pop()

    def _step(self):
        assert current() is self
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(current().step)
        elif kind == SLEEP:
            current()._suspend(ms)
        else:
            raise ValueError(kind)


class EventLoop:
    def run_once(self):
        _current.append(self)
        try:
            while self.timers and self.timers[0][0] <= self.clock:
                timer = heapq.heappop(self.timers)[2]
                timer.expired_at = self.clock
                self.ready.append(timer.callback)
            for _ in range(len(self.ready)):
                self.ready.popleft()()
        finally:
            _current.pop()
