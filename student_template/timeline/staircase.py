# Generated from grader/src/loopcheck/timeline/staircase.py by `loopcheck author build`: edit it there.
"""The staircases of one task that sleeps: four rows, one per stamp.

Where a stamp has the time of the one before, the staircase goes straight down; each step to the right is a gap, as wide as the
burns above it that stood in the way. Below it, how late each wake-up was, and how long the sleep took in all.
"""

from __future__ import annotations

from collections.abc import Iterator

from .model import STAMPS, Run, Sleep, Wake
from .pieces import clipped, coordinate, marker, text_at
from .scale import LEFT, Scale

ROW = 24
CAPTIONS = (
    ("", ""),
    ("a pass found it on time", "no pass looked at the heap"),
    ("at once", "its callback stood behind ready work"),
    ("at once", "the task stood there once more"),
)
"""What happened between a stamp and the one before it: when there is no gap, and when there is one."""


class Staircases:
    """Those of the task `name`, drawn from `y` downwards. `wrong` says which stamp of which wake of the run to mark."""

    def __init__(self, run: Run, name: str, scale: Scale, y: int, wrong: tuple[int, int] | None) -> None:
        self.run, self.name, self.scale, self.wrong = run, name, scale, wrong
        self.wakes = [wake for wake in run.wakes if wake.task == name and wake.ran <= scale.end]
        self.sleeps = [sleep for sleep in run.sleeps if sleep.task == name and sleep.start < scale.end]
        self.title = y + 16
        self.rows = [y + 19 + ROW * row + ROW // 2 for row in range(4)]
        self.y = self.rows[3] + ROW // 2
        self.few = scale.x(scale.end) - LEFT >= 90 * max(1, len(self.wakes))
        """Whether each stamp has room for its number."""

    def drawn(self) -> Iterator[str]:
        yield text_at(LEFT - 12, self.title, clipped(self.name), "ink b e")
        for row, (stamp, y) in enumerate(zip(STAMPS, self.rows, strict=True)):
            yield text_at(LEFT - 24, y + 4, stamp, "quiet e")
            yield marker(row, LEFT - 14, y, 0.8)
        for burn in self.run.burns:
            if burn.task == self.name and burn.start < self.scale.end:
                yield self.scale.block(burn, self.rows[3] + 7, 5, self.run.in_the_way(burn))
        for sleep in self.sleeps:
            yield from self._sleep(sleep)
        for number, wake in enumerate(self.run.wakes):
            if wake in self.wakes:
                wrong = self.wrong[1] if self.wrong and self.wrong[0] == number else -1
                yield from self._steps(wake, wrong)
                yield from self._stamps(wake, wrong)
        yield from self._late()
        yield from self._in_all()

    def _sleep(self, sleep: Sleep) -> Iterator[str]:
        due = sleep.start + sleep.ms
        start, stop, y = self.scale.x(sleep.start), self.scale.x(due), self.rows[0]
        yield f'<path class="asleep" d="M{coordinate(start)} {y}H{coordinate(stop)}"/>'
        words = f"sleep {sleep.ms}"
        if due <= self.scale.end and self.scale.room(sleep.start, due, words + "  "):
            yield text_at((start + stop) / 2, y - 4, words, "quiet s m o")
        if due <= self.scale.end and sleep in self.run.pending():
            yield marker(0, stop, y)
            yield text_at(stop + 9, y + 4, due, "ink o")
            yield text_at(stop + 6, self.rows[1] + 4, "not woken", "lost b e")

    def _steps(self, wake: Wake, wrong: int) -> Iterator[str]:
        """The way from stamp to stamp: down, and to the right where there is a gap."""
        for row in (1, 2, 3):
            start, stop = wake.stamps[row - 1 : row + 1]
            before, after, y = self.scale.x(start), self.scale.x(stop), self.rows[row]
            yield f'<path class="drop" d="M{coordinate(before)} {self.rows[row - 1]}V{y}"/>'
            if stop != start:
                yield f'<path class="gap g{row}" d="M{coordinate(before)} {y}H{coordinate(after)}"/>'
                if self.scale.room(start, stop, f"{stop - start:+}", 0.9):
                    yield text_at((before + after) / 2 - 3, y - 5, f"{stop - start:+}", "lost s b m")
            if row != wrong:
                yield self._caption(wake, row, stop - start)

    def _caption(self, wake: Wake, row: int, gap: int) -> str:
        """What happened on this step, told at the first wake-up; at the others only that there is no gap."""
        start = wake.stamps[row - 1]
        words = CAPTIONS[row][1] if gap else f"{CAPTIONS[row][0]}, +0"
        if wake == self.wakes[0] and self.scale.room(0, start, words + "    ", 0.9):
            return text_at(self.scale.x(start) - 12, self.rows[row] + 4, words, "quiet s e o")
        return (
            text_at(self.scale.x(start) - 10, self.rows[row] + 4, "+0", "quiet s e o") if not gap and self.few else ""
        )

    def _stamps(self, wake: Wake, wrong: int) -> Iterator[str]:
        for row, (ms, y) in enumerate(zip(wake.stamps, self.rows, strict=True)):
            x = self.scale.x(ms)
            yield marker(row, x, y)
            if self.few:
                yield text_at(x + (13 if row == wrong else 9), y + 4, ms, "good b o" if row == 3 else "ink o")
            if row == wrong:
                yield f'<circle class="wrong" cx="{coordinate(x)}" cy="{y}" r="10"/>'

    def _late(self) -> Iterator[str]:
        if not self.wakes:
            self.y += 4
            return
        y = self.y + 9
        self.y += 28
        lates = {wake.late for wake in self.wakes}
        words = f"late {min(lates)}" if len(lates) == 1 and not self.few else "late"
        yield text_at(LEFT - 12, y + 4, words, "quiet e")
        for wake in self.wakes:
            if wake.late:
                yield self.scale.bracket(wake.asked, wake.ran, y, "gap")
            inside = self.scale.on_bracket(wake.asked, wake.ran, y, str(wake.late), "lost b")
            beside = text_at(self.scale.x(wake.ran) + 7, y + 4, wake.late, "lost b") if self.few else ""
            yield inside or beside

    def _in_all(self) -> Iterator[str]:
        """How long each sleep took in all, where it is known when it began."""
        began = {sleep.start + sleep.ms: sleep for sleep in self.sleeps}
        known = [(began[wake.asked], wake) for wake in self.wakes if wake.asked in began]
        if not known:
            return
        y = self.y + 3
        self.y += 17
        yield text_at(LEFT - 12, y + 4, "in all", "quiet e")
        for sleep, wake in known:
            yield self.scale.bracket(sleep.start, wake.ran, y, "drop")
            took = wake.ran - sleep.start
            words = f"{took} for a sleep of {sleep.ms}"
            if not self.scale.room(sleep.start, wake.ran, words + "    "):
                words = str(took)
            yield self.scale.on_bracket(sleep.start, wake.ran, y, words, "ink b")
