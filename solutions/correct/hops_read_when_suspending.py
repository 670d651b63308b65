"""How the task will be woken is decided when it falls asleep."""

from .future import Future


class Task:
    def _suspend(self, delay):
        self.deadline = self.loop.clock + delay
        if self.loop.hops == 2:
            future = Future(self.loop)
            future.waiter = self.step
            wake = future.set_result
        else:
            wake = self.step

        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            wake()

        timer = self.loop.call_later(delay, fire)
