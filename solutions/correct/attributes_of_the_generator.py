"""Whatever a task does not have, `__getattr__` looks up in its generator; the generator's state says whether it ended."""

import inspect

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def __getattr__(self, name):
        if name.startswith("__") or name == "coro":
            raise AttributeError(name)
        return getattr(self.coro, name)

    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        if self.gi_frame is None or inspect.getgeneratorstate(self.coro) == inspect.GEN_CLOSED:
            return
        try:
            kind, ms = self.send(None)
        except StopIteration:
            return
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(kind)
