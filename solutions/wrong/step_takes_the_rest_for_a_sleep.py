"""Every command that is not a BURN is taken for a SLEEP.

In the stamps: No stamp of the demo is wrong. A misspelt burn becomes a sleep, and the trace holds a wake that nobody
asked for.

Read again: There are three cases: the two that are known, and all others.
"""

FAILS = {
    "step_rejects_unknown_commands",
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
        else:
            self._suspend(ms)
