"""`step` goes on with the same task until it sleeps.

In the stamps: No wake at all: the hog never sleeps, so its first step never ends, and the timer due at 1000 is never
looked at.

Read again: Each yield is the promise to let others run. A loop over the generator breaks that promise.
"""

FAILS = {
    "step_resumes_the_generator_once",
    "step_adds_a_burn_to_the_clock",
    "step_queues_a_burner_at_the_back",
    "step_suspends_a_sleeper",
    "step_records_the_wake",
    "step_rejects_unknown_commands",
    "step_lets_other_exceptions_out",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        for kind, ms in self.coro:
            if kind == BURN:
                self.loop.clock += ms
            elif kind == SLEEP:
                self._suspend(ms)
                return
            else:
                raise ValueError(f"unknown command {kind!r}")
