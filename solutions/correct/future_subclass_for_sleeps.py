"""A subclass of Future arms its own timer, and resolves itself."""

from .future import Future


class SleepFuture(Future):
    def __init__(self, loop, delay, task):
        super().__init__(loop)
        self.task = task
        self.timer = loop.call_later(delay, self.fire)

    def fire(self):
        self.task.expired_at = self.timer.expired_at
        self.task.fired_at = self.loop.clock
        if self.loop.hops == 2:
            self.set_result()
        else:
            self.waiter()


class Task:
    def _suspend(self, delay):
        self.deadline = self.loop.clock + delay
        future = SleepFuture(self.loop, delay, self)
        future.waiter = self.step
