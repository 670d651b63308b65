"""CPython's own event loop, on a clock that only work and idle waiting can move.

A real event loop reads the time from the machine, so that no two runs are alike, and a test of "woken at 1400 ms" is a
test of the machine's mood. But nothing in the scheduling of asyncio needs *real* time. Its loop asks for three things:

    time()             what time is it?
    select(timeout)    wait for a file to become ready, at most so long
    _run_once()        one pass: wait, take the timers that are due, run what is ready

The third is the scheduler, and here it stays as it is: every line of `_run_once` below is CPython's, inherited from
`asyncio.BaseEventLoop` as the loops of every platform inherit it. The other two are replaced:

    time()             returns `clock`, a whole number; we read it as milliseconds
    select(timeout)    adds the timeout to the clock, and returns at once: nothing ever becomes ready

So a program takes no time except when it says so: `loop.clock += 200` is a task that keeps the CPU for 200 ms.

    >>> loop = VirtualLoop()
    >>> async def heartbeat():
    ...     while True:
    ...         await asyncio.sleep(1000)
    ...         print(loop.clock)
    >>> async def hog():
    ...     while True:
    ...         loop.clock += 200
    ...         await asyncio.sleep(0)
    >>> _ = loop.create_task(heartbeat()), loop.create_task(hog())
    >>> loop.run(until=3000)
    1400
    2800
    >>> loop.shut_down()

It asked for 1000 and got 1400, on CPython's own code. Where the 400 ms went can be seen, too: every timer notes when it
was due, when a pass found it due, and when its callback ran (`loop.timers`).

What must stay true: whole numbers only. A pass takes the timers with `when < time() + _clock_resolution`; with a
resolution of 1 that means "due this very millisecond, or before". With 0 a timer would be seen one pass late (a period of
1600 instead of 1400, and a lone sleeper would spin for ever); above 1, timers would fire early.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context
from typing import Any, SupportsIndex, TypeVar, TypeVarTuple

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


class Due(int):
    """A deadline in ms that knows which timer was armed first: of two equal ones, that one counts as the earlier.

    asyncio's heap compares deadlines alone, and its documentation leaves the order of equal ones open. So a heap of these
    is still CPython's own, only with the open question answered.
    """

    def __new__(cls, when: SupportsIndex, number: int) -> Due:
        due = super().__new__(cls, when)
        due.number = number
        return due

    number: int

    def __lt__(self, other: int) -> bool:
        if isinstance(other, Due):
            return (int(self), self.number) < (int(other), other.number)
        return int(self) < other


class Timer:
    """What one timer did: `when` it was due, `expired_at` when a pass found it due, `fired_at` when its callback ran.

    All in ms; None until it happens. It stands in the place of the callback, so that it sees itself called.
    """

    def __init__(self, loop: VirtualLoop, when: int, callback: Callable[..., object]) -> None:
        self.loop = loop
        self.when = when
        self.callback = callback
        self.expired_at: int | None = None
        self.fired_at: int | None = None

    def __call__(self, *args: object) -> None:
        self.fired_at = self.loop.clock
        self.callback(*args)


STORED: Any = vars(asyncio.TimerHandle)["_scheduled"]
"""Where a handle really keeps `_scheduled`: the slot that the property stands in front of."""


class WatchedHandle(asyncio.TimerHandle):
    """asyncio's handle of a timer, with one difference: it notices when it leaves the heap.

    A pass that finds a timer due marks it with `handle._scheduled = False`. That line is the moment of expiry, and as
    `_scheduled` is a property here, the moment is observed without a change to the loop.
    """

    __slots__ = ()

    @property
    def _scheduled(self) -> bool:
        scheduled: bool = STORED.__get__(self)
        return scheduled

    @_scheduled.setter
    def _scheduled(self, scheduled: bool) -> None:
        STORED.__set__(self, scheduled)
        if not scheduled and isinstance(self._callback, Timer):  # a cancelled timer has no callback any more
            self._callback.expired_at = self._callback.loop.clock

    _callback: Any


LAST_PASSES = 20
"""A cancelled task may have to wait for others. One that swallows every cancellation is left to the garbage collector."""


class VirtualLoop(asyncio.BaseEventLoop):
    """CPython's event loop on a virtual clock in ms.

    `clock` is the time; add to it to burn CPU. `timers` holds what every timer did, in the order of arming, `tasks` every task.
    With `first_armed_first`, equal deadlines expire in the order of arming; without, as CPython's heap happens to give them.
    """

    # The private parts of BaseEventLoop that are read or set here. All of them are there in CPython 3.11 to 3.14.
    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]
    _clock_resolution: float
    _selector: Any

    def __init__(self, *, first_armed_first: bool = True) -> None:
        super().__init__()
        self.clock = 0
        self.timers: list[Timer] = []
        self.tasks: list[asyncio.Task[Any]] = []
        self.first_armed_first = first_armed_first
        self._clock_resolution = 1
        self._selector = self  # of a selector, a pass needs nothing but `select`
        self._until: int | None = None
        self._armed = itertools.count()

    def time(self) -> int:
        """The virtual time in ms."""
        return self.clock

    def select(self, timeout: int | None) -> list[Any]:
        """Let the time pass for which a real loop would wait. No file ever becomes ready."""
        if timeout is None:
            raise RuntimeError("nothing is ready and no timer is armed: a real loop would wait here for ever")
        self.clock += timeout
        return []

    def _process_events(self, event_list: list[Any]) -> None:
        """There are no events of files."""

    def call_at(
        self, when: float, callback: Callable[[*Arguments], object], *args: *Arguments, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Arm a timer, as ever, and watch it. `call_later` and `asyncio.sleep` come by here; ValueError for a part of a ms."""
        if when != int(when):
            raise ValueError(f"this clock knows whole milliseconds only, and the timer is due at {when}")
        timer = Timer(self, int(when), callback)
        self.timers.append(timer)
        due = Due(timer.when, next(self._armed)) if self.first_armed_first else timer.when
        handle = super().call_at(due, timer, *args, context=context)
        handle.__class__ = WatchedHandle
        return handle

    def create_task(self, coro: Generator[Any, None, T] | Coroutine[Any, Any, T], **options: Any) -> asyncio.Task[T]:
        """Make a task, as ever, and keep it: asyncio itself holds tasks by weak references only."""
        task = super().create_task(coro, **options)
        self.tasks.append(task)
        return task

    def _run_once(self) -> None:
        """CPython's pass; after it, stop at the horizon, or when nobody is left who could ever run."""
        super()._run_once()  # type: ignore[misc]  # private: typeshed does not know it
        if self._until is not None and (self.clock >= self._until or not (self._ready or self._scheduled)):
            self.stop()

    def run(self, until: int) -> None:
        """Run passes until the clock reaches `until` ms, or until there is nothing left to do."""
        if self.clock >= until or not (self._ready or self._scheduled):
            return
        self._until = until
        try:
            self.run_forever()
        finally:
            self._until = None

    def run_one_pass(self) -> None:
        """One pass, which does not wait: a loop that has been told to stop makes one more, with a timeout of 0."""
        self.stop()
        self.run_forever()

    def shut_down(self) -> None:
        """Cancel every task that still runs, let it end, and close the loop. What else is ready runs along meanwhile."""
        for _ in range(LAST_PASSES):
            left = [task for task in self.tasks if not task.done()]
            if not left:
                break
            for task in left:
                task.cancel()
            self.run_one_pass()
        self.close()
