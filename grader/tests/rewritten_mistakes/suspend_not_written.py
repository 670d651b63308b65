"""Nothing but `pass` where the exception of the stub was."""

MISTAKE = "suspend_does_nothing"


class Task:
    def _suspend(self, delay):
        pass
