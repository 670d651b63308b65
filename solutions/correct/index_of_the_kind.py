"""The place of the kind in a tuple selects a function; `index` raises the ValueError."""

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
        (self._burn, self._suspend)[(BURN, SLEEP).index(kind)](ms)

    def _burn(self, ms):
        self.loop.clock += ms
        self.loop.call_soon(self.step)
