"""`step` asks whether the kind is a part of "burn" or of "sleep", where it should ask whether it is the same.

In the stamps: None changes. A task that yields a kind which nobody knows, such as "bur", goes on as if it were known.

Read again: Between two texts, `in` looks for one inside the other. Here they must be equal.
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
        if kind in BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind in SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
