"""The rows of the trace are of a subclass of Wake, which knows how late it was."""

from .commands import BURN, SLEEP
from .trace import Wake


class LateWake(Wake):
    @property
    def late(self):
        return self.ran_at - self.deadline

    def __str__(self):
        return f"{self.name} was {self.late} ms late"


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace += [LateWake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock)]
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
