"""A BURN is added to the clock as it was before the task was resumed.

In the stamps: In the demo all is right. Where the task's own code takes time, that time is lost: the clock falls back
to the moment at which the step began.

Read again: The clock is the loop's, and others move it, too. A burn moves it on from where it is now.
"""

FAILS = {
    "step_adds_a_burn_to_the_clock",
}


from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        now = self.loop.clock
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if kind == BURN:
            self.loop.clock = now + ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
