"""Hand-driven neighbours: so that one function can be judged although the functions around it are missing or wrong.

What must stay true: nothing that a submission could borrow as its solution. What does the work of a function stands in a
module of its own (`fake_future`, `fake_suspend`, `fake_step`, and `probes.turns` for the loop), which the trusted side
sends with the request where that function is not judged; no other child has it, or could import it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from ...probes.program import Bench, Op, Program, ProgramFacts

INSIDE = __name__.rpartition(".")[0]


class FakeTask:
    """Only there so that a loop whose `task.py` cannot be imported can be imported itself."""

    def __init__(self, *_: Any, **__: Any) -> None:
        raise NotImplementedError("task.py cannot be imported, so there are no tasks in this check")


def install_modules(sources: Mapping[str, str]) -> None:
    """Make modules of our own from their sources, by full name."""
    for name, source in sources.items():
        parent, _, stem = name.rpartition(".")
        module = ModuleType(name)
        module.__package__ = parent
        sys.modules[name] = module
        exec(compile(source, name, "exec"), module.__dict__)  # noqa: S102 - our own source, from the trusted side
        setattr(sys.modules[parent], stem, module)


def install_fakes(package: str, fakes: list[str]) -> None:
    """Put a fake module in the place of `future` or `task`."""
    if "future" in fakes:
        _replace(package, "future", "Future", import_module(f"{INSIDE}.fake_future").FakeFuture)
    if "task" in fakes:
        _replace(package, "task", "Task", FakeTask)


def _replace(package: str, stem: str, name: str, value: type) -> None:
    module = ModuleType(f"{package}.{stem}")
    setattr(module, name, value)
    sys.modules[module.__name__] = module
    setattr(import_module(package), stem, module)


class FakeBench(Bench):
    """A bench that puts fakes in the place of methods, and does the work of a fake future between two callbacks."""

    def __init__(self, program: Program, package: str, fakes: list[str]) -> None:
        super().__init__(program, package)
        self.fakes = fakes
        self.scripts: dict[str, list[Op]] = {}

    def after_turn(self, loop: Any) -> None:
        if "future" in self.fakes:
            import_module(f"{INSIDE}.fake_future").deliver(loop)

    def make_task(self, loop: Any, body: Iterator[Any], name: str, called: str | None) -> Any:
        task_class = import_module(f"{self.package}.task").Task
        members: dict[str, Any] = {}
        if "suspend" in self.fakes:
            members["_suspend"] = import_module(f"{INSIDE}.fake_suspend").suspend
        if "step" in self.fakes:
            script = iter(self.scripts[name])
            members["step"] = import_module(f"{INSIDE}.fake_step").step_of(self, name, called, script)
        return type("Task", (task_class,), members)(loop, body, called)

    def do_task(self, name: str, script: list[Op], *called: str | None) -> None:
        self.scripts[name] = script
        super().do_task(name, script, *called)


def run_with_fakes(program: Program, package: str, fakes: list[str]) -> ProgramFacts:
    """Carry out a program with hand-driven neighbours."""
    return FakeBench(program, package, fakes).run()
