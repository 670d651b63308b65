"""One future per task serves all its sleeps: it is pending again each time."""

from .future import Future


class Task:
    _future = None

    def _suspend(self, delay):
        if self._future is None:
            self._future = Future(self.loop)
        self._future.done = False
        self._future.waiter = self.step
        self.deadline = self.loop.clock + delay
        self._timer = self.loop.call_later(delay, self._fire)

    def _fire(self):
        self.expired_at, self.fired_at = self._timer.expired_at, self.loop.clock
        if self.loop.hops == 2:
            self._future.set_result()
        else:
            self.step()
