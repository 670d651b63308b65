"""`set_result` remembers in one place for all futures that it was called.

In the stamps: The first wake is right (1400), and it is the last one: every other future finds that something was
resolved before it.

Read again: A default argument is made once, when the function is defined; an attribute of the class and a global
exist once, too. What belongs to one future is kept in that future.
"""

FAILS = {
    "set_result_marks_the_future_done",
    "set_result_does_not_run_the_waiter",
    "set_result_queues_the_waiter_at_the_back",
    "set_result_needs_no_waiter",
    "set_result_schedules_the_waiter_once",
    "set_result_wakes_its_own_waiter",
    "set_result_in_mid_pass_waits_for_the_next_pass",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class Future:
    def set_result(self, already=[]):
        if already:
            return
        already.append(self)
        self.done = True
        if self.waiter is not None:
            self.loop.call_soon(self.waiter)
