"""`step` catches everything, and ends the task quietly.

In the stamps: No stamp of the demo is wrong. A task that fails just stops, and also the ValueError of an unknown
command disappears.

Read again: Only the end of the generator is the loop's business. Catch that one by name.
"""

FAILS = {
    "step_rejects_unknown_commands",
    "step_lets_other_exceptions_out",
    "run_lets_exceptions_out",
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
                self.loop.call_soon(self.step)
            elif kind == SLEEP:
                self._suspend(ms)
            else:
                raise ValueError(f"unknown command {kind!r}")
        except:
            return
