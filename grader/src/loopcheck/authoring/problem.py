"""One thing that is out of order, and how to repair it."""

from __future__ import annotations

from dataclasses import dataclass

BUILD = "loopcheck author build"
CHECK = "loopcheck author check"
SOURCES = ("exercises/", "solutions/", "grader/src/loopcheck/probes/", "grader/src/loopcheck/suite/")
"""From these something is generated: the template, or the signatures of known mistakes."""


@dataclass(frozen=True)
class Problem:
    """`file` is relative to the checkout, `repair` a command or an action."""

    file: str
    what: str
    repair: str

    def __str__(self) -> str:
        """One line, which always names a command: an edit is followed by the one that makes the rest follow it."""
        command = BUILD if self.file.startswith(SOURCES) else CHECK
        after = "" if BUILD in self.repair else f", then {command}"
        return f"{self.file}: {self.what} -> {self.repair}{after}"
