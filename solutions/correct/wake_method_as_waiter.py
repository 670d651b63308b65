"""The sleeper comes back through a method that records the Wake, and then takes the step."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
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

    def _wake(self):
        self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
        self.step()

    def _suspend(self, delay):
        def fire():
            self.expired_at, self.fired_at = timer.expired_at, self.loop.clock
            self.loop.call_soon(self._wake) if self.loop.hops == 2 else self._wake()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
