"""A RuntimeError of the task's own code is taken for the end of the task.

In the stamps: None changes. A task whose own code raises a RuntimeError disappears without a word.

Read again: Only one exception says that a generator has ended, and it is no RuntimeError. Any other one is for
whoever runs the loop.
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
        except (StopIteration, RuntimeError):
            return
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
