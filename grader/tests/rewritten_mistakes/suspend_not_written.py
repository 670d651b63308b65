"""Nothing but `pass` where the exception of the stub was."""

MISTAKE = "suspend_is_a_coroutine"


class Task:
    def _suspend(self, delay):
        pass
