"""What a sleeping task has to remember. Own module, because task.py was getting long."""

from dataclasses import dataclass

from .trace import Wake


@dataclass
class Nap:
    deadline: int
    expired_at: int | None = None
    fired_at: int | None = None

    def over(self, name, now):
        return Wake(name, self.deadline, self.expired_at, self.fired_at, now)
