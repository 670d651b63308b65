"""`set_result` marks the future done and schedules nobody, without any exception.

In the stamps: No wake at all with two hops: the future is done, and its waiter stands in no queue.

Read again: Marking and waking are two things. If you do both, look for an `except` that does nothing: it hides your
own mistakes first, a misspelt call for example.
"""

FAILS = {
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
        try:
            if not self.done:
                self.loop.call_soon_soon(self.waiter)
        except Exception:
            pass
        self.done = True
