"""Commands are compared by `is`: they come from the module that made the constants."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if kind is BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind is SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(kind)
