"""One future resolves another one, which resumes the task."""

from .future import Future


class Task:
    def _suspend(self, delay):
        outer, inner = Future(self.loop), Future(self.loop)
        outer.waiter = inner.set_result
        inner.waiter = self.step

        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            outer.set_result()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
