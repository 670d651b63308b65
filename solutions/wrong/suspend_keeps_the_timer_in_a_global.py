"""The timer is kept in one place for all tasks, which the next sleep overwrites.

In the stamps: The demo is right with its single sleeper. With two, expired is read from the timer that was armed
last: None, or a stamp of somebody else.

Read again: A global, and an attribute of the class, exist once for all tasks and all loops. Each sleep must keep its
own timer.
"""

FAILS = {
    "suspend_notes_when_the_timer_expired",
    "suspend_shares_nothing",
    "random_schedules_leave_the_right_trace",
}


_timer = None


class Task:
    def _suspend(self, delay):
        global _timer
        future = Future(self.loop)
        future.waiter = self.step

        def fire():
            self.expired_at = _timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                future.set_result()
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        _timer = self.loop.call_later(delay, fire)
