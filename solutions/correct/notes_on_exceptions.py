"""Exceptions of tasks leave the loop with a note, and with everything that was around them."""

import heapq

from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        except Exception as error:
            error.add_note(f"in task {self.name} at {self.loop.clock} ms")
            raise error from None
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            error = ValueError("unknown", kind, ms)
            error.add_note("BURN and SLEEP are known")
            raise error


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for number in range(len(self.ready)):
            try:
                self.ready.popleft()()
            except BaseException as error:
                error.add_note(f"callback number {number} of its pass")
                raise
