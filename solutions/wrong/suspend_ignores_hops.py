"""`hops` makes no difference: every wake goes through the future.

In the stamps: 1400 with one hop as well as with two.

Read again: There are two ways of waking, and `hops` chooses. If you do ask for it, ask by value: `is` asks whether two
names mean the same object.
"""

FAILS = {
    "suspend_arms_one_timer",
    "suspend_counts_from_now",
    "suspend_notes_when_the_timer_expired",
    "suspend_notes_when_the_callback_fired",
    "suspend_with_one_hop_wakes_in_place",
    "suspend_shares_nothing",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "pinned_trace_with_one_hop",
    "hog_burns_between_ticks",
    "closed_form_gives_the_period",
    "closed_form_gives_all_four_stamps",
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
            if self.loop.hops is True:
                self.step()
            else:
                future.set_result()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
