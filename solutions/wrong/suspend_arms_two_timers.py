"""Each sleep arms a second timer that does nothing.

In the stamps: No stamp is wrong. The heap holds two timers per sleeper, and an idle loop stops at deadlines that
nobody waits for.

Read again: A sleep is one timer. Everything that must happen, happens in its callback.
"""

FAILS = {
    "suspend_arms_one_timer",
}


class Task:
    def _suspend(self, delay):
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
        self.loop.call_later(delay, lambda: None)
