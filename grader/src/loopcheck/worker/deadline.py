"""How long a child may take, and who says so.

What must stay true: whoever starts a child asks the clock, and without anybody who has set it there is no deadline.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Deadline:
    """Seconds in which a child had a core or chose to sleep; time in which it waited for a core does not count."""

    seconds: float
    set_by: str


class Clock:
    """The deadline in force. `scale` stretches it on a slow machine."""

    def __init__(self) -> None:
        self.scale = 1.0
        self._deadline: Deadline | None = None

    def set(self, seconds: float, set_by: str) -> None:
        """From now on each child has so many seconds."""
        self._deadline = Deadline(seconds * self.scale, set_by)

    def cancel(self) -> None:
        """From now on there is no deadline."""
        self._deadline = None

    def deadline(self) -> Deadline | None:
        """What a child that is asked now may take."""
        return self._deadline
