"""The loop is a dataclass; `run` is recursive in pieces, and `create_task` keeps all tasks in a list."""

import itertools
from collections import deque
from dataclasses import dataclass, field


@dataclass(eq=False)
class EventLoop:
    del __init__
    hops: int = 2
    clock: int = 0
    ready: deque = field(default_factory=deque)
    timers: list = field(default_factory=list)
    trace: list = field(default_factory=list)
    tasks: list = field(default_factory=list)
    _armed: object = field(default_factory=itertools.count, repr=False)

    def create_task(self, coro, name=None):
        self.tasks.append(Task(self, coro, name))
        return self.tasks[-1]

    def run(self, until):
        while not self._run_a_piece(until, 50):
            pass

    def _run_a_piece(self, until, left):
        if self.clock >= until or not (self.ready or self.timers):
            return True
        if not self.ready:
            self.clock = max(self.clock, self.timers[0][0])
        self.run_once()
        return left > 0 and self._run_a_piece(until, left - 1)
