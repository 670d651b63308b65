"""A dictionary of handlers; the one for BURN rotates the queue to put the task at its front."""

from .commands import BURN, SLEEP
from .trace import Wake

MISTAKE = "step_puts_the_burner_at_the_front"


class UnknownCommandError(ValueError):
    pass


class Task:
    def step(self):
        if self.deadline is not None:
            row, self.deadline = (self.deadline, self.expired_at, self.fired_at), None
            self.loop.trace.append(Wake(self.name, *row, self.loop.clock))
        try:
            kind, amount = next(self.coro)
        except StopIteration:
            return None
        handlers = {BURN: self._burn_now, SLEEP: self._suspend}
        if kind not in handlers:
            raise UnknownCommandError(kind)
        return handlers[kind](amount)

    def _burn_now(self, amount):
        self.loop.clock += amount
        self.loop.call_soon(self.step)
        self.loop.ready.rotate(1)
