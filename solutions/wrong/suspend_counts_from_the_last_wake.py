"""The next period counts from the moment at which the task was woken last, also if it has burned since.

In the stamps: A heartbeat that works is asked for too early: its own work does not count.

Read again: A sleep begins when the task asks for it. What the task did since it woke is over by then.
"""

FAILS = {
    "suspend_counts_from_now",
    "suspend_notes_when_the_timer_expired",
    "suspend_notes_when_the_callback_fired",
    "suspend_with_one_hop_wakes_in_place",
    "suspend_with_two_hops_costs_one_more_trip",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "a_heartbeat_that_works",
}


class Task:
    def _suspend(self, delay):
        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                self.loop.call_soon(wake)
            else:
                wake()

        def wake():
            self.woken_at = self.loop.clock
            self.step()

        self.deadline = getattr(self, "woken_at", self.loop.clock) + delay
        timer = self.loop.call_later(self.deadline - self.loop.clock, fire)
