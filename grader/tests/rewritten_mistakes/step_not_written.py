"""Nothing but `pass` where the exception of the stub was."""

MISTAKE = "step_does_nothing"


class Task:
    def step(self):
        pass
