"""The judge of `what_runs_next`: the same programs, run by Python's own asyncio on a virtual clock.

What must stay true: nothing of the reference solution is used here.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any

import msgspec

from ...oracle.virtual import VirtualLoop
from ...probes.bonus import Experiment, Log
from ...probes.bonus.what_runs_next import Run
from ...probes.plain import Plain

HORIZON = 10**9
"""In ms: beyond the end of every program."""


class AsyncioKit:
    """What a program needs of a loop, by asyncio. Eager tasks are there from Python 3.12 on."""

    def __init__(self) -> None:
        self.loop = VirtualLoop()

    def call_soon(self, callback: Callable[..., object], *args: Any) -> object:
        return self.loop.call_soon(callback, *args)

    def call_later(self, delay: int, callback: Callable[..., object], *args: Any) -> object:
        return self.loop.call_later(delay, callback, *args)

    def create_task(self, coro: Coroutine[Any, Any, Any], eager: bool) -> Any:
        if not eager:
            return self.loop.create_task(coro)
        task = asyncio.Task(coro, loop=self.loop, eager_start=True)  # type: ignore[call-arg,unused-ignore]  # 3.12
        self.loop.tasks.append(task)
        return task

    def future(self) -> Any:
        return self.loop.create_future()

    def is_done(self, task: Any) -> bool:
        return bool(task.done())

    def clock(self) -> int:
        return self.loop.clock

    def burn(self, ms: int) -> None:
        self.loop.clock += ms

    async def sleep(self, ms: int) -> None:
        await asyncio.sleep(ms)

    def run(self) -> None:
        self.loop.run(HORIZON)


def can_answer(experiment: Experiment) -> bool:
    """Whether this Python's asyncio can: before 3.12 it has no eager tasks."""
    eager = any(op[0] == "eager" for script in experiment.args["scripts"].values() for op in script)
    return sys.version_info >= (3, 12) or not eager


def asyncio_rows(experiment: Experiment) -> list[list[Plain]]:
    """What asyncio does in this program; the same for every submission of a class."""
    return _rows(msgspec.json.encode(experiment.args["scripts"]))


@cache
def _rows(scripts: bytes) -> list[list[Plain]]:
    kit, log = AsyncioKit(), Log("asyncio")
    try:
        Run(kit, msgspec.json.decode(scripts), log).start()
    finally:
        kit.loop.shut_down()
    return log.facts.rows
