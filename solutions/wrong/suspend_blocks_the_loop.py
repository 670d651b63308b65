"""Going to sleep moves the clock to the deadline, and nobody else runs in between.

In the stamps: (1000, 1000, 1000, 1200): the hog runs once per tick instead of seven times, since the heartbeat takes
all the time for itself.

Read again: To sleep is to let others run until the deadline. Only work moves the clock.
"""

FAILS = {
    "suspend_arms_the_timer_itself",
    "suspend_arms_one_timer",
    "suspend_counts_from_now",
    "suspend_notes_when_the_timer_expired",
    "suspend_notes_when_the_callback_fired",
    "suspend_with_one_hop_wakes_in_place",
    "suspend_with_two_hops_costs_one_more_trip",
    "suspend_shares_nothing",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "pinned_trace_with_two_hops",
    "pinned_trace_with_one_hop",
    "hog_burns_between_ticks",
    "closed_form_gives_the_period",
    "closed_form_gives_all_four_stamps",
    "chopping_finer_makes_it_less_late",
    "any_order_of_creation",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class Task:
    def _suspend(self, delay):
        self.loop.clock += delay
        self.deadline = self.expired_at = self.fired_at = self.loop.clock
        self.loop.call_soon(self.step)
