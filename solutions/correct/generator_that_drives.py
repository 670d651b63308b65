"""A generator of its own drives the task's generator: a step is one `next` of it."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    _driver = None

    def step(self):
        if self._driver is None:
            self._driver = self._drive()
        next(self._driver, None)

    def _drive(self):
        for kind, ms in self.coro:
            if kind == BURN:
                self.loop.clock += ms
                self.loop.call_soon(self.step)
                yield
            elif kind == SLEEP:
                self._suspend(ms)
                yield
                self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            else:
                raise ValueError(kind)
