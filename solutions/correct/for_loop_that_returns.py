"""A for loop takes one command from the generator and returns: its end is the end of the task."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        for kind, ms in self.coro:
            if kind == BURN:
                self.loop.clock += ms
                self.loop.call_soon(self.step)
            elif kind == SLEEP:
                self._suspend(ms)
            else:
                raise ValueError(kind)
            return
