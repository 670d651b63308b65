"""Something stands there, and nothing happens."""

MISTAKE = "suspend_does_nothing"


class Task:
    def _suspend(self, delay):
        due = self.loop.clock + delay
        del due
