"""Where the course's loop and CPython's part on purpose: what the model does not say anything about."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from ..oracle.answering import answer, equal_deadlines
from ..oracle.kinds import Kind
from ..oracle.virtual import VirtualLoop
from ..probes.schedule import Schedule


@dataclass
class Ties:
    """Schedules on CPython's own order of equal deadlines: how many have such deadlines at all, how many of those run in
    another order than first-armed-first, and how many run otherwise without any (which would be a mistake of ours)."""

    schedules: int = 0
    tied: int = 0
    otherwise: int = 0
    unexplained: int = 0


def ties(schedules: Sequence[Schedule], kind: Kind) -> Ties:
    """Run each schedule twice: with deadlines that know which was armed first, and with plain numbers."""
    found = Ties(len(schedules))
    for schedule in schedules:
        differs = answer(schedule, kind) != answer(schedule, kind, first_armed_first=False)
        tied = equal_deadlines(schedule, kind)
        found.tied += tied
        found.otherwise += differs and tied
        found.unexplained += differs and not tied
    return found


def timers_of_sleep_zero() -> int:
    """How many timers `asyncio.sleep(0)` arms. In the course's loop every sleep arms one."""
    loop = VirtualLoop()

    async def nap() -> None:
        await asyncio.sleep(0)

    loop.create_task(nap())
    loop.run(until=1)
    armed = len(loop.timers)
    loop.shut_down()
    return armed
