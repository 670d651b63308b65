"""A hand-driven `Task.step`: it notes the resumption and the stamps, and suspends for the script's next sleep.

What must stay true: this is part of what `step` is to do, so a child has it only where that is not judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...probes.program import Bench, Op


def step_of(bench: Bench, name: str, called: str | None, script: Iterator[Op]) -> Callable[..., None]:
    """What stands in the place of the method, for the task of that name in the program; its own name is `called`."""

    def step(task: Any, *_: Any) -> None:
        loop = task.loop
        if task.deadline is not None:
            loop.trace.append((called, task.deadline, task.expired_at, task.fired_at, loop.clock))
            task.deadline = None
        bench.note("resumed", name, loop, len(loop.trace))
        home = next(number for number, known in bench.loops.items() if known is loop)
        for verb, *args in script:
            if verb == "burn":
                loop.clock += args[0]
                loop.call_soon(task.step)
                return
            if verb in ("sleep", "suspend"):
                task._suspend(args[0])
            else:
                bench.within(home, [[verb, *args]])
            if verb == "sleep":
                return

    return step
