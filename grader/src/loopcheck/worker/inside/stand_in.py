"""A stand-in for pytest, which is not there where a submission is graded: a module that still imports it, or holds tests
of the student's own, is no wrong solution.

What must stay true: it comes last, after everything that is really there; what marks tests does nothing; and whatever else
is asked of it says that it is not there.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

NAME = "pytest"


class Marker:
    """`pytest.fixture` and `pytest.mark`: a decorator, with or without arguments, that leaves the function as it is."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments: Any, **_: Any) -> Any:
        return arguments[0] if len(arguments) == 1 and callable(arguments[0]) else self


def missing(name: str) -> Any:
    """What the module says to any other name."""
    raise AttributeError(f"{NAME} is not there when your code is graded, and so {NAME}.{name} is not")


class StandIn:
    """The finder of last resort, for this one module."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - the protocol of finders
        target: ModuleType | None = None,  # noqa: ARG002 - as above
    ) -> ModuleSpec | None:
        loader: Any = self  # by the rules of the import system, and without its base classes
        return ModuleSpec(fullname, loader) if fullname == NAME else None

    def create_module(self, spec: ModuleSpec) -> None:
        """A module of the usual kind."""

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(fixture=Marker(), mark=Marker(), __getattr__=missing)

    def install(self) -> None:
        """Become the last finder."""
        sys.meta_path.append(self)
