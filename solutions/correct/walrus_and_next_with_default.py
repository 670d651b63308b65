"""`next` with a default, a walrus, and no exception handling at all."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        if (asked := self.deadline) is not None:
            self.deadline = None
            self.loop.trace.append(Wake(self.name, asked, self.expired_at, self.fired_at, self.loop.clock))
        if (command := next(self.coro, None)) is None:
            return
        if (kind := command[0]) == BURN:
            self.loop.clock += command[1]
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(command[1])
        else:
            raise ValueError(f"unknown: {kind}")
