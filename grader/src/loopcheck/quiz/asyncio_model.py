"""CPython's own asyncio on a virtual clock of whole milliseconds, to compute answers with and to check them.

What must stay true: nothing waits for real time, and nothing of the course's loop is used here.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator, Sequence
from textwrap import dedent
from typing import Any

from ..oracle.virtual import VirtualLoop
from .models import Spec


class CountingLoop(VirtualLoop):
    """CPython's loop on a virtual clock, which counts its passes."""

    def __init__(self) -> None:
        super().__init__()
        self.passes = 0

    def _run_once(self) -> None:
        self.passes += 1
        super()._run_once()


@contextlib.contextmanager
def virtual_loop() -> Iterator[CountingLoop]:
    """A loop for one experiment. Whatever is still running at the end is cancelled.

    It may be used where a loop runs already, as one does in Jupyter: that one is out of the way meanwhile.
    """
    outer = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    loop = CountingLoop()
    try:
        yield loop
    finally:
        loop.shut_down()
        asyncio._set_running_loop(outer)


async def _perform(loop: VirtualLoop, spec: Spec, ran: list[int], count: int) -> None:
    name, commands, endless = spec
    while True:
        for kind, ms in commands:
            if kind == "burn":
                loop.clock += ms
                await asyncio.sleep(0)
            else:
                await asyncio.sleep(ms)
                if name == "heartbeat":
                    ran.append(loop.clock)
                    if len(ran) == count:
                        loop.stop()
        if not endless:
            return


def _beat(loop: VirtualLoop, period: int, ran: list[int], count: int) -> None:
    """A heartbeat with one hop: no future, a callback that arms itself again."""

    def tick() -> None:
        ran.append(loop.clock)
        if len(ran) == count:
            loop.stop()
        loop.call_later(period, tick)

    loop.call_later(period, tick)


def ran(tasks: Sequence[Spec], count: int, hops: int = 2) -> list[int]:
    """When the task "heartbeat" ran the first `count` times, on CPython's loop."""
    times: list[int] = []
    with virtual_loop() as loop:
        for spec in tasks:
            if spec[0] == "heartbeat" and hops == 1:
                loop.call_soon(_beat, loop, spec[1][0][1], times, count)
            else:
                loop.create_task(_perform(loop, spec, times, count))
        loop.run_forever()
    return times[:count]


def period(tasks: Sequence[Spec], hops: int = 2) -> int:
    """The steady period on CPython's loop: from the third wake to the fourth."""
    third, fourth = ran(tasks, 4, hops)[2:]
    return fourth - third


def period_of(wait: Callable[[int], Coroutine[Any, Any, object]], asked: int, chunk: int) -> int:
    """The steady period of `await wait(asked)` in a loop, beside a hog."""
    times: list[int] = []

    async def beat(loop: VirtualLoop) -> None:
        while True:
            await wait(asked)
            times.append(loop.clock)
            if len(times) == 4:
                loop.stop()

    async def hog(loop: VirtualLoop) -> None:
        while True:
            loop.clock += chunk
            await asyncio.sleep(0)

    with virtual_loop() as loop:
        loop.create_task(beat(loop))
        loop.create_task(hog(loop))
        loop.run_forever()
    return times[3] - times[2]


def printed(program: str, n: object) -> list[str]:
    """What a program prints whose `main` is run on CPython's loop; `n` holds the student's numbers."""
    lines: list[str] = []
    names: dict[str, Any] = {"n": n, "print": lambda *words: lines.append(" ".join(map(str, words)))}
    exec(compile(dedent(program), "<question>", "exec"), names)  # noqa: S102 - the question's own program
    with virtual_loop() as loop:
        loop.run_until_complete(names["main"]())
    return lines
