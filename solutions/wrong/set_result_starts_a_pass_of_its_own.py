"""`set_result` schedules the waiter and then starts a pass, inside the pass that is running.

In the stamps: The demo looks right; with more tasks the queue is worked off from within a callback, and everybody
behind it runs one pass early, or the outer pass finds the queue empty.

Read again: A pass is started by `run` alone. Whoever runs inside of one must not start another.
"""

FAILS = {
    "set_result_does_not_run_the_waiter",
    "set_result_queues_the_waiter_at_the_back",
    "set_result_wakes_its_own_waiter",
    "set_result_in_mid_pass_waits_for_the_next_pass",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "any_order_of_creation",
    "a_hog_that_ends",
}


class Future:
    def set_result(self):
        if self.done:
            return
        self.done = True
        if self.waiter is not None:
            self.loop.call_soon(self.waiter)
            self.loop.run_once()
