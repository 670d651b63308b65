"""One run in a picture: an axis with its passes, a lane per task that burns, a staircase per task that sleeps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from textwrap import wrap

from .model import Run
from .pieces import LETTER, clipped, coordinate, text_at
from .scale import LEFT, MARGIN, Scale
from .staircase import Staircases

LANE = 24


class Panel:
    """The run, drawn from `y` downwards. `wrong` says which stamp of which wake to mark."""

    def __init__(self, run: Run, scale: Scale, y: int, wrong: tuple[int, int] | None = None) -> None:
        self.run, self.scale, self.y, self.wrong = run, scale, y, wrong
        passes = [clock for clock in run.passes if clock <= scale.end]
        self.moments = passes or list(range(0, scale.end + 1, self._step()))
        """Where the axis has a line: at the beginnings of passes, or at round times when they are not known."""

    def drawn(self) -> list[str]:
        label = text_at(MARGIN, self.y + 12, self.run.label, "ink b") if self.run.label else ""
        self.y += 19 if self.run.label else 0
        axis = [*self._axis()]
        self.y += 17
        top = self.y
        lanes: list[str] = []
        for name in self.run.tasks:
            if name not in self.run.sleepers:
                lanes += self._lane(name)
        for name in self.run.sleepers:
            stairs = Staircases(self.run, name, self.scale, self.y, self.wrong)
            lanes += stairs.drawn()
            self.y = stairs.y
        for line in wrap(self.run.ended, 72):
            lanes.append(text_at(MARGIN, self.y + 12, line, "lost s"))
            self.y += 15
        return [label, *axis, *self._lines(top), *lanes]

    def _step(self) -> int:
        """The smallest round number of ms that leaves room for numbers."""
        step = 1
        while True:
            for number in (step, 2 * step, 5 * step):
                if self.scale.x(number) - LEFT >= 44 or number >= self.scale.end:
                    return number
            step *= 10

    def _axis(self) -> Iterator[str]:
        yield text_at(LEFT - 24, self.y + 11, "pass at" if self.run.passes else "ms", "quiet s e")
        every = next(n for n in range(1, len(self.moments) + 1) if self._fits(self.moments[::n]))
        for ms in self.moments[::every]:
            yield text_at(self.scale.x(ms), self.y + 11, ms, "quiet s m")

    def _fits(self, moments: list[int]) -> bool:
        """Whether the numbers of these moments do not touch each other."""
        return all(
            self.scale.x(after) - self.scale.x(before) >= LETTER * len(str(after)) + 8
            for before, after in pairwise(moments)
        )

    def _lines(self, top: int) -> Iterator[str]:
        """A line through all lanes per moment; short ones where they are dense, none where they would be a grey field."""
        apart = (self.scale.x(self.moments[-1]) - LEFT) / max(1, len(self.moments) - 1)
        bottom = self.y if apart >= 5 else top
        if apart >= 1.5 or len(self.moments) == 1:
            lines = "".join(f"M{coordinate(self.scale.x(ms))} {top - 3}V{bottom}" for ms in self.moments)
            yield f'<path class="pass" d="{lines}"/>'

    def _lane(self, name: str) -> Iterator[str]:
        yield text_at(LEFT - 12, self.y + 16, clipped(name), "ink b e")
        for burn in self.run.burns:
            if burn.task == name and burn.start < self.scale.end:
                yield self.scale.block(burn, self.y + 2, LANE - 4, self.run.in_the_way(burn))
        self.y += LANE + 2
