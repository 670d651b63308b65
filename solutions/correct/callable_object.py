"""The callback is an object with a `__call__`."""

from .future import Future


class Alarm:
    """Wakes one task once."""

    def __init__(self, task, delay):
        self.task = task
        self.future = Future(task.loop)
        self.future.waiter = task.step
        self.timer = task.loop.call_later(delay, self)

    def __call__(self):
        self.task.expired_at = self.timer.expired_at
        self.task.fired_at = self.task.loop.clock
        (self.future.set_result if self.task.loop.hops == 2 else self.task.step)()


class Task:
    def _suspend(self, delay):
        self.deadline = self.loop.clock + delay
        Alarm(self, delay)
