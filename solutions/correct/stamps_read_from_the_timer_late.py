"""Expiry is read from the timer when the Wake is recorded, and only the firing is noted by the callback."""

from types import SimpleNamespace

from .commands import BURN, SLEEP
from .future import Future
from .trace import Wake


class Task:
    _sleep = None

    def step(self):
        sleep, self._sleep = self._sleep, None
        if sleep:
            row = Wake(self.name, sleep.asked, sleep.timer.expired_at, sleep.fired, self.loop.clock)
            self.loop.trace.insert(len(self.loop.trace), row)
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

    def _suspend(self, delay):
        sleep = self._sleep = SimpleNamespace(asked=self.loop.clock + delay, future=Future(self.loop))
        sleep.future.waiter = self.step

        def fire():
            sleep.fired = self.loop.clock
            if self.loop.hops == 2:
                sleep.future.set_result()
            else:
                self.step()

        sleep.timer = self.loop.call_later(delay, fire)
