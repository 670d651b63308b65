"""A Wake that equals one in the trace is not recorded.

In the stamps: Two tasks with one name that sleep alike leave one row instead of two.

Read again: Each task that wakes leaves its own row, whatever stands in the trace already.
"""

FAILS = {
    "step_records_the_wake",
}


class Task:
    def step(self):
        if self.deadline is not None:
            wake = Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock)
            if wake not in self.loop.trace:
                self.loop.trace.append(wake)
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
