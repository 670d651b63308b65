"""A sleep is an object that carries the stamps, and knows how to become a Wake."""

from dataclasses import dataclass

from .commands import BURN, SLEEP
from .future import Future
from .trace import Wake


@dataclass
class Nap:
    asked: int
    expired: int | None = None
    fired: int | None = None

    def wake(self, name, now):
        return Wake(name, self.asked, self.expired, self.fired, now)


class Task:
    _nap = None

    def step(self):
        if self._nap is not None:
            self.loop.trace.append(self._nap.wake(self.name, self.loop.clock))
            self._nap = None
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
        nap = Nap(self.loop.clock + delay)
        future = Future(self.loop)
        future.waiter = self.step

        def fire():
            nap.expired, nap.fired = timer.expired_at, self.loop.clock
            self._nap = nap
            future.set_result() if self.loop.hops == 2 else self.step()

        timer = self.loop.call_later(delay, fire)
