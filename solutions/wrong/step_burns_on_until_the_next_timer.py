"""A task that burns keeps the CPU while nobody else is ready and no timer is due.

In the stamps: The heartbeat is on time, since the hog stops for it. But a pass holds many burns instead of one.

Read again: One step is one resumption, also where nobody would mind another one.
"""

FAILS = {
    "step_resumes_the_generator_once",
    "step_records_the_wake",
    "chopping_finer_makes_it_less_late",
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
            if self.loop.timers and not self.loop.ready and self.loop.timers[0][0] > self.loop.clock:
                self.step()
            else:
                self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
