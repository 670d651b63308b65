"""A task: a generator, and the bookkeeping that lets the loop run it piece by piece.

A task is never "running in the background". It runs from one yield to the next, inside `step`, and only when the loop
calls `step`. Between two steps it is either in the ready queue (it asked to burn) or nowhere at all: then a timer
holds the only way back to it (it asked to sleep).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .commands import BURN, SLEEP, Command
from .future import Future
from .trace import Stamp, Wake

if TYPE_CHECKING:
    from .loop import EventLoop


class Task:
    """A generator on its way through the loop. While it sleeps, it knows the stamps of that sleep; otherwise they are None."""

    def __init__(self, loop: EventLoop, coro: Iterator[Command], name: str | None = None) -> None:
        self.loop = loop
        self.coro: Any = coro
        self.name = name
        self.deadline: Stamp = None
        self.expired_at: Stamp = None
        self.fired_at: Stamp = None
        loop.call_soon(self.step)

    def step(self) -> None:
        self._note_wake()
        try:
            op = self.coro.send(None)
        except StopIteration:
            return
        kind, ms = op
        if kind not in (BURN, SLEEP):
            raise ValueError(kind)
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        else:
            self._suspend(ms)

    def _suspend(self, delay: int) -> None:
        class Alarm:
            timer = None

            def __call__(alarm):
                self.expired_at = alarm.timer.expired_at
                self.fired_at = self.loop.clock
                if self.loop.hops == 2:
                    f = Future(self.loop)
                    f.waiter = self.step
                    f.set_result()
                else:
                    self.step()

        alarm = Alarm()
        alarm.timer = self.loop.call_later(delay, alarm)
        self.deadline = alarm.timer.when

    def _note_wake(self) -> None:
        if self.deadline is None:
            return
        w = Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock)
        self.loop.trace.append(w)
        self.deadline = self.expired_at = self.fired_at = None
