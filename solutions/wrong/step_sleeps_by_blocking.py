"""A SLEEP moves the clock and goes on, as `time.sleep` would.

In the stamps: (1000, 1000, 1000, 1200), period 1200, and the hog runs once per tick instead of seven times: nobody
works while the heartbeat sleeps.

Read again: Sleeping gives the CPU away. A blocking sleep keeps it, and is a burn by another name.
"""

FAILS = {
    "step_suspends_a_sleeper",
    "step_records_the_wake",
    "step_records_the_wake_before_the_task_runs",
    "step_rejects_unknown_commands",
    "step_lets_other_exceptions_out",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "pinned_trace_with_two_hops",
    "pinned_trace_with_one_hop",
    "hog_burns_between_ticks",
    "closed_form_gives_the_period",
    "closed_form_gives_all_four_stamps",
    "chopping_finer_makes_it_less_late",
    "any_order_of_creation",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
    "an_endless_hog_does_not_starve_the_timer",
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
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self.loop.clock += ms
            self.deadline = self.expired_at = self.fired_at = self.loop.clock
            self.loop.call_soon(self.step)
        else:
            raise ValueError(f"unknown command {kind!r}")
