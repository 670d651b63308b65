"""Every ValueError becomes one about an unknown command, also one of the task's own code.

In the stamps: None changes. Whoever looks for the mistake of a task reads about a command that the task never gave.

Read again: What stands between `try` and `except` should be no more than what may raise. An exception of the task
leaves `step` as it is.
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
        except StopIteration:
            return
        except ValueError:
            raise ValueError("unknown command") from None
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
