"""The timer reaches its callback through the cells of default arguments."""

from .future import Future


class Task:
    def _suspend(self, delay):
        def fire(task=self, cell=[], future=Future(self.loop)):  # a cell per sleep, made here
            task.expired_at = cell[0].expired_at
            task.fired_at = task.loop.clock
            if task.loop.hops == 2:
                future.waiter = task.step
                future.set_result()
            else:
                task.step()

        self.deadline = self.loop.clock + delay
        fire.__defaults__[1].append(self.loop.call_later(delay, fire))
