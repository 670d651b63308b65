"""Future and Task are dataclasses, with their given attributes as fields."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Future:
    loop: Any = field(repr=False)
    done: bool = False
    waiter: Callable[[], object] | None = None

    del __init__

    def set_result(self):
        if not self.done:
            self.done = True
            if self.waiter is not None:
                self.loop.call_soon(self.waiter)


@dataclass
class Task:
    loop: Any = field(repr=False)
    coro: Any
    name: str | None = None
    deadline: int | None = field(default=None, init=False)
    expired_at: int | None = field(default=None, init=False)
    fired_at: int | None = field(default=None, init=False)

    del __init__

    def __post_init__(self):
        self.loop.call_soon(self.step)
