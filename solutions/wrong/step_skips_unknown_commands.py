"""A command of unknown kind is skipped, and the task goes on.

In the stamps: No stamp of the demo is wrong. A task with a typing error in its command goes on as if it had asked for
nothing.

Read again: What the loop does not know it must refuse, with a ValueError.
"""

FAILS = {
    "step_rejects_unknown_commands",
}


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if kind == SLEEP:
            self._suspend(ms)
            return
        if kind == BURN:
            self.loop.clock += ms
        self.loop.call_soon(self.step)
