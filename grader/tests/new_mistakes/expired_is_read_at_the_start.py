"""`expired_at` is the clock at the moment at which the task falls asleep."""


class Task:
    def _suspend(self, delay):
        started = self.loop.clock

        def fire():
            self.expired_at = started
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                self.loop.call_soon(self.step)
            else:
                self.step()

        self.deadline = started + delay
        self.loop.call_later(delay, fire)
