"""The time of a BURN is added to the clock when the task takes its next step.

In the stamps: The demo is right, as the hog comes round at once. With several tasks everybody between the burn and
the hog's next turn sees a clock that is too early.

Read again: The work is done before anybody else runs, so it is paid before anybody else runs.
"""

FAILS = {
    "step_adds_a_burn_to_the_clock",
    "step_records_the_wake",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "hog_burns_between_ticks",
    "any_order_of_creation",
    "a_heartbeat_that_works",
}


class Task:
    def step(self):
        self.loop.clock += getattr(self, "_owed", 0)
        self._owed = 0
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if kind == BURN:
            self._owed = ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
