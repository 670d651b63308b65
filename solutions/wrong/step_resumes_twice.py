"""`step` resumes the generator twice and drops its first command.

In the stamps: In the demo all stamps are right, since one command is like the other; but the hog was resumed 70 times
instead of 35. Where commands differ, every other one is lost.

Read again: One step is one resumption. What comes out of it is the command: there is nothing to fetch first.
"""

FAILS = {
    "step_resumes_the_generator_once",
    "step_adds_a_burn_to_the_clock",
    "step_queues_a_burner_at_the_back",
    "step_suspends_a_sleeper",
    "step_records_the_wake",
    "step_records_the_wake_before_the_task_runs",
    "step_forgets_the_sleep",
    "step_rejects_unknown_commands",
    "step_lets_other_exceptions_out",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "hog_burns_between_ticks",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
}


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        try:
            self.coro.send(None)
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
