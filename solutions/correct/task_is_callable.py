"""The task itself is what stands in the queue: `__call__` is the step."""

from .commands import BURN, SLEEP
from .future import Future
from .trace import Wake


class Task:
    def __call__(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(kind)

    step = __call__

    def _suspend(self, delay):
        future = Future(self.loop)
        future.waiter = self
        self.deadline = self.loop.clock + delay

        def fire():
            self.expired_at, self.fired_at = timer.expired_at, self.loop.clock
            future.set_result() if self.loop.hops == 2 else self()

        timer = self.loop.call_later(delay, fire)
