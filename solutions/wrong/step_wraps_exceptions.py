"""`step` replaces the task's exception by a RuntimeError.

In the stamps: No stamp is wrong. Whoever waits for the task's own exception gets another one.

Read again: An exception that is not yours leaves as it came.
"""

FAILS = {
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
        except StopIteration:
            return
        except Exception as error:
            raise RuntimeError(f"task {self.name} failed") from error
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
