"""`set_result` runs the waiter itself on a loop of two hops, and schedules it on others.

In the stamps: With two hops the task runs in the moment its timer fires: 1200 where 1400 belongs.

Read again: A future knows nothing of hops. Resolving always schedules; what the hops decide stands elsewhere.
"""

FAILS = {
    "set_result_does_not_run_the_waiter",
    "set_result_queues_the_waiter_at_the_back",
    "set_result_wakes_its_own_waiter",
    "set_result_in_mid_pass_waits_for_the_next_pass",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "pinned_trace_with_two_hops",
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
            if self.loop.hops == 2:
                self.waiter()
            else:
                self.loop.call_soon(self.waiter)
