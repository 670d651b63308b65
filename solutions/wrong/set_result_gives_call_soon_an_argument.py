"""`set_result` gives `call_soon` an argument for the waiter, as asyncio's `call_soon` would take it.

In the stamps: No wake at all with two hops: when the first timer's callback runs, at 1200, there is a TypeError.

Read again: This loop's `call_soon` takes a callable and nothing else. Read what is given before you use it.
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
            self.loop.call_soon(self.waiter, self)
