"""What runs next: a scheduler that puts callbacks, timers, futures and tasks into the same order as Python's own asyncio.

Everything that ever runs stands in one queue of callbacks. A task is a callback, too: its step. So the question "what runs
next?" has one answer, whoever asks: what stands at the front. What remains is who puts what there, and when:

    call_soon      a callback, at once                       create_task    the first step of a task
    call_later     a callback, when its time has come        a bare yield   the next step of the same task
    set_result     everybody who waits for this future       the end of a task is a result: see set_result
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Coroutine, Generator
from heapq import heappop, heappush
from types import coroutine
from typing import Any

Callback = Callable[..., object]


class Future:
    """A result that is not there yet. `callbacks` are called, through the loop, when it is."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.done = False
        self.result: Any = None
        self.callbacks: list[Callback] = []

    def set_result(self, result: Any) -> None:
        """The result is there. Everybody in `callbacks` is scheduled, in order, with this future as the argument. Called once."""
        # BEGIN SOLUTION what_runs_next.Future.set_result
        self.done, self.result = True, result
        for callback in self.callbacks:
            self.loop.call_soon(callback, self)
        self.callbacks.clear()
        # END SOLUTION what_runs_next.Future.set_result

    def add_done_callback(self, callback: Callback) -> None:
        """Let `callback(future)` be scheduled when the future is done; if it already is, now."""
        # BEGIN SOLUTION what_runs_next.Future.add_done_callback
        if self.done:
            self.loop.call_soon(callback, self)
        else:
            self.callbacks.append(callback)
        # END SOLUTION what_runs_next.Future.add_done_callback

    def __await__(self) -> Generator[Any, Any, Any]:
        """Yield this future to the loop, unless it is done. The value of the `await` is the result."""
        # BEGIN SOLUTION what_runs_next.Future.__await__
        if not self.done:
            yield self
        return self.result
        # END SOLUTION what_runs_next.Future.__await__


class Task(Future):
    """A coroutine that the loop drives. It is a future, too: its result is what the coroutine returns."""

    def __init__(self, loop: Loop, coro: Coroutine[Any, Any, Any]) -> None:
        super().__init__(loop)
        self.coro = coro

    def step(self) -> None:
        """Resume the coroutine once. When it yields nothing (None), its next step is scheduled. When it yields a future, that
        future's end schedules `wake_up`. When it returns, that is the result of this task."""
        # BEGIN SOLUTION what_runs_next.Task.step
        try:
            yielded = self.coro.send(None)
        except StopIteration as end:
            self.set_result(end.value)
        else:
            if yielded is None:
                self.loop.call_soon(self.step)
            else:
                yielded.add_done_callback(self.wake_up)
        # END SOLUTION what_runs_next.Task.step

    def wake_up(self, future: Future) -> None:  # noqa: ARG002 - done-callbacks are called with their future
        """A future that the coroutine waits for is done."""
        self.step()


class Loop:
    """`clock` in ms, the `ready` queue of (callback, arguments), and the heap of `timers`."""

    def __init__(self) -> None:
        self.clock = 0
        self.ready: deque[tuple[Callback, tuple[Any, ...]]] = deque()
        self.timers: list[Any] = []
        self.armed = 0
        """How many timers were ever armed: of two with one deadline, the one that was armed first comes first."""

    def call_soon(self, callback: Callback, *args: Any) -> None:
        """Put a callback at the back of the ready queue; it will be called with these arguments."""
        # BEGIN SOLUTION what_runs_next.Loop.call_soon
        self.ready.append((callback, args))
        # END SOLUTION what_runs_next.Loop.call_soon

    def call_later(self, delay: int, callback: Callback, *args: Any) -> None:
        """Arm a timer: the callback becomes ready `delay` ms from now. Also with a delay of 0 it is a timer."""
        # BEGIN SOLUTION what_runs_next.Loop.call_later
        self.armed += 1
        heappush(self.timers, (self.clock + delay, self.armed, callback, args))
        # END SOLUTION what_runs_next.Loop.call_later

    def create_task(self, coro: Coroutine[Any, Any, Any], eager: bool = False) -> Task:
        """Make a task. Its first step is scheduled; an `eager` task takes it at once, before this returns."""
        # BEGIN SOLUTION what_runs_next.Loop.create_task
        task = Task(self, coro)
        if eager:
            task.step()
        else:
            self.call_soon(task.step)
        return task
        # END SOLUTION what_runs_next.Loop.create_task

    def run_once(self) -> None:
        """One pass. If nothing is ready, the clock jumps to the earliest timer. Timers whose time has come go behind what is
        ready. Then what is ready now runs, and nothing else."""
        # BEGIN SOLUTION what_runs_next.Loop.run_once
        if not self.ready and self.timers:
            earliest = self.timers[0][0]
            self.clock = max(self.clock, earliest)
        while self.timers and self.timers[0][0] <= self.clock:
            self.ready.append(heappop(self.timers)[2:])
        for _ in range(len(self.ready)):
            callback, args = self.ready.popleft()
            callback(*args)
        # END SOLUTION what_runs_next.Loop.run_once

    def run(self) -> None:
        """Pass after pass, until nothing is left that could ever run."""
        while self.ready or self.timers:
            self.run_once()


@coroutine
def bare_yield() -> Generator[None, None, None]:
    """Let the others go first: what `asyncio.sleep(0)` does."""
    yield


async def sleep(loop: Loop, delay: int) -> None:
    """Sleep for some ms: what `asyncio.sleep` does."""
    future = Future(loop)
    loop.call_later(delay, future.set_result, None)
    await future
