"""`step` takes "BURN" and "Sleep" for the commands, too: it compares without regard to capitals.

In the stamps: None changes. A task that yields a kind which nobody knows goes on as if it were known.

Read again: There are two kinds of commands. Any other is a mistake of the task, and the sooner it shows, the better.
"""

FAILS = {
    "step_rejects_unknown_commands",
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
        kind = kind.lower()
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
