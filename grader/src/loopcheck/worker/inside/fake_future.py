"""A hand-driven `Future`: it notes that it was resolved, and whoever works off the loop delivers after each callback.

What must stay true: this is what `Future.set_result` is to do, so a child has it only where that is not judged. Extra
arguments and attributes are accepted.
"""

from __future__ import annotations

from typing import Any


class FakeFuture:
    """Notes that it was resolved, in a list on its loop."""

    def __init__(self, loop: Any, *_: Any, **__: Any) -> None:
        self.loop = loop
        self.done = False
        self.waiter: Any = None
        self.notes: list[tuple[FakeFuture, Any]] = loop.__dict__.setdefault("resolved_by_hand", [])

    def set_result(self, *_: Any, **__: Any) -> None:
        # Who waits now: a waiter that is attached later is too late.
        self.notes.append((self, self.waiter))


def deliver(loop: Any) -> None:
    """Wake whoever waits for the futures that were resolved since the last time."""
    resolved = loop.__dict__.get("resolved_by_hand", [])
    while resolved:
        future, waiter = resolved.pop(0)
        if not future.done and waiter is not None:
            loop.call_soon(waiter)
        future.done = True
