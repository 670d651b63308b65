"""Sleeps are rounded up to whole tens of milliseconds."""


class Task:
    def _suspend(self, delay):
        delay = -(-delay // 10) * 10

        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                self.loop.call_soon(self.step)
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
