"""The units of the course, and the question whether a function is written yet.

Five are the course's own. Bonus exercises are further units: `bonus_units.json` lists those that the course uses, and without
it there are none. What must stay true: a function counts as written unless it is plainly a stub (`pass`, or
`raise NotImplementedError`). A module of mini_asyncio is imported only when a check needs it, so a mistake in one does not hide
the checks of others.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import import_module
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from pathlib import Path
from types import CodeType
from typing import Any


@dataclass(frozen=True)
class Unit:
    """One exercise. `needs` are the numbers of the exercises without whose functions its checks say nothing,
    its own first; a check of a bonus exercise finds out by itself what it needs. `tests` are the names of its files of
    checks, where they do not follow from its number."""

    number: int
    title: str
    folder: str
    module: str = ""
    functions: tuple[str, ...] = ()
    needs: tuple[int, ...] = ()
    tests: tuple[str, ...] = ()
    bonus: bool = False

    @property
    def name(self) -> str:
        """Its short name: `set_result` of `1-set_result`."""
        return self.folder.partition("-")[2]

    @property
    def function(self) -> str:
        """Its function; empty when it has none, or several."""
        return self.functions[0] if len(self.functions) == 1 else ""

    @property
    def place(self) -> str:
        """Where its functions stand; empty for a unit that has nothing to write."""
        return self.place_of(self.function) if self.module else ""

    def place_of(self, function: str) -> str:
        """Where that function stands."""
        return f"{function} in mini_asyncio/{self.module}" if function else f"mini_asyncio/{self.module}"

    @property
    def to_do(self) -> str:
        """What a student reads as long as the function is a stub."""
        return f"not written yet: exercise {self.number}, {self.place}, see exercises/{self.folder}/README.md"


OWN = (
    Unit(1, "A future wakes its waiter", "1-set_result", "future.py", ("Future.set_result",), needs=(1,)),
    Unit(2, "A task takes one step", "2-step", "task.py", ("Task.step",), needs=(2,)),
    Unit(3, "A task goes to sleep", "3-suspend", "task.py", ("Task._suspend",), needs=(3, 2)),
    Unit(4, "One pass of the loop", "4-run_once", "loop.py", ("EventLoop.run_once",), needs=(4,)),
    Unit(5, "The whole loop", "5-whole_loop", needs=(2, 3, 4)),
)


def bonus_units() -> tuple[Unit, ...]:
    """The bonus exercises that the course uses, numbered behind its own."""
    file = Path(__file__).with_name("bonus_units.json")
    listed = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
    return tuple(
        Unit(
            number,
            unit["title"],
            unit["folder"],
            unit["module"],
            tuple(unit["functions"]),
            tests=tuple(unit["tests"]),
            bonus=True,
        )
        for number, unit in enumerate(listed, len(OWN) + 1)
    )


UNITS = OWN + bonus_units()


def unit_of_file(stem: str) -> Unit | None:
    """The unit that `test_2_step` and its like belong to."""
    parts = stem.split("_")
    number = int(parts[1]) if len(parts) > 1 and parts[1].isdigit() else 0
    return next((unit for unit in UNITS if stem in unit.tests or (unit.number == number and not unit.bonus)), None)


def unit_named(name: str) -> Unit | None:
    """The unit of that short name, folder, function or number: `suspend`, `3-suspend`, `_suspend`, `3`."""
    for unit in UNITS:
        names = {unit.name, unit.folder, str(unit.number), *(() if unit.bonus else names_of(unit.function))}
        if name in names - {""}:
            return unit
    return None


def names_of(function: str) -> tuple[str, str]:
    """`EventLoop.run_once` and `run_once`."""
    return function, function.rpartition(".")[2]


def student_function(unit: Unit, function: str) -> Any:
    """The student's own function; None when it is not there. Importing the module may raise anything."""
    found: Any = import_module(f"mini_asyncio.{unit.module.removesuffix('.py')}")
    for name in function.split("."):
        found = getattr(found, name, None)
    return found


def unwritten(unit: Unit) -> list[str]:
    """Those of its functions that are stubs, or gone."""
    return [function for function in unit.functions if not _is_written(student_function(unit, function))]


def is_written(unit: Unit) -> bool:
    """Whether none of its functions is a stub, or gone."""
    return not unwritten(unit)


def _is_written(function: Any) -> bool:
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType):
        return function is not None
    # Whatever does something names something: an attribute, a global, or a variable around it.
    return bool(set(code.co_names) - {"NotImplementedError"}) or bool(code.co_freevars)


def runs_nothing(unit: Unit) -> str:
    """Why a call of the function runs nothing of it, as the end of a sentence; empty when it runs."""
    flags = getattr(getattr(student_function(unit, unit.function), "__code__", None), "co_flags", 0)
    if flags & (CO_COROUTINE | CO_ASYNC_GENERATOR):
        return "is an `async def`: calling it runs nothing of it. Here the loop is yours: write a plain `def`."
    if flags & CO_GENERATOR:
        return "holds a `yield`: that makes it a generator function, and calling it runs nothing of it."
    return ""


def unit_at(module: str, line: int) -> Unit | None:
    """The exercise whose function holds that line."""
    here = [(unit, function) for unit in UNITS if unit.module == module for function in unit.functions]
    for unit, function in here:
        code = getattr(student_function(unit, function), "__code__", None)
        lines = [number for *_, number in code.co_lines() if number] if isinstance(code, CodeType) else []
        if lines and min(lines) <= line <= max(lines):
            return unit
    return None
