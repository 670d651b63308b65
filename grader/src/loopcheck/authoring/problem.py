"""One thing that is out of order, and how to repair it."""

from __future__ import annotations

from dataclasses import dataclass

BUILD = "loopcheck author build"


@dataclass(frozen=True)
class Problem:
    """`file` is relative to the checkout, `repair` a command or an action."""

    file: str
    what: str
    repair: str

    def __str__(self) -> str:
        return f"{self.file}: {self.what} -> {self.repair}"
