"""The Wake has fired where expired belongs, and expired where fired belongs.

In the stamps: (1000, 1200, 1000, 1400) instead of (1000, 1000, 1200, 1400): the callback would have run before the
timer expired.

Read again: The four stamps stand in the order in which they happen: asked for, expired, fired, ran. They can only
grow.
"""

FAILS = {
    "step_records_the_wake",
    "random_schedules_leave_the_right_trace",
    "pinned_trace_with_two_hops",
    "pinned_trace_with_one_hop",
    "expiry_is_punctual_in_the_demo",
    "closed_form_gives_all_four_stamps",
    "chopping_finer_makes_it_less_late",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
}


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.fired_at, self.expired_at, self.loop.clock))
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
