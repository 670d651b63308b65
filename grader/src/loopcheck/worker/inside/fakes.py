"""Hand-driven neighbours: so that one function can be judged although the functions around it are missing or wrong.

What must stay true: none of them is a solution that a submission could borrow. A fake does not do its own work; it notes
what was asked of it, and the bench does the work by hand, from outside. Extra arguments and attributes are accepted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

from ...probes.hand import turn
from ...probes.program import Bench, Op, Program, ProgramFacts


class FakeFuture:
    """Notes that it was resolved; the bench looks at the note after each turn."""

    def __init__(self, loop: Any, *_: Any, **__: Any) -> None:
        self.loop = loop
        self.done = False
        self.waiter: Any = None
        self.notes: list[tuple[FakeFuture, Any]] = loop.__dict__.setdefault("resolved_by_hand", [])

    def set_result(self, *_: Any, **__: Any) -> None:
        # Who waits now: a waiter that is attached later is too late.
        self.notes.append((self, self.waiter))


class FakeTask:
    """Only there so that a loop whose `task.py` cannot be imported can be imported itself."""

    def __init__(self, *_: Any, **__: Any) -> None:
        raise NotImplementedError("task.py cannot be imported, so there are no tasks in this check")


def install_fakes(package: str, fakes: list[str]) -> None:
    """Put a fake module in the place of `future` or `task`."""
    parts = {"future": ("Future", FakeFuture), "task": ("Task", FakeTask)}
    for fake in fakes:
        if fake in parts:
            name, value = parts[fake]
            module = ModuleType(f"{package}.{fake}")
            setattr(module, name, value)
            sys.modules[module.__name__] = module
            setattr(import_module(package), fake, module)


class FakeBench(Bench):
    """A bench that does the work of the fakes by hand: it delivers to waiters, wakes sleepers, and takes steps."""

    def __init__(self, program: Program, package: str, fakes: list[str]) -> None:
        super().__init__(program, package)
        self.fakes = fakes
        self.scripts: dict[str, list[Op]] = {}

    def take_turn(self, loop: Any) -> None:
        turn(loop)
        resolved = loop.__dict__.get("resolved_by_hand", [])
        while resolved:
            future, waiter = resolved.pop(0)
            if not future.done and waiter is not None:
                loop.call_soon(waiter)
            future.done = True

    def make_task(self, loop: Any, body: Iterator[Any], name: str) -> Any:
        task_class = import_module(f"{self.package}.task").Task
        members: dict[str, Any] = {}
        if "suspend" in self.fakes:
            members["_suspend"] = lambda task, delay, *_: self.sleep_by_hand(task, delay)
        if "step" in self.fakes:
            script = iter(self.scripts[name])
            members["step"] = lambda task, *_: self.step_by_hand(task, name, script)
        return type("Task", (task_class,), members)(loop, body, name)

    def do_task(self, name: str, script: list[Op]) -> None:
        self.scripts[name] = script
        super().do_task(name, script)

    def sleep_by_hand(self, task: Any, delay: int) -> None:
        timer = task.loop.call_later(delay, partial(self.wake_by_hand, task, task.loop.clock + delay))
        # By id: a task that is a dataclass has no hash.
        task.loop.__dict__.setdefault("sleepers", {})[id(task)] = timer

    def wake_by_hand(self, task: Any, deadline: int) -> None:
        timer = task.loop.sleepers.pop(id(task))
        task.deadline, task.expired_at, task.fired_at = deadline, timer.expired_at, task.loop.clock
        if task.loop.hops == 2:
            task.loop.call_soon(task.step)
        else:
            task.step()

    def step_by_hand(self, task: Any, name: str, script: Iterator[Op]) -> None:
        """Note the resumption and the stamps, and suspend for the script's next sleep."""
        loop = task.loop
        if task.deadline is not None:
            loop.trace.append((name, task.deadline, task.expired_at, task.fired_at, loop.clock))
            task.deadline = None
        self.note("resumed", name, loop, len(loop.trace))
        for verb, *args in script:
            if verb == "sleep":
                task._suspend(args[0])
                return
            self.within(self.number_of(loop), [[verb, *args]])

    def number_of(self, loop: Any) -> int:
        return next(number for number, known in self.loops.items() if known is loop)


def run_with_fakes(program: Program, package: str, fakes: list[str]) -> ProgramFacts:
    """Carry out a program with hand-driven neighbours."""
    return FakeBench(program, package, fakes).run()
