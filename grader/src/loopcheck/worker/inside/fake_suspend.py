"""A hand-driven `Task._suspend`: it arms a timer whose callback sets the stamps and wakes the task.

What must stay true: this is what `_suspend` is to do, so a child has it only where that is not judged.
"""

from __future__ import annotations

from functools import partial
from typing import Any


def suspend(task: Any, delay: int, *_: Any) -> None:
    """In the place of the method."""
    timer = task.loop.call_later(delay, partial(_wake, task, task.loop.clock + delay))
    # By id: a task that is a dataclass has no hash.
    task.loop.__dict__.setdefault("sleepers", {})[id(task)] = timer


def _wake(task: Any, deadline: int) -> None:
    timer = task.loop.sleepers.pop(id(task))
    task.deadline, task.expired_at, task.fired_at = deadline, timer.expired_at, task.loop.clock
    if task.loop.hops == 2:
        task.loop.call_soon(task.step)
    else:
        task.step()
