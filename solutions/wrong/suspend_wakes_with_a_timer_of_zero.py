"""With two hops the task is woken by a second timer of 0 ms.

In the stamps: The demo is right. But there are more timers armed than tasks asleep, and whatever is queued in the
meantime runs before the wake.

Read again: Ready work belongs in the ready queue. The heap is for what must wait.
"""

FAILS = {
    "suspend_arms_one_timer",
    "suspend_counts_from_now",
    "suspend_notes_when_the_timer_expired",
    "suspend_notes_when_the_callback_fired",
    "suspend_with_two_hops_costs_one_more_trip",
    "suspend_shares_nothing",
    "random_schedules_leave_the_right_trace",
}


class Task:
    def _suspend(self, delay):
        future = Future(self.loop)
        future.waiter = self.step

        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                self.loop.call_later(0, self.step)
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
