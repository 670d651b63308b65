"""`set_result` calls the waiter, and queues what it returned.

In the stamps: One wake, with ran equal to fired (1200 instead of 1400), and then a TypeError: None is not callable.

Read again: A callback is handed over without its parentheses. With them, it runs now, and its result is handed over.
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
            self.loop.call_soon(self.waiter())
