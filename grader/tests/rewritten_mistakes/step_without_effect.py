"""Something stands there, and nothing happens."""

MISTAKE = "step_does_nothing"


class Task:
    def step(self):
        name = self.name
        del name
