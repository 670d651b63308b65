"""A step reads the clock once, at its beginning, and a burn counts from there: nobody but a burn takes time in it."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        now = self.loop.clock
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, now))
            self.deadline = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if kind == BURN:
            self.loop.clock = now + ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(kind)
