"""The loop keeps its sleepers by their deadlines.

In the stamps: With one heartbeat all is right. Of two tasks that are due at the same time, one is woken twice, and the
other never.

Read again: Sleeps share nothing. Two tasks may well be due on the same millisecond.
"""

FAILS = {
    "suspend_arms_one_timer",
    "suspend_shares_nothing",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "any_order_of_creation",
}


class Task:
    def _suspend(self, delay):
        sleeping = self.loop.__dict__.setdefault("sleeping", {})
        deadline = self.loop.clock + delay

        def fire():
            task, timer = sleeping[deadline]
            task.deadline = deadline
            task.expired_at = timer.expired_at
            task.fired_at = task.loop.clock
            if task.loop.hops == 2:
                task.loop.call_soon(task.step)
            else:
                task.step()

        sleeping[deadline] = self, self.loop.call_later(delay, fire)
