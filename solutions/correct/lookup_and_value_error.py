"""An unknown command raises an error that is a LookupError and a ValueError at once."""

from .commands import BURN, SLEEP
from .trace import Wake


class UnknownCommandError(LookupError, ValueError):
    """No such command."""


class Task:
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
            raise UnknownCommandError(kind)
