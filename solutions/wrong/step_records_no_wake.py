"""No step records a Wake.

In the stamps: The tasks wake when they should, and the trace is empty.

Read again: A step that ends a sleep leaves one row. How does a step know that the task was asleep?
"""

FAILS = {
    "step_records_the_wake",
    "step_records_the_wake_before_the_task_runs",
    "step_forgets_the_sleep",
    "random_schedules_leave_the_right_trace",
    "pinned_trace_with_two_hops",
    "pinned_trace_with_one_hop",
    "expiry_is_punctual_in_the_demo",
    "closed_form_gives_the_period",
    "closed_form_gives_all_four_stamps",
    "chopping_finer_makes_it_less_late",
    "any_order_of_creation",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class Task:
    def step(self):
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
