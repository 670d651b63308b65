"""A ValueError of the task's own code is taken for the end of the task.

In the stamps: None changes. A task whose own code raises a ValueError disappears without a word.

Read again: The exercise raises a ValueError, for a command that nobody knows. It catches none: an exception of the
task leaves `step`.
"""

FAILS = {
    "step_lets_other_exceptions_out",
    "run_lets_exceptions_out",
}


from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        try:
            kind, ms = self.coro.send(None)
        except (StopIteration, ValueError):
            return
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
