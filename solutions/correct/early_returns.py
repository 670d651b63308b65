"""One case after the other, each of which returns."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        self._note_wake()
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return None
        if kind == BURN:
            self.loop.clock += ms
            return self.loop.call_soon(self.step)
        if kind == SLEEP:
            return self._suspend(ms)
        raise ValueError(kind)

    def _note_wake(self):
        if self.deadline is None:
            return
        if self.expired_at is None:
            return
        self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
        self.deadline = self.expired_at = self.fired_at = None
