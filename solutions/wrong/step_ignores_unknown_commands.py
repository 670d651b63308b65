"""A command of unknown kind is ignored, and the task disappears.

In the stamps: No stamp is wrong. A task with a typing error in its command stops without a word, and nothing says
why.

Read again: What the loop does not know it must refuse. Silence turns a small mistake into a long search.
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
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
