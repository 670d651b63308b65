"""A timer: a callback and the time at which it is due.

A timer promises "not before", never "at". It is made by `EventLoop.call_later`, waits in the loop's heap, and is
stamped once, when a pass of the loop finds that its time has come.
"""

from collections.abc import Callable


class Timer:
    """`when` is the deadline in ms; `expired_at` is None until a pass finds the timer due, then the clock at that moment."""

    def __init__(self, when: int, callback: Callable[[], object]) -> None:
        self.when = when
        self.callback = callback
        self.expired_at: int | None = None

    def __repr__(self) -> str:
        return f"<Timer due at {self.when}, expired at {self.expired_at}>"
