"""The callback is a partial that holds the timer: it is given to the timer after the timer was made."""

from functools import partial

from .future import Future


class Task:
    def _suspend(self, delay):
        future = Future(self.loop)
        future.waiter = self.step
        timer = self.loop.call_later(delay, None)
        timer.callback = partial(self._fire, timer, future=future)
        self.deadline = timer.when

    def _fire(self, timer, *, future):
        self.expired_at, self.fired_at = timer.expired_at, self.loop.clock
        if self.loop.hops == 2:
            future.set_result()
        else:
            self.step()
