"""A Future is made only when hops is 2, and only when the timer fires."""

from .future import Future


class Task:
    def _suspend(self, delay):
        self.deadline = self.loop.clock + delay

        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                future = Future(loop=self.loop)
                future.waiter = self.step
                future.set_result()
            else:
                self.step()

        timer = self.loop.call_later(delay, fire)
