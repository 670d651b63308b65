"""No Wake is recorded when the task ends at that step.

In the stamps: The demo is right, because its tasks never end. A task whose last command is a sleep has one row too
few, and its own code never finds its wake in the trace.

Read again: The wake comes first, and what the task does with it comes after: also if it does nothing any more.
"""

FAILS = {
    "step_records_the_wake",
    "step_records_the_wake_before_the_task_runs",
    "step_forgets_the_sleep",
    "random_schedules_leave_the_right_trace",
}


class Task:
    def step(self):
        woken, stamps = self.loop.clock, (self.deadline, self.expired_at, self.fired_at)
        self.deadline = self.expired_at = self.fired_at = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if stamps[0] is not None:
            self.loop.trace.append(Wake(self.name, *stamps, woken))
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
