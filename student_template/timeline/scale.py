# Generated from grader/src/loopcheck/timeline/scale.py by `loopcheck author build`: edit it there.
"""The scale of a picture, and the two ways of drawing on it that several parts share."""

from __future__ import annotations

from dataclasses import dataclass

from .model import Burn
from .pieces import ID, LETTER, coordinate, text_at

WIDTH = 490
LEFT = 88
RIGHT = 48
"""Where the last stamp has its number."""
MARGIN = 12


@dataclass(frozen=True)
class Scale:
    """From moments in ms, 0 to `end`, to pixels."""

    end: int

    def x(self, ms: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * min(max(ms, 0), self.end) / self.end

    def room(self, start: int, stop: int, text: str, size: float = 1) -> bool:
        """Whether the text fits between the two moments."""
        return self.x(stop) - self.x(start) >= LETTER * size * len(text) + 4

    def block(self, burn: Burn, y: int, height: int, in_the_way: bool) -> str:
        """A burn; hatched when somebody waited for it, with its ms where they fit."""
        stop = min(burn.start + burn.ms, self.end)
        x, width = self.x(burn.start), self.x(stop) - self.x(burn.start)
        box = f'x="{coordinate(x)}" y="{y}" width="{coordinate(width)}" height="{height}" rx="{2 if width > 8 else 0}"'
        drawn = f'<rect class="burn{" guilty" if in_the_way else ""}" {box}/>'
        if in_the_way:
            drawn += f'<rect fill="url(#{ID}h)" {box}/>'
        if height > 12 and self.room(burn.start, stop, str(burn.ms)) and stop == burn.start + burn.ms:
            drawn += text_at(x + width / 2, y + height / 2 + 4, burn.ms, "ink b m" if in_the_way else "quiet m")
        return drawn

    def bracket(self, start: int, stop: int, y: int, kind: str) -> str:
        left, right = coordinate(self.x(start)), coordinate(self.x(stop))
        return f'<path class="{kind} rule" d="M{left} {y - 5}V{y + 5}M{left} {y}H{right}M{right} {y - 5}V{y + 5}"/>'

    def on_bracket(self, start: int, stop: int, y: int, text: str, kind: str) -> str:
        """The text in the middle of a bracket, on paper of its own; nothing where it is too narrow."""
        width = LETTER * len(text) + 8
        if self.x(stop) - self.x(start) < width + 12:
            return ""
        middle = (self.x(start) + self.x(stop)) / 2
        box = f'x="{coordinate(middle - width / 2)}" y="{y - 8}" width="{coordinate(width)}" height="16"'
        return f'<rect class="patch" {box}/>' + text_at(middle, y + 4, text, f"{kind} m")
