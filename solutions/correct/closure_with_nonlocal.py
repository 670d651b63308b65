"""The timer's callback is a closure, and the timer reaches it through nonlocal."""


class Task:
    def _suspend(self, delay):
        timer = None

        def arm():
            nonlocal timer
            timer = self.loop.call_later(delay, fire)

        def fire():
            nonlocal timer
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            timer = None
            if self.loop.hops == 1:
                self.step()
            else:
                self.loop.call_soon(self.step)

        self.deadline = self.loop.clock + delay
        arm()
