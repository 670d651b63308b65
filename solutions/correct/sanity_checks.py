"""Assertions everywhere: about the clock, the heap, the queue, and the state of tasks and futures."""

import heapq

from .commands import BURN, SLEEP
from .future import Future
from .trace import Wake


class Future:
    def set_result(self):
        assert self.loop is not None
        before = len(self.loop.ready)
        if not self.done:
            self.done = True
            if self.waiter is not None:
                assert callable(self.waiter)
                self.loop.call_soon(self.waiter)
                assert len(self.loop.ready) == before + 1
        assert self.done is True


class Task:
    def step(self):
        loop = self.loop
        stamps = (self.deadline, self.expired_at, self.fired_at)
        assert stamps.count(None) in (0, 3), stamps
        if self.deadline is not None:
            assert self.deadline <= self.expired_at <= self.fired_at <= loop.clock
            loop.trace.append(Wake(self.name, *stamps, loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        assert isinstance(kind, str) and isinstance(ms, int) and ms > 0
        if kind == BURN:
            loop.clock += ms
            loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(kind)


class EventLoop:
    def run_once(self):
        assert self.hops in (1, 2)
        assert all(self.timers[0] <= entry for entry in self.timers)
        now = self.clock
        while self.timers and self.timers[0][0] <= now:
            when, _, timer = heapq.heappop(self.timers)
            assert timer.expired_at is None and timer.when == when
            timer.expired_at = now
            self.ready.append(timer.callback)
        assert self.clock == now
        for _ in range(len(self.ready)):
            before = self.clock
            self.ready.popleft()()
            assert self.clock >= before
