"""Loops that are not asyncio's own, where they are installed: uvloop and trio. They are outside the model.

The course's loop is CPython's. uvloop looks at its timers in another place of the pass, which saves each wake-up one trip;
trio runs each batch of ready tasks in random order. So both wake a heartbeat *earlier* than the model says: it is no lower
bound on every loop there is.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from importlib import import_module, metadata
from itertools import pairwise
from typing import Any

from .real_time import Witness, listen

PERIOD = 1000
CHUNK = 200
TRIO_WAKES = 400


def installed(name: str) -> str:
    """The version of a package that is installed here; empty when it is not."""
    try:
        import_module(name)
        return metadata.version(name)
    except ImportError:
        return ""


def uvloop_witness(chunk: int, hops: int, ticks: int) -> Witness:
    """Burns per tick on uvloop, in real time."""
    return listen(chunk, hops, ticks, import_module("uvloop").new_event_loop)


@dataclass(frozen=True)
class TrioPeriods:
    """The periods of a heartbeat of 1000 ms beside a hog of 200 ms on trio: how often each one came, and their mean."""

    counts: dict[int, int]
    mean: float


def trio_periods(wakes: int = TRIO_WAKES) -> TrioPeriods:
    """Run trio on a virtual clock of whole milliseconds, as virtual.py runs asyncio."""
    trio: Any = import_module("trio")
    ran: list[int] = []

    class Clock(trio.abc.Clock):  # type: ignore[misc]  # trio may not be installed, so it has no types here
        now = 0

        def start_clock(self) -> None:
            """Nothing to start."""

        def current_time(self) -> float:
            return self.now

        def deadline_to_sleep_time(self, deadline: float) -> float:  # noqa: ARG002 - trio's signature
            return 0.0  # somebody is always ready

    clock = Clock()

    async def heartbeat(scope: Any) -> None:
        for _ in range(wakes):
            await trio.sleep(PERIOD)
            ran.append(clock.now)
        scope.cancel()

    async def hog() -> None:
        while True:
            clock.now += CHUNK
            await trio.lowlevel.checkpoint()

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(heartbeat, nursery.cancel_scope)
            nursery.start_soon(hog)

    trio.run(main, clock=clock)
    periods = [later - earlier for earlier, later in pairwise(ran)]
    return TrioPeriods({period: periods.count(period) for period in sorted(set(periods))}, statistics.fmean(periods))
