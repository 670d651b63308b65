"""A Wake is recorded, and the sleep is not forgotten.

In the stamps: The demo is right, because the heartbeat sleeps again at once. A task that burns after its sleep leaves
the same row again at each step, with the same first three stamps and a later ran.

Read again: A sleep is over when it has been recorded. What tells the next step that the task was not asleep?
"""

FAILS = {
    "step_records_the_wake",
    "step_forgets_the_sleep",
    "random_schedules_leave_the_right_trace",
    "a_heartbeat_that_works",
}


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
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
