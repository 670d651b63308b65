"""The kind of a command is a part of a method's name."""

from .trace import Wake


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = None
        try:
            kind, ms = self.coro.__next__()
        except StopIteration:
            return
        handler = getattr(self, f"_on_{kind}", None)
        if handler is None:
            raise ValueError(f"no method _on_{kind}")
        handler(ms)

    def _on_burn(self, ms):
        self.loop.clock += ms
        self.loop.call_soon(self.step)

    def _on_sleep(self, ms):
        self._suspend(ms)
