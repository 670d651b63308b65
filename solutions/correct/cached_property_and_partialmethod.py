"""A cached property holds the task's future, and the timer's callback is a partialmethod."""

from functools import cached_property, partialmethod

from .future import Future


class Task:
    @cached_property
    def _future(self):
        return Future(self.loop)

    def _fire(self, through_a_future):
        self.expired_at, self.fired_at = self._timer.expired_at, self.loop.clock
        if through_a_future:
            self._future.waiter = self.step
            self._future.set_result()
            del self._future
        else:
            self.step()

    _fire_one_hop = partialmethod(_fire, False)
    _fire_two_hops = partialmethod(_fire, True)

    def _suspend(self, delay):
        self.deadline = self.loop.clock + delay
        callback = self._fire_two_hops if self.loop.hops == 2 else self._fire_one_hop
        self._timer = self.loop.call_later(delay, callback)
