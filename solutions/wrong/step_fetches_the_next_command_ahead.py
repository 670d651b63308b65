"""`step` fetches the next command already when it carries out the present one.

In the stamps: The stamps of the demo are right. But the task's code runs one step too early: before its sleep has
begun, and before its wake has been recorded.

Read again: A generator runs between two yields, and only when its turn has come. To look ahead is to run it.
"""

FAILS = {
    "step_resumes_the_generator_once",
    "step_adds_a_burn_to_the_clock",
    "step_queues_a_burner_at_the_back",
    "step_suspends_a_sleeper",
    "step_records_the_wake_before_the_task_runs",
    "step_forgets_the_sleep",
    "step_rejects_unknown_commands",
    "step_lets_other_exceptions_out",
    "random_schedules_run_in_the_right_order",
    "hog_burns_between_ticks",
}


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        if not hasattr(self, "_next"):
            self._next = next(self.coro, None)
        if self._next is None:
            return
        (kind, ms), self._next = self._next, next(self.coro, None)
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
