# Generated from grader/src/loopcheck/probes/hand.py by `loopcheck author build`: edit it there.
"""A loop that is worked off by hand: one callback at a time, one timer at a time.

It has the members of `EventLoop` that are given, and no `run_once`: whoever uses it says which turn comes next (turns.py).
So `Future` and `Task` can be tried before the loop is written.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from importlib import import_module
from operator import itemgetter
from typing import Any


class HandLoop:
    """The given part of an event loop. Extra arguments are accepted and any attribute may be added."""

    def __init__(self, hops: int = 2, package: str = "mini_asyncio") -> None:
        self.clock = 0
        self.ready: deque[Callable[[], object]] = deque()
        self.timers: list[tuple[int, int, Any]] = []
        self.trace: list[Any] = []
        self.hops = hops
        self._package = package
        self._armed = 0

    def call_soon(self, callback: Callable[..., object], *args: Any) -> None:
        self.ready.append((lambda: callback(*args)) if args else callback)

    def call_later(self, delay: int, callback: Callable[..., object], *args: Any) -> Any:
        timer = import_module(f"{self._package}.timers").Timer(self.clock + delay, callback)
        if args:
            timer.callback = lambda: callback(*args)
        self._armed += 1
        self.timers.append((timer.when, self._armed, timer))
        self.timers.sort(key=itemgetter(0, 1))
        return timer

    def create_task(self, coro: Any, name: str | None = None) -> Any:
        return import_module(f"{self._package}.task").Task(self, coro, name)
