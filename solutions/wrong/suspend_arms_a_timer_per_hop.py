"""With two hops a sleep arms one timer for the stamps and another for the wake.

In the stamps: The demo's stamps are right: both expire together, and their callbacks run one after the other. But the
heap holds two timers for one sleep.

Read again: Two hops are two trips through the ready queue, not two timers.
"""

FAILS = {
    "suspend_arms_one_timer",
}


class Task:
    def _suspend(self, delay):
        future = Future(self.loop)
        future.waiter = self.step

        def note():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 1:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, note)
        if self.loop.hops == 2:
            self.loop.call_later(delay, future.set_result)
