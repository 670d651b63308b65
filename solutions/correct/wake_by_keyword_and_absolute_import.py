"""The package is imported by its full name, and the Wake is made by keyword."""

import mini_asyncio.commands as cmd
from mini_asyncio.future import Future
from mini_asyncio.trace import Wake


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(
                Wake(
                    ran_at=self.loop.clock,
                    fired_at=self.fired_at,
                    expired_at=self.expired_at,
                    deadline=self.deadline,
                    name=self.name,
                )
            )
            self.deadline = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if kind == cmd.BURN:
            self.loop.clock = self.loop.clock + ms
            self.loop.call_soon(self.step)
        elif kind == cmd.SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(kind)

    def _suspend(self, delay):
        future = Future(self.loop)
        future.waiter = self.step
        self.deadline = self.loop.clock + delay

        def fire():
            self.expired_at, self.fired_at = timer.expired_at, self.loop.clock
            future.set_result() if self.loop.hops == 2 else self.step()

        timer = self.loop.call_later(delay, fire)
