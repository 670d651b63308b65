"""The timer's callback is a bound method with the timer in a cell; it resumes the task in place, whatever the hops."""

from functools import partial

MISTAKE = "suspend_always_wakes_in_place"


class Task:
    def _suspend(self, delay):
        self.deadline = delay + self.loop.clock
        cell = []
        cell.append(self.loop.call_later(delay, partial(self._timer_fired, cell)))

    def _timer_fired(self, cell):
        (timer,) = cell
        self.fired_at, self.expired_at = self.loop.clock, timer.expired_at
        self.step()
