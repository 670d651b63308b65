"""A dictionary of methods says what to do for which command."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        if self.deadline is not None:
            stamps = self.deadline, self.expired_at, self.fired_at
            self.deadline = self.expired_at = self.fired_at = None
            self.loop.trace.append(Wake(self.name, *stamps, self.loop.clock))
        try:
            kind, ms = next(self.coro)
        except StopIteration:
            return
        handlers = {BURN: self._burn, SLEEP: self._suspend}
        if kind not in handlers:
            raise ValueError(f"{kind} is none of {sorted(handlers)}")
        handlers[kind](ms)

    def _burn(self, ms):
        self.loop.clock += ms
        self.loop.call_soon(self.step)
