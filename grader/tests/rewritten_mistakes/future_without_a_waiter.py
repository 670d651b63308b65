"""The future is resolved in time, and nobody was ever attached to it."""

from .future import Future

MISTAKE = "suspend_wakes_nobody"


class Task:
    def _suspend(self, delay):
        future = Future(self.loop)

        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            wake = {1: self.step, 2: future.set_result}
            wake[self.loop.hops]()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
