"""Match statements, private stamps, and a property to make them look like the given attributes; nothing forgets the sleep."""

from .commands import BURN, SLEEP
from .trace import Wake

MISTAKE = "step_never_forgets_the_sleep"


class Task:
    def step(self):
        if self.deadline is not None:
            self._note_wake()
        match next(self.coro, None):
            case None:
                pass
            case (kind, int(cost)) if kind == BURN:
                self._burn(cost)
            case (kind, int(delay)) if kind == SLEEP:
                self._suspend(delay)
            case (kind, _):
                raise ValueError(f"what is {kind}?")

    def _burn(self, cost):
        loop = self.loop
        loop.clock = loop.clock + cost
        loop.ready.append(self.step)

    def _note_wake(self):
        stamps = (self.deadline, self.expired_at, self.fired_at)
        self.loop.trace.append(Wake(self.name, *stamps, ran_at=self.loop.clock))
