"""The callback is a bound method of the task, which remembers its timer and its future."""

from .future import Future


class Task:
    def _suspend(self, delay):
        self.deadline = self.loop.clock + delay
        self._future = Future(self.loop)
        self._future.waiter = self.step
        self._timer = self.loop.call_later(delay, self._on_timer)

    def _on_timer(self):
        self.expired_at = self._timer.expired_at
        self.fired_at = self.loop.clock
        if self.loop.hops == 2:
            self._future.set_result()
            return
        self.step()
