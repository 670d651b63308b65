"""A future: a result that is not there yet, and the one who waits for it.

What must stay true: resolving a future never runs anybody. It only puts the waiter into the ready queue. That
costs the waiter one more trip through the queue, and it is the reason why a `sleep` is later than a `call_later`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .loop import EventLoop


class Future:
    """Pending until `set_result` is called; at most one waiter, a callable without arguments."""

    def __init__(self, loop: EventLoop) -> None:
        self.loop = loop
        self.done = False
        self.waiter: Callable[[], object] | None = None

    def set_result(self) -> None:
        """Mark the future done, and schedule whoever waits for it with the loop: once, and at the back of the queue.

        The waiter is not run here. Without a waiter there is nothing to schedule, and that is no error. Called a
        second time, it must not schedule anything again.
        """
        first_time = not self.done
        self.done = True
        if first_time and self.waiter is not None:
            self.loop.ready.append(self.waiter)
