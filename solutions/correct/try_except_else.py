"""The handling of the command stands in the else of the try."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        try:
            command = self.coro.send(None)
        except StopIteration as end:
            self.result = end.value
        except BaseException as error:
            self.exception = error
            raise
        else:
            kind, ms = command
            if kind not in (BURN, SLEEP):
                raise ValueError(f"{kind!r}: expected {BURN!r} or {SLEEP!r}")
            if kind == SLEEP:
                self._suspend(ms)
            else:
                self.loop.clock += ms
                self.loop.call_soon(self.step)
        finally:
            self.steps = getattr(self, "steps", 0) + 1
