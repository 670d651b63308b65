"""`set_result` catches every exception, also that of its own misspelt call.

In the stamps: No wake at all with two hops, and no exception either: the future is done, and nobody was scheduled.

Read again: An `except` that does nothing hides your own mistakes first. Let it out, and read what it says.
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
