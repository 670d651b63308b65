"""The callback is one lambda that evaluates a tuple."""


class Task:
    def _suspend(self, delay):
        loop, box = self.loop, {}
        self.deadline = loop.clock + delay
        box["timer"] = loop.call_later(
            delay,
            lambda: (
                setattr(self, "expired_at", box["timer"].expired_at),
                setattr(self, "fired_at", loop.clock),
                loop.call_soon(self.step) if loop.hops == 2 else self.step(),
            ),
        )
