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
        L = self.loop
        if self.deadline is not None:
            L.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, L.clock))
            self.deadline = None
        if not (cmd := next(self.coro, None)): return
        kind, ms = cmd
        if kind == SLEEP: return self._suspend(ms)
        if kind != BURN: raise ValueError(kind)
        L.clock += ms; L.call_soon(self.step)

    def _suspend(self, delay: int) -> None:
        def fire():
            self.expired_at, self.fired_at = t.expired_at, self.loop.clock
            f.set_result() if self.loop.hops == 2 else self.step()
        f = Future(self.loop); f.waiter = self.step
        self.deadline = self.loop.clock + delay
        t = self.loop.call_later(delay, fire)
