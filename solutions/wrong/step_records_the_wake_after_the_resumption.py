"""The Wake is recorded after the task was resumed, and not at all when the task has ended.

In the stamps: The demo is right, because its heartbeat does nothing between two yields and never ends. A task whose
code takes time after waking has a ran that is late by that time, and the last wake of a task that ends is missing.

Read again: ran is the moment at which the task gets the CPU. Its own work comes after that, and so does its end.
"""

FAILS = {
    "step_records_the_wake",
    "step_records_the_wake_before_the_task_runs",
    "step_forgets_the_sleep",
    "random_schedules_leave_the_right_trace",
}


class Task:
    def step(self):
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
