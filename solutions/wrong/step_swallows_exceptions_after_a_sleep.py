"""What a task raises when it comes out of a sleep is taken for its end.

In the stamps: Nothing, until a task raises after a sleep: it vanishes, and the loop goes on as if it had ended.

Read again: Where the task comes from makes no difference: only the end of the generator is quiet.
"""

FAILS = {
    "step_lets_other_exceptions_out",
    "run_lets_exceptions_out",
}


class Task:
    def step(self):
        woken = self.deadline is not None
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        except Exception:
            if woken:
                return
            raise
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
