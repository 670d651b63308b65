"""The fourth stamp is a copy of the first."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.deadline))
            self.deadline = None
        try:
            kind, ms = next(self.coro)
        except StopIteration:
            return
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(kind)
