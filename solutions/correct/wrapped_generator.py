"""The task wraps the generator in one of its own with `yield from`, to note when it begins and ends."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    began_at = ended_at = None

    def __init__(self, loop, coro, name=None):
        self.loop = loop
        self.coro = self._noting(coro)
        self.name = name
        self.deadline = self.expired_at = self.fired_at = None
        loop.call_soon(self.step)

    def _noting(self, coro):
        self.began_at = self.loop.clock
        try:
            return (yield from coro)
        finally:
            self.ended_at = self.loop.clock

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
