"""The Wake has fired in the place of ran.

In the stamps: With one hop nothing is wrong. With two hops ran is 1200 instead of 1400, although the next deadline,
2400, shows that the task ran at 1400.

Read again: fired is when the timer's callback ran; ran is when the task itself got the CPU. With a future in between,
these are two moments.
"""

FAILS = {
    "step_records_the_wake",
    "random_schedules_leave_the_right_trace",
    "pinned_trace_with_two_hops",
    "closed_form_gives_the_period",
    "closed_form_gives_all_four_stamps",
    "chopping_finer_makes_it_less_late",
    "any_order_of_creation",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
}


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.fired_at))
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
