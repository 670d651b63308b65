"""The wake is appended in the last line, from stamps that were put aside; a finished task returns before it."""

from .commands import BURN, SLEEP
from .trace import Wake

MISTAKE = "step_records_the_wake_last"


class Task:
    def step(self):
        loop = self.loop
        slept, self.deadline = self.deadline, None
        expired, fired = self.expired_at, self.fired_at
        command = next(self.coro, None)
        if command is None:
            return
        kind, ms = command
        if kind not in (BURN, SLEEP):
            raise ValueError(kind)
        if kind == SLEEP:
            self._suspend(ms)
        else:
            loop.clock += ms
            loop.call_soon(self.step)
        if slept is not None:
            loop.trace.append(Wake(self.name, slept, expired, fired, loop.clock))
