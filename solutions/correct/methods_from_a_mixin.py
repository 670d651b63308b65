"""The methods come from a base class that knows nothing of Task."""

from .commands import BURN, SLEEP
from .trace import Wake


class Steps:
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
            raise ValueError(kind)


class Suspends:
    def _suspend(self, delay):
        def fire():
            self.expired_at, self.fired_at = timer.expired_at, self.loop.clock
            self.loop.call_soon(self.step) if self.loop.hops == 2 else self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)


class Task(Steps, Suspends):
    del step, _suspend
