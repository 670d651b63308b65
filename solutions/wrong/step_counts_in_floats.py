"""The clock becomes a float.

In the stamps: (1000, 1000.0, 1200.0, 1400.0): as long as the chunks are whole it only looks odd; in seconds, sums
like 0.2 + 0.2 + 0.2 miss the deadline by a hair and lose a whole pass.

Read again: Times are whole milliseconds, so that "is it due?" has an exact answer.
"""

FAILS = {
    "step_adds_a_burn_to_the_clock",
    "step_suspends_a_sleeper",
    "step_records_the_wake",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "pinned_trace_with_two_hops",
    "pinned_trace_with_one_hop",
    "expiry_is_punctual_in_the_demo",
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
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if kind == BURN:
            self.loop.clock += ms / 1000 * 1000
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
