"""The loop has helper methods for burning, sleeping and recording, and the task uses them."""

import heapq

from .commands import BURN, SLEEP
from .trace import Wake


class Future:
    def set_result(self):
        self.loop.resolve(self)


class Task:
    def step(self):
        self.loop.record_wake(self)
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            self.loop.forget(self)
            return
        if kind == BURN:
            self.loop.burn(self, ms)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(kind)

    def _suspend(self, delay):
        self.loop.put_to_sleep(self, delay)


class EventLoop:
    def resolve(self, future):
        if not future.done:
            future.done = True
            if future.waiter is not None:
                self.call_soon(future.waiter)

    def record_wake(self, task):
        if task.deadline is not None:
            self.trace.append(Wake(task.name, task.deadline, task.expired_at, task.fired_at, self.clock))
            task.deadline = None

    def forget(self, task):
        self.finished = [*getattr(self, "finished", []), task.name]

    def burn(self, task, ms):
        self.clock += ms
        self.call_soon(task.step)

    def put_to_sleep(self, task, delay):
        task.deadline = self.clock + delay
        timer = self.call_later(delay, lambda: self.fire(task, timer))

    def fire(self, task, timer):
        task.expired_at, task.fired_at = timer.expired_at, self.clock
        self.call_soon(task.step) if self.hops == 2 else task.step()

    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            self.expire(heapq.heappop(self.timers)[2])
        for _ in range(len(self.ready)):
            self.ready.popleft()()

    def expire(self, timer):
        timer.expired_at = self.clock
        self.call_soon(timer.callback)
