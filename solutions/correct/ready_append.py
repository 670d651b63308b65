"""The waiter and the burner are appended to `ready`, without call_soon."""

from .commands import BURN, SLEEP
from .trace import Wake


class Future:
    def set_result(self):
        if self.done:
            return
        self.done = True
        if self.waiter:
            self.loop.ready.append(self.waiter)


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
            self.loop.clock = self.loop.clock + ms
            self.loop.ready.append(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(kind)
