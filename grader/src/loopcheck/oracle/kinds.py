"""The task implementations of this interpreter. asyncio has two, one in C and one in Python, and from 3.12 each also eager.

They differ in who does the work of `Task.step`, and in nothing that a program should notice. An *eager* task takes its
first step while it is being made, instead of waiting in the ready queue for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .virtual import VirtualLoop


@dataclass(frozen=True)
class Kind:
    """One implementation: its classes of tasks and futures, and whether tasks are eager."""

    name: str
    task: Callable[..., asyncio.Task[Any]]
    future: Callable[..., asyncio.Future[Any]]
    eager: bool = False

    def loop(self, *, first_armed_first: bool = True) -> VirtualLoop:
        """A virtual loop that makes its tasks and futures of this kind."""
        loop = KindLoop(self.future, first_armed_first=first_armed_first)
        if self.eager:
            # From 3.12, which is newer than the oldest Python that we are checked for.
            loop.set_task_factory(getattr(asyncio, "create_eager_task_factory")(self.task))  # noqa: B009
        else:
            loop.set_task_factory(lambda loop, coro, **options: self.task(coro, loop=loop, **options))
        return loop


class KindLoop(VirtualLoop):
    """A virtual loop whose futures, which `asyncio.sleep` waits for, are of a given class."""

    def __init__(self, future: Callable[..., asyncio.Future[Any]], *, first_armed_first: bool) -> None:
        super().__init__(first_armed_first=first_armed_first)
        self._future_class = future

    def create_future(self) -> asyncio.Future[Any]:
        """A future of the loop's kind."""
        return self._future_class(loop=self)


def kinds() -> list[Kind]:
    """The kinds that there are here, the usual one first. An interpreter without the C accelerator has only Python's."""
    found = []
    for name, prefix in (("C", "_C"), ("Python", "_Py")):
        task = getattr(asyncio.tasks, f"{prefix}Task", None)
        future = getattr(asyncio.futures, f"{prefix}Future", None)
        if task is not None and future is not None:
            found.append(Kind(name, task, future))
    if hasattr(asyncio, "create_eager_task_factory"):
        found += [Kind(f"{kind.name}, eager", kind.task, kind.future, eager=True) for kind in found]
    return found or [Kind("asyncio", asyncio.Task, asyncio.Future)]
