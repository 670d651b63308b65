"""A command of unknown kind raises TypeError instead of ValueError.

In the stamps: No stamp is wrong. Whoever catches the ValueError of the contract does not catch this one.

Read again: The type is right, a pair of kind and number; it is the value that is not known.
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
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise TypeError(f"a task must yield burn or sleep, not {kind!r}")
