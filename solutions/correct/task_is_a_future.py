"""A Task is a Future, as in asyncio, and is resolved when its generator ends."""

from .commands import BURN, SLEEP
from .future import Future
from .trace import Wake


class Task(Future):
    def __init__(self, loop, coro, name=None):
        super().__init__(loop)
        self.coro = coro
        self.name = name
        self.deadline = self.expired_at = self.fired_at = None
        loop.call_soon(self.step)

    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            self.set_result()
            return
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(kind)
