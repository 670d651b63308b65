"""Nothing but `pass` where the exception of the stub was."""

MISTAKE = "step_is_a_coroutine"


class Task:
    def step(self):
        pass
