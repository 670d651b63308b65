"""The bound methods are looked up once, when the task is made."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def __init__(self, loop, coro, name=None):
        self.loop = loop
        self.coro = coro
        self.name = name
        self.deadline = self.expired_at = self.fired_at = None
        self._send = coro.send
        self._soon = loop.call_soon
        self._again = self.step
        self._soon(self._again)

    def step(self, value=None):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        try:
            kind, ms = self._send(value)
        except StopIteration:
            return
        if kind == BURN:
            self.loop.clock += ms
            self._soon(self._again)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(kind)
