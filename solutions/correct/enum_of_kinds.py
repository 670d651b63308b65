"""The kinds are a string enum, whose constructor raises the ValueError by itself."""

from enum import StrEnum

from .trace import Wake


class Kind(StrEnum):
    BURN = "burn"
    SLEEP = "sleep"


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        try:
            word, ms = self.coro.send(None)
        except StopIteration:
            return
        if Kind(word) is Kind.BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        else:
            self._suspend(ms)
