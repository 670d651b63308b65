"""`set_result` makes a new task of the waiter.

In the stamps: No wake at all with two hops: at 1400 the new task tries to resume a plain function as if it were a
generator, an AttributeError.

Read again: A task is made once, of a generator. The waiter is a callable that stands for a task that exists already.
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
            self.loop.create_task(self.waiter)
