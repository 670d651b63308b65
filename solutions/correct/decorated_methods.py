"""All four functions wear a decorator that counts their calls."""

import functools
import heapq

from .commands import BURN, SLEEP
from .trace import Wake


def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)

    wrapper.calls = 0
    return wrapper


class Future:
    @counted
    def set_result(self):
        if not self.done:
            self.done = True
            if self.waiter is not None:
                self.loop.call_soon(self.waiter)


class Task:
    @counted
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
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
            raise ValueError(kind)

    @counted
    def _suspend(self, delay):
        @counted
        def fire():
            self.expired_at, self.fired_at = timer.expired_at, self.loop.clock
            self.loop.call_soon(self.step) if self.loop.hops == 2 else self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)


class EventLoop:
    @counted
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
