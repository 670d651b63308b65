"""A dictionary finds the handler of a command inside the `try`, and every KeyError is taken for an unknown command.

In the stamps: None changes. When the task's own code raises a KeyError, a ValueError about a command comes out.

Read again: What stands between `try` and `except` should be no more than what may raise. An exception of the task
leaves `step` as it is.
"""

FAILS = {
    "step_lets_other_exceptions_out",
    "run_lets_exceptions_out",
}


from .commands import BURN, SLEEP
from .trace import Wake


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        try:
            kind, ms = self.coro.send(None)
            {BURN: self._burn, SLEEP: self._suspend}[kind](ms)
        except StopIteration:
            return
        except KeyError:
            raise ValueError("unknown command") from None

    def _burn(self, ms):
        self.loop.clock += ms
        self.loop.call_soon(self.step)
