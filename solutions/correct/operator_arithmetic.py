"""All arithmetic and all comparisons go through the operator module."""

import operator as op

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        if op.is_not(self.deadline, None):
            op.methodcaller(
                "append", Wake(*op.attrgetter("name", "deadline", "expired_at", "fired_at", "loop.clock")(self))
            )(self.loop.trace)
            self.deadline = None
        try:
            kind, ms = op.methodcaller("send", None)(self.coro)
        except StopIteration:
            return
        if op.eq(kind, BURN):
            self.loop.clock = op.add(self.loop.clock, op.index(ms))
            self.loop.call_soon(self.step)
        elif op.eq(kind, SLEEP):
            self._suspend(op.pos(ms))
        else:
            raise ValueError(kind)
