"""The timer is armed one millisecond too early.

In the stamps: In the demo the pass at 1000 is the first to see it, and nothing shows. Where a pass begins at 999, the
task is woken before its deadline.

Read again: A timer promises "not before". One millisecond early breaks the only promise that it makes.
"""

FAILS = {
    "suspend_arms_one_timer",
    "suspend_counts_from_now",
    "suspend_notes_when_the_timer_expired",
    "suspend_notes_when_the_callback_fired",
    "suspend_with_one_hop_wakes_in_place",
    "suspend_with_two_hops_costs_one_more_trip",
    "suspend_shares_nothing",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "chopping_finer_makes_it_less_late",
    "any_order_of_creation",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
}


class Task:
    def _suspend(self, delay):
        future = Future(self.loop)
        future.waiter = self.step

        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                future.set_result()
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay - 1, fire)
