"""The Wake holds the name as a text, also where the task has no name.

In the stamps: All four are right. The name of a task that was made without one is recorded as the four letters of None.

Read again: The Wake holds the task's name as it is. A task may be made without one.
"""

FAILS = {
    "step_records_the_wake",
}


from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(str(self.name), self.deadline, self.expired_at, self.fired_at, self.loop.clock))
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
            raise ValueError(f"unknown command {kind!r}")
