"""A Wake is only recorded if the task runs later than its deadline.

In the stamps: With one hop and no neighbour there is no wake at all: whoever is punctual leaves no trace.

Read again: A punctual wake is one, too. What counts is whether the task was asleep.
"""

FAILS = {
    "step_records_the_wake",
    "step_forgets_the_sleep",
    "random_schedules_leave_the_right_trace",
    "a_hog_that_ends",
}


class Task:
    def step(self):
        if self.deadline is not None:
            if self.loop.clock > self.deadline:
                self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
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
