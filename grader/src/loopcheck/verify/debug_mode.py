"""The slow-callback paradox: asyncio's debug mode names the hog that does less harm, and not the one that does more.

In debug mode asyncio warns of a callback that keeps the loop for 100 ms or longer. Beside a heartbeat of 1000 ms, a hog of
100 ms is warned of at every burn, and the heartbeat's period is 1200. A hog of 90 ms is never warned of, and the period is
1260. The heartbeat, which is the one who is late, is named in neither case. All of it on the virtual clock.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..oracle.virtual import VirtualLoop

PERIOD = 1000
SLOW = 100
"""asyncio's threshold, 0.1 s, on a clock of milliseconds."""
WAKES = 3
TOLD = {90: (1260, False), 100: (1200, True)}
"""Chunk in ms: the period, and whether its burns are warned of."""


@dataclass(frozen=True)
class Observed:
    """What debug mode said about a hog: its burns, the warnings, how many of them name the hog or the heartbeat; and the
    heartbeat's period in ms."""

    burns: int
    warnings: int
    name_hog: int
    name_heartbeat: int
    period: int

    def as_told(self, chunk: int) -> bool:
        """Whether it is what the course tells."""
        period, warned = TOLD[chunk]
        said = self.burns if warned else 0
        return (self.period, self.warnings, self.name_hog, self.name_heartbeat) == (period, said, said, 0)


def observe(chunk: int) -> Observed:
    """Run a heartbeat beside a hog of this chunk, in debug mode."""
    loop = VirtualLoop()
    loop.set_debug(True)
    loop.slow_callback_duration = SLOW
    ran: list[int] = []
    burns: list[int] = []

    async def heartbeat() -> None:
        while True:
            await asyncio.sleep(PERIOD)
            ran.append(loop.clock)

    async def hog() -> None:
        while True:
            loop.clock += chunk
            burns.append(chunk)
            await asyncio.sleep(0)

    with _warnings() as said:
        loop.create_task(heartbeat())
        loop.create_task(hog())
        while len(ran) < WAKES:
            loop.run_one_pass()
        # What names a task names its coroutine: the one of this function is `observe.<locals>.hog`.
        messages = [message for message in said if message.startswith("Executing")]
        observed = Observed(
            burns=len(burns),
            warnings=len(messages),
            name_hog=sum("hog" in message for message in messages),
            name_heartbeat=sum("heartbeat" in message for message in messages),
            period=ran[-1] - ran[-2],
        )
    loop.shut_down()
    return observed


@contextmanager
def _warnings() -> Iterator[list[str]]:
    """What asyncio logs meanwhile, kept here instead of being shown."""
    said: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record.getMessage())

    logger, handler = logging.getLogger("asyncio"), Keep()
    before = logger.propagate, logger.level
    logger.addHandler(handler)
    logger.propagate, logger.level = False, logging.WARNING
    try:
        yield said
    finally:
        logger.removeHandler(handler)
        logger.propagate, logger.level = before
