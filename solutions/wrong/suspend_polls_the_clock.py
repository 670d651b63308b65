"""A sleeping task queues itself again and again until its time has come.

In the stamps: (1000, 1000, 1000, 1200), and no timer is ever armed. Alone on the loop, it keeps the queue busy, so
that the clock never jumps: `run` does not come back.

Read again: Waiting costs nothing, if something else remembers when to wake you. That is what the timer heap is for.
"""

FAILS = {
    "suspend_arms_one_timer",
    "suspend_counts_from_now",
    "suspend_notes_when_the_timer_expired",
    "suspend_notes_when_the_callback_fired",
    "suspend_with_one_hop_wakes_in_place",
    "suspend_with_two_hops_costs_one_more_trip",
    "suspend_shares_nothing",
    "suspend_arms_the_timer_itself",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "pinned_trace_with_two_hops",
    "pinned_trace_with_one_hop",
    "expiry_is_punctual_in_the_demo",
    "hog_burns_between_ticks",
    "closed_form_gives_the_period",
    "closed_form_gives_all_four_stamps",
    "chopping_finer_makes_it_less_late",
    "any_order_of_creation",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
    "run_lets_exceptions_out",
    "an_endless_hog_does_not_starve_the_timer",
}


class Task:
    def _suspend(self, delay):
        self.deadline = self.loop.clock + delay

        def poll():
            if self.loop.clock < self.deadline:
                self.loop.call_soon(poll)
                return
            self.expired_at = self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                self.loop.call_soon(self.step)
            else:
                self.step()

        self.loop.call_soon(poll)
