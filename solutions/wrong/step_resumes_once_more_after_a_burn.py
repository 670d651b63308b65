"""After a BURN, `step` resumes the task once more at once.

In the stamps: The hog gets two chunks per turn: (1000, 1200, 1600, 2000) instead of (1000, 1000, 1200, 1400). A pass
is 400 ms long instead of 200.

Read again: After each command the task goes back to the queue. Its second chunk is its next turn.
"""

FAILS = {
    "step_resumes_the_generator_once",
    "step_adds_a_burn_to_the_clock",
    "step_queues_a_burner_at_the_back",
    "step_suspends_a_sleeper",
    "step_records_the_wake",
    "step_rejects_unknown_commands",
    "step_lets_other_exceptions_out",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "pinned_trace_with_two_hops",
    "pinned_trace_with_one_hop",
    "expiry_is_punctual_in_the_demo",
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
            if kind == BURN:
                self.loop.clock += ms
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
