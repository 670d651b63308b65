"""What a task raises in its first step is taken for its end.

In the stamps: Nothing, until a task raises at once: it vanishes without a word.

Read again: The first step is one like the others: only the end of the generator is quiet.
"""

FAILS = {
    "step_lets_other_exceptions_out",
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
        except Exception:
            if not getattr(self, "begun", False):
                return
            raise
        self.begun = True
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
