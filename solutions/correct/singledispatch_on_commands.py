"""Commands become objects of two classes, and functools.singledispatch says what they do."""

from dataclasses import dataclass
from functools import singledispatch

from .trace import Wake


@dataclass(frozen=True)
class Burn:
    ms: int


@dataclass(frozen=True)
class Sleep:
    ms: int


@singledispatch
def perform(command, task):
    raise ValueError(f"cannot perform {command!r}")


@perform.register
def _(command: Burn, task):
    task.loop.clock += command.ms
    task.loop.call_soon(task.step)


@perform.register
def _(command: Sleep, task):
    task._suspend(command.ms)


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        perform({"burn": Burn, "sleep": Sleep}.get(kind, lambda _: kind)(ms), self)
