"""The sleeps of all tasks are in a weak dictionary of the module, keyed by task."""

from weakref import WeakKeyDictionary

from .commands import BURN, SLEEP
from .trace import Wake

_sleeps = WeakKeyDictionary()


class Task:
    def step(self):
        if (stamps := _sleeps.pop(self, None)) is not None:
            self.loop.trace.append(Wake(self.name, *stamps, self.loop.clock))
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
        def fire():
            _sleeps[self] = (timer.when, timer.expired_at, self.loop.clock)
            if self.loop.hops == 2:
                self.loop.call_soon(self.step)
            else:
                self.step()

        timer = self.loop.call_later(delay, fire)
