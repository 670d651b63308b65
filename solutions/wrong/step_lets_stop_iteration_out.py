"""`step` does not catch StopIteration.

In the stamps: The demo is right, because its tasks never end. The first task that ends takes the whole loop down.

Read again: A generator says by an exception that it has ended. That is the one exception which is meant for the loop.
"""

FAILS = {
    "step_resumes_the_generator_once",
    "step_adds_a_burn_to_the_clock",
    "step_queues_a_burner_at_the_back",
    "step_suspends_a_sleeper",
    "step_lets_a_finished_task_end",
    "step_records_the_wake",
    "step_records_the_wake_before_the_task_runs",
    "step_forgets_the_sleep",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "a_hog_that_ends",
}


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        kind, ms = self.coro.send(None)
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
