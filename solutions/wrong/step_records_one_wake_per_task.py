"""Only the first wake of each task is recorded.

In the stamps: One row, (1000, 1000, 1200, 1400), then nothing, although the task goes on waking every 1400 ms.

Read again: Once per sleep is not once per task: what was set by the first wake must be set back by the next sleep.
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
        if self.deadline is not None and not getattr(self, "_recorded", False):
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self._recorded = True
        self.deadline = self.expired_at = self.fired_at = None
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
