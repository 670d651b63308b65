"""A callable object instead of a closure; no future at all, only one more trip through the queue."""

MISTAKE = "suspend_takes_the_clock_for_the_expiry"


class WakeUp:
    def __init__(self, task):
        self.task = task

    def __call__(self):
        task, loop = self.task, self.task.loop
        task.expired_at = task.fired_at = loop.clock
        if loop.hops == 1:
            task.step()
        else:
            loop.call_soon(task.step)


class Task:
    def _suspend(self, delay):
        self.deadline = self.loop.call_later(delay, WakeUp(self)).when
