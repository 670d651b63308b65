"""A table of unbound functions in the class body, and a KeyError that becomes a ValueError."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def _burn(self, ms):
        self.loop.clock += ms
        self.loop.call_soon(self.step)

    HANDLERS = {BURN: _burn, SLEEP: lambda self, ms: self._suspend(ms)}

    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        try:
            handler = self.HANDLERS[kind]
        except KeyError as error:
            raise ValueError(kind) from error
        handler(self, ms)
