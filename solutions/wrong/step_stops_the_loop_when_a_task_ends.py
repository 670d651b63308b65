"""When a task ends, the ready queue is cleared.

In the stamps: The demo is right, because its tasks never end. When one does, everybody who stood behind it in the
queue is lost, and never wakes again.

Read again: A task ends for itself. What else is ready is none of its business.
"""

FAILS = {
    "step_resumes_the_generator_once",
    "step_adds_a_burn_to_the_clock",
    "step_queues_a_burner_at_the_back",
    "step_lets_a_finished_task_end",
    "step_records_the_wake",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
}


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            self.loop.ready.clear()
            return
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
