"""After a BURN, `step` starts a pass of the loop.

In the stamps: Passes run inside of passes: the wakes look right for a while, `run` never gets back control, and at
7000 it does not stop.

Read again: `step` is called by a pass. It puts the task at the back and returns; the next pass comes by itself.
"""

FAILS = {
    "step_resumes_the_generator_once",
    "step_adds_a_burn_to_the_clock",
    "step_queues_a_burner_at_the_back",
    "step_suspends_a_sleeper",
    "step_lets_a_finished_task_end",
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
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
            self.loop.run_once()
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
