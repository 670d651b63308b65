"""`set_result` puts the waiter into the ready queue twice.

In the stamps: The first wake is right (1400), and the same task runs again in the same pass, before its next sleep is
over: the second row has no expired and no fired, and the rows double every period.

Read again: One resolved future is one wake. Two entries in the queue are two steps of the same task.
"""

FAILS = {
    "set_result_does_not_run_the_waiter",
    "set_result_queues_the_waiter_at_the_back",
    "set_result_schedules_the_waiter_once",
    "set_result_wakes_its_own_waiter",
    "set_result_in_mid_pass_waits_for_the_next_pass",
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


class Future:
    def set_result(self):
        if self.done:
            return
        self.done = True
        if self.waiter is not None:
            self.loop.call_soon(self.waiter)
            self.loop.call_soon(self.waiter)
