"""A task that has ended closes its generator and lets go of everything that it held."""

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    finished = False

    def step(self):
        if self.finished:
            raise RuntimeError(f"task {self.name} has ended")
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            self.coro.close()
            self.finished = True
            self.coro = None
            return
        except BaseException:
            self.finished = True
            raise
        if kind not in (BURN, SLEEP):
            self.coro.close()
            raise ValueError(f"{kind} is not allowed")
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
            return
        self._suspend(ms)
