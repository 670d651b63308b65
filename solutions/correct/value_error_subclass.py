"""An unknown command raises a subclass of ValueError with a message of its own."""

from .commands import BURN, SLEEP
from .trace import Wake


class UnknownCommandError(ValueError):
    def __init__(self, task, kind):
        super().__init__(f"task {task.name!r} asked for {kind!r} at {task.loop.clock} ms: there is no such command")
        self.kind = kind


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
            raise UnknownCommandError(self, kind)
