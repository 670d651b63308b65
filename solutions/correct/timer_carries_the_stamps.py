"""The timer itself carries all stamps: the task only remembers its timer."""

from .commands import BURN, SLEEP
from .future import Future
from .trace import Wake


class Task:
    def step(self):
        timer = self.__dict__.pop("timer", None)
        if timer is not None:
            self.loop.trace.append(Wake(self.name, timer.when, timer.expired_at, timer.fired_at, self.loop.clock))
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
            self.timer.fired_at = self.loop.clock
            if self.loop.hops == 2:
                future = Future(self.loop)
                future.waiter = self.step
                future.set_result()
            else:
                self.step()

        self.timer = self.loop.call_later(delay, fire)
