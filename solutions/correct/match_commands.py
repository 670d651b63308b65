"""The command is taken apart by match, with dotted names of the commands module."""

from . import commands
from .trace import Wake


class Task:
    def step(self):
        match self.deadline:
            case None:
                pass
            case int() as asked:
                self.loop.trace.append(Wake(self.name, asked, self.expired_at, self.fired_at, self.loop.clock))
                self.deadline = None
        try:
            command = self.coro.send(None)
        except StopIteration:
            return
        match command:
            case (commands.BURN, int(ms)):
                self.loop.clock += ms
                self.loop.call_soon(self.step)
            case (commands.SLEEP, int(ms)):
                self._suspend(ms)
            case (kind, _):
                raise ValueError(f"a task of mine said {kind!r}, which means nothing to me")
            case _:
                raise TypeError(command)
