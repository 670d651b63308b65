# Generated from grader/src/loopcheck/timeline/panel.py by `loopcheck author build`: edit it there.
"""One run in a picture: an axis with its passes, a lane per task that burns, a staircase per task that sleeps.

A wake-up is a staircase of four rows, one per stamp: where a stamp has the time of the one before it goes straight down, and
each step to the right is a gap, as wide as the burns above it that stood in the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from .model import STAMPS, Burn, Run, Sleep, Wake
from .pieces import ID, LETTER, clipped, coordinate, marker, text_at

WIDTH = 490
LEFT = 88
RIGHT = 48
MARGIN = 12
LANE = 24
ROW = 24
CAPTIONS = (
    ("", ""),
    ("a pass found it on time", "no pass looked at the heap"),
    ("at once", "its callback stood behind ready work"),
    ("at once", "the task stood there once more"),
)
"""What happened between a stamp and the one before it: when there is no gap, and when there is one."""


class Panel:
    """One run from 0 to `end`, drawn from `y` downwards. `wrong` says which stamp of which wake to mark."""

    def __init__(self, run: Run, end: int, y: int, wrong: tuple[int, int] | None = None) -> None:
        self.run, self.end, self.y, self.wrong = run, end, y, wrong
        self.wakes = [wake for wake in run.wakes if wake.ran <= end]

    def x(self, ms: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * min(max(ms, 0), self.end) / self.end

    def room(self, start: int, stop: int, text: str, size: float = 1) -> bool:
        """Whether the text fits between the two moments."""
        return self.x(stop) - self.x(start) >= LETTER * size * len(text) + 4

    def drawn(self) -> list[str]:
        if self.run.label:
            label = text_at(MARGIN, self.y + 12, self.run.label, "ink b")
            self.y += 19
        else:
            label = ""
        axis = [*self._axis()]
        self.y += 17
        top = self.y
        lanes: list[str] = []
        for name in self.run.tasks:
            if name not in self.run.sleepers:
                lanes += self._lane(name)
        for name in self.run.sleepers:
            lanes += self._staircases(name)
        if self.run.ended:
            for line in wrap(self.run.ended, 72):
                lanes.append(text_at(MARGIN, self.y + 12, line, "lost s"))
                self.y += 15
        return [label, *axis, *self._passes(top), *lanes]

    # --- The axis ---

    def _moments(self) -> list[int]:
        """Where the axis has a number: at the beginnings of passes, or on round times when they are not known."""
        passes = [clock for clock in self.run.passes if clock <= self.end]
        if passes:
            return passes
        step = next(n for n in _round_numbers() if self.x(n) - self.x(0) >= 44)
        return list(range(0, self.end + 1, step))

    def _axis(self) -> Iterator[str]:
        name = "pass at" if self.run.passes else "ms"
        yield text_at(LEFT - 24, self.y + 11, name, "quiet s e")
        shown = -99.0
        for ms in self._moments():
            if self.x(ms) - shown >= LETTER * len(str(ms)) + 8:
                shown = self.x(ms)
                yield text_at(shown, self.y + 11, ms, "quiet s m")

    def _passes(self, top: int) -> Iterator[str]:
        moments = self._moments()
        apart = (self.x(moments[-1]) - self.x(0)) / max(1, len(moments) - 1)
        bottom = self.y if apart >= 5 else top
        if apart >= 1.5:
            lines = "".join(f"M{coordinate(self.x(ms))} {top - 3}V{bottom}" for ms in moments)
            yield f'<path class="pass" d="{lines}"/>'

    # --- Tasks that burn ---

    def _lane(self, name: str) -> Iterator[str]:
        yield text_at(LEFT - 12, self.y + 16, clipped(name), "ink b e")
        burns = [burn for burn in self.run.burns if burn.task == name and burn.start < self.end]
        for burn in burns:
            yield from self._block(burn, self.y + 2, LANE - 4)
        self.y += LANE + 2

    def _block(self, burn: Burn, y: int, height: int) -> Iterator[str]:
        start, stop = burn.start, min(burn.start + burn.ms, self.end)
        x, width = self.x(start), self.x(stop) - self.x(start)
        guilty = self.run.in_the_way(burn)
        box = f'x="{coordinate(x)}" y="{y}" width="{coordinate(width)}" height="{height}" rx="{2 if width > 8 else 0}"'
        yield f'<rect class="burn{" guilty" if guilty else ""}" {box}/>'
        if guilty:
            yield f'<rect fill="url(#{ID}h)" {box}/>'
        if height > 12 and self.room(start, stop, str(burn.ms)) and stop == burn.start + burn.ms:
            yield text_at(x + width / 2, y + height / 2 + 4, burn.ms, "ink b m" if guilty else "quiet m")

    # --- Tasks that sleep ---

    def _staircases(self, name: str) -> Iterator[str]:
        self.y += 4
        yield text_at(LEFT - 12, self.y + 12, clipped(name), "ink b e")
        self.y += 15
        rows = [self.y + ROW * row + ROW // 2 for row in range(4)]
        for row, (stamp, y) in enumerate(zip(STAMPS, rows, strict=True)):
            yield text_at(LEFT - 24, y + 4, stamp, "quiet e")
            yield marker(row, LEFT - 14, y, 0.8)
        for burn in self.run.burns:
            if burn.task == name and burn.start < self.end:
                yield from self._block(burn, rows[3] - 4, 8)
        sleeps = [sleep for sleep in self.run.sleeps if sleep.task == name and sleep.start < self.end]
        for sleep in sleeps:
            yield from self._sleep(sleep, rows[0])
        for number, wake in enumerate(self.run.wakes):
            if wake.task == name and wake.ran <= self.end:
                yield from self._wake(wake, rows, self._where_wrong(number))
        self.y = rows[3] + ROW // 2
        yield from self._brackets(name, sleeps)

    def _where_wrong(self, number: int) -> int:
        return self.wrong[1] if self.wrong and self.wrong[0] == number else -1

    def _sleep(self, sleep: Sleep, y: int) -> Iterator[str]:
        due = sleep.start + sleep.ms
        yield f'<path class="asleep" d="M{coordinate(self.x(sleep.start))} {y}H{coordinate(self.x(due))}"/>'
        words = f"sleep {sleep.ms}"
        if due <= self.end and self.room(sleep.start, due, words + "  "):
            yield text_at((self.x(sleep.start) + self.x(due)) / 2, y - 4, words, "quiet s m o")
        if due <= self.end and sleep in self.run.pending():
            yield marker(0, self.x(due), y)
            yield text_at(self.x(due) + 9, y + 4, due, "ink o")
            yield text_at(self.x(due) + 6, y + ROW + 4, "not woken", "lost b e")

    def _wake(self, wake: Wake, rows: list[int], wrong: int) -> Iterator[str]:
        stamps = wake.stamps
        for row in (1, 2, 3):
            before, after, y = self.x(stamps[row - 1]), self.x(stamps[row]), rows[row]
            yield f'<path class="drop" d="M{coordinate(before)} {rows[row - 1]}V{y}"/>'
            if after > before:
                yield f'<path class="gap g{row}" d="M{coordinate(before)} {y}H{coordinate(after)}"/>'
            words = f"+{stamps[row] - stamps[row - 1]}"
            if after > before and self.room(stamps[row - 1], stamps[row], words, 0.9):
                yield text_at((before + after) / 2 - 3, y - 5, words, "lost s b m")
            caption = CAPTIONS[row][after > before] + ("" if after > before else f", {words}")
            if row == wrong:
                continue
            if wake == self.wakes[0] and self.room(0, stamps[row - 1], caption + "    ", 0.9):
                yield text_at(before - 12, y + 4, caption, "quiet s e o")
            elif after == before and self.few:
                yield text_at(before - 10, y + 4, words, "quiet s e o")
        for row, (ms, y) in enumerate(zip(stamps, rows, strict=True)):
            yield marker(row, self.x(ms), y)
            if self.few:
                yield text_at(self.x(ms) + (13 if row == wrong else 9), y + 4, ms, "good b o" if row == 3 else "ink o")
            if row == wrong:
                yield f'<circle class="wrong" cx="{coordinate(self.x(ms))}" cy="{y}" r="10"/>'

    @property
    def few(self) -> bool:
        """Whether each stamp has room for its number."""
        return self.x(self.end) - self.x(0) >= 90 * max(1, len(self.wakes) // max(1, len(self.run.sleepers)))

    def _brackets(self, name: str, sleeps: Iterable[Sleep]) -> Iterator[str]:
        """Below the staircases: how late each wake-up was, and how long the sleep took in all."""
        wakes = [wake for wake in self.wakes if wake.task == name]
        if not wakes:
            self.y += 4
            return
        y = self.y + 9
        lates = {wake.late for wake in wakes}
        yield text_at(LEFT - 12, y + 4, f"late {min(lates)}" if len(lates) == 1 and not self.few else "late", "quiet e")
        for wake in wakes:
            if wake.late:
                yield self._bracket(wake.asked, wake.ran, y, "gap")
            yield self._beside(wake.asked, wake.ran, y, f"{wake.late}", "lost b")
        y += 22
        self.y = y + 6
        took = {sleep.start + sleep.ms: sleep for sleep in sleeps}
        if any(wake.asked in took for wake in wakes):
            yield text_at(LEFT - 12, y + 4, "in all", "quiet e")
            self.y = y + 14
        for wake in wakes:
            sleep = took.get(wake.asked)
            if sleep is not None:
                yield self._bracket(sleep.start, wake.ran, y, "drop")
                words = f"{wake.ran - sleep.start}"
                longer = f"{words} for a sleep of {sleep.ms}"
                text = longer if self.room(sleep.start, wake.ran, longer + "    ") else words
                yield self._beside(sleep.start, wake.ran, y, text, "ink b")

    def _bracket(self, start: int, stop: int, y: int, kind: str) -> str:
        left, right = coordinate(self.x(start)), coordinate(self.x(stop))
        return f'<path class="{kind} rule" d="M{left} {y - 5}V{y + 5}M{left} {y}H{right}M{right} {y - 5}V{y + 5}"/>'

    def _beside(self, start: int, stop: int, y: int, text: str, kind: str) -> str:
        """The text in the middle of a bracket, on paper of its own; behind it where it is too narrow."""
        width = LETTER * len(text) + 8
        if self.x(stop) - self.x(start) >= width + 12:
            middle = (self.x(start) + self.x(stop)) / 2
            box = f'x="{coordinate(middle - width / 2)}" y="{y - 8}" width="{coordinate(width)}" height="16"'
            patch = f'<rect class="patch" {box}/>'
            return patch + text_at(middle, y + 4, text, f"{kind} m")
        return text_at(self.x(stop) + 7, y + 4, text, kind) if self.few else ""


def _round_numbers() -> Iterator[int]:
    step = 1
    while True:
        yield from (step, 2 * step, 5 * step)
        step *= 10
