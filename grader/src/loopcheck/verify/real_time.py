"""The same figures on the machine's own clock, counted in burns of a hog instead of milliseconds.

Milliseconds of a real machine are never exact, so they are no witness. Burns are whole numbers. Those that begin between
two ticks of a heartbeat are of two sorts:

    begun before the deadline    ⌈P/chunk⌉ on a quiet machine, fewer when it takes time for itself in between
    begun after the deadline     one for each hop: what stands in the ready queue in front of the heartbeat

The second number is the loop's own. It is 1 for `call_later` and 2 for `asyncio.sleep`, every time, however busy the machine
is. So no tick has to be tried again until its number comes out right; only one whose deadline fell into the moment between
two burns, so that nobody can say which side the pass saw it from, is left out, whatever its number is.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..suite.closed_form import passes

PERIOD_MS = 100
CHUNKS_MS = (20, 30, 40)
MOST_TRIES = 5
"""Ticks per tick that is wanted."""

NewLoop = Callable[[], asyncio.AbstractEventLoop]
Burn = tuple[float, float]
"""When it began and ended, in s."""


@dataclass
class Witness:
    """What was seen at one chunk: for each tick that can be told, its burns, and those of them that began after the
    deadline. `undecided` ticks cannot be told."""

    chunk: int
    hops: int
    burns: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)
    undecided: int = 0

    @property
    def told(self) -> int:
        """Burns between two ticks on a quiet machine: ⌈P/chunk⌉ + hops."""
        return passes(PERIOD_MS, self.chunk) + self.hops

    def note(self, tick: Tick) -> None:
        """Count the burns of one tick."""
        after = tick.burns_after_deadline()
        if after is None:
            self.undecided += 1
        else:
            self.burns.append(len(tick.burns))
            self.after.append(after)

    @property
    def agrees(self) -> bool:
        """Whether every tick that can be told had one burn after its deadline per hop."""
        return all(after == self.hops for after in self.after)


@dataclass(frozen=True)
class Tick:
    """One wait of the heartbeat: just before it asked, in s, and all burns until it ran again."""

    asked: float
    burns: Sequence[Burn]

    def burns_after_deadline(self) -> int | None:
        """How many burns began after the deadline; None when that cannot be told.

        The timer was armed between `asked` and the first burn, so the deadline lies in a short span. A pass looks at its
        timers between two burns. If that moment overlaps with the span, the pass may have seen the deadline from either side.
        """
        if not self.burns:
            return 0
        period = PERIOD_MS / 1000
        earliest, latest = self.asked + period, self.burns[0][0] + period
        looks = [(end, begun) for (_, end), (begun, _) in zip(self.burns, self.burns[1:], strict=False)]
        if any(end < latest and begun > earliest for end, begun in looks):
            return None
        return sum(begun > latest for begun, _ in self.burns)


def listen(chunk: int, hops: int, ticks: int, new_loop: NewLoop = asyncio.new_event_loop) -> Witness:
    """Count burns at so many ticks that can be told. Takes about `ticks` x 0.15 s of real time."""
    witness = Witness(chunk, hops)
    loop = new_loop()
    try:
        loop.run_until_complete(_Experiment(loop, witness, ticks).run())
    finally:
        loop.close()
    return witness


class _Experiment:
    """A heartbeat and a hog on a real loop, until enough ticks were noted."""

    def __init__(self, loop: asyncio.AbstractEventLoop, witness: Witness, ticks: int) -> None:
        self.loop = loop
        self.witness = witness
        self.ticks = ticks
        self.burns: list[Burn] = []

    async def run(self) -> None:
        if self.witness.hops == 2:
            await asyncio.gather(self.heartbeat(), self.hog())
        else:
            self.arm()
            await self.hog()

    @property
    def enough(self) -> bool:
        told = len(self.witness.burns)
        return told == self.ticks or told + self.witness.undecided >= self.ticks * MOST_TRIES

    def note(self, asked: float, first: int) -> None:
        self.witness.note(Tick(asked, self.burns[first:]))

    async def heartbeat(self) -> None:
        """Two hops: a task that sleeps."""
        while not self.enough:
            asked, first = time.monotonic(), len(self.burns)
            await asyncio.sleep(PERIOD_MS / 1000)
            self.note(asked, first)

    def arm(self) -> None:
        """One hop: a callback that arms itself again."""
        self.loop.call_later(PERIOD_MS / 1000, self.fire, time.monotonic(), len(self.burns))

    def fire(self, asked: float, first: int) -> None:
        self.note(asked, first)
        if not self.enough:
            self.arm()

    async def hog(self) -> None:
        while not self.enough:
            begun = time.monotonic()
            while time.monotonic() < begun + self.witness.chunk / 1000:
                pass
            self.burns.append((begun, time.monotonic()))
            await asyncio.sleep(0)
