"""An unknown command is thrown back into the generator, whose task may not survive it."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        try:
            kind, ms = self.coro.send(None)
            if kind not in (BURN, SLEEP):
                self.coro.throw(ValueError(f"you said {kind!r}"))
        except StopIteration:
            return
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        else:
            self._suspend(ms)
