"""`set_result` queues a callback that looks the waiter up when it runs, and forgets the waiter before that.

In the stamps: No wake at all with two hops: at 1400 the callback finds None where the waiter was, a TypeError.

Read again: Between scheduling and running lies a whole pass. What the callback will need must be kept until then.
"""

FAILS = {
    "set_result_marks_the_future_done",
    "set_result_does_not_run_the_waiter",
    "set_result_queues_the_waiter_at_the_back",
    "set_result_schedules_the_waiter_once",
    "set_result_wakes_its_own_waiter",
    "set_result_in_mid_pass_waits_for_the_next_pass",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class Future:
    def set_result(self):
        if self.done:
            return
        self.done = True
        if self.waiter is not None:
            self.loop.call_soon(lambda: self.waiter())
            self.waiter = None
