"""`set_result` keeps a list of the waiters it has ever scheduled, and skips them.

In the stamps: The first wake is right (1400), and it is the task's last: its second sleep ends in the same step,
which was seen before.

Read again: "Once" is meant for each future, not for each waiter: the same task waits again and again, for a new
future each time.
"""

FAILS = {
    "set_result_wakes_its_own_waiter",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "pinned_trace_with_two_hops",
    "expiry_is_punctual_in_the_demo",
    "hog_burns_between_ticks",
    "closed_form_gives_the_period",
    "closed_form_gives_all_four_stamps",
    "chopping_finer_makes_it_less_late",
    "any_order_of_creation",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


_scheduled = []


class Future:
    def set_result(self):
        self.done = True
        if self.waiter is not None and self.waiter not in _scheduled:
            _scheduled.append(self.waiter)
            self.loop.call_soon(self.waiter)
