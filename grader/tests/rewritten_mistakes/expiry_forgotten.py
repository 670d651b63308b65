"""The callback notes when it fires, and not when its timer expired."""

MISTAKE = "suspend_notes_no_expiry"


class Task:
    def _suspend(self, delay):
        loop = self.loop

        def fire():
            self.fired_at = loop.clock
            (loop.call_soon if loop.hops == 2 else lambda resume: resume())(self.step)

        self.deadline = loop.clock + delay
        loop.call_later(delay, fire)
