"""A context manager notes the stamps, and then the task comes back."""

from contextlib import contextmanager

from .future import Future


class Task:
    @contextmanager
    def _waking(self, timer):
        self.expired_at, self.fired_at = timer.expired_at, self.loop.clock
        future = Future(self.loop)
        future.waiter = self.step
        yield future

    def _suspend(self, delay):
        def fire():
            with self._waking(timer) as future:
                if self.loop.hops == 2:
                    future.set_result()
            if self.loop.hops == 1:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
