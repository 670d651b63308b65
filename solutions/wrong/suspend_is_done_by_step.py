"""`step` puts the task to sleep itself, and `_suspend` is not written.

In the stamps: All are right. But whoever calls `_suspend` finds that nothing is there.

Read again: `step` hands the delay on. How a task sleeps is said once, in `_suspend`.
"""

FAILS = {
    "suspend_arms_the_timer_itself",
}


from .commands import BURN, SLEEP
from .future import Future
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
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._sleep(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")

    def _sleep(self, delay):
        future = Future(self.loop)
        future.waiter = self.step

        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                future.set_result()
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)

    def _suspend(self, delay):
        raise NotImplementedError("exercise")
