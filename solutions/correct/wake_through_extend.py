"""The Wake is made by `_make`, and reaches the trace through extend."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        if self.deadline is not None:
            stamps = [self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock]
            self.loop.trace.extend([Wake._make(stamps)])
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
