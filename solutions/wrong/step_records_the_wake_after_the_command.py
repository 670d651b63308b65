"""The Wake is recorded after the command that the task yielded has been carried out.

In the stamps: The demo is right. A heartbeat that burns 30 ms as soon as it is woken has a ran that is 30 ms late:
its own work is booked as waiting.

Read again: ran is the clock before the task does anything, its next BURN included.
"""

FAILS = {
    "step_records_the_wake",
    "step_records_the_wake_before_the_task_runs",
    "step_forgets_the_sleep",
    "random_schedules_leave_the_right_trace",
    "a_heartbeat_that_works",
}


class Task:
    def step(self):
        woken = self.deadline is not None
        stamps = self.deadline, self.expired_at, self.fired_at
        self.deadline = self.expired_at = self.fired_at = None
        try:
            kind, ms = self.coro.send(None)
            if kind == BURN:
                self.loop.clock += ms
                self.loop.call_soon(self.step)
            elif kind == SLEEP:
                self._suspend(ms)
            else:
                raise ValueError(f"unknown command {kind!r}")
        except StopIteration:
            pass
        if woken:
            self.loop.trace.append(Wake(self.name, *stamps, self.loop.clock))
