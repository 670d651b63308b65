"""Every sleep goes through a future; `hops` is not mentioned."""

from .future import Future

MISTAKE = "suspend_ignores_hops"


class Task:
    def _suspend(self, delay):
        self.deadline = self.loop.clock + delay
        self._timer = self.loop.call_later(delay, self._time_has_come)

    def _time_has_come(self):
        self.expired_at, self.fired_at = self._timer.expired_at, self.loop.clock
        future = Future(self.loop)
        future.waiter = self.step
        future.set_result()
