"""The stamps are in name-mangled attributes, and are forgotten by deleting them."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        if hasattr(self, "_Task__stamps"):
            self.loop.trace.append(Wake(self.name, *self.__stamps, self.loop.clock))
            del self.__stamps
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
            self.__stamps = timer.when, timer.expired_at, self.loop.clock
            if self.loop.hops == 2:
                self.loop.call_soon(self.step)
            else:
                self.step()

        timer = self.loop.call_later(delay, fire)
