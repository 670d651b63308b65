"""The wake-up hands itself through the queue for as many hops as the loop has left."""


class Task:
    def _suspend(self, delay):
        self.deadline = self.loop.clock + delay

        def fire():
            self.expired_at, self.fired_at = timer.expired_at, self.loop.clock
            hop(self.loop.hops - 1)

        def hop(left):
            if left == 0:
                self.step()
            else:
                self.loop.call_soon(lambda: hop(left - 1))

        timer = self.loop.call_later(delay, fire)
