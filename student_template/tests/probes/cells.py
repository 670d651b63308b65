# Generated from grader/src/loopcheck/probes/cells.py by `loopcheck author build`: edit it there.
"""Running the cells of a notebook one after the other, without Jupyter.

What must stay true: whatever a cell does that this process survives is a fact, and the next cell runs; only plain data of
exact types is reported, so that nothing of the student's is trusted when it is compared. A cell may await at its top level,
as in Jupyter, and lines that are IPython's alone (`%timeit`, `!ls`) are left out.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import io
import math
import os
import re
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from .plain import LARGEST, Raised, plain_error, sendable

LONGEST_PRINTED = 4000
LONGEST_TEXT = 1000
MOST_ITEMS = 1000
DEEPEST = 4
CPU_SECONDS = 2.0
"""CPU time after which a cell is interrupted. One that does not let itself be interrupted is ended from outside."""
WALL_SECONDS = 6.0
"""The same for a cell that sleeps."""
AGAIN_SECONDS = 0.5
CELL = "<cell>"
"""The module that an exception names when it left the cell itself, and not through a module of the package."""


@dataclass
class Cell:
    """One code cell, and the names whose values are asked for when it has run."""

    source: str
    wants: list[str] = field(default_factory=list)


@dataclass
class CellFacts:
    """What happened. `values` holds `[name, state, value]`, where the state is "value", "missing", or "type": then the
    value is the name of a type that is no plain data. `late` says that the cell had to be interrupted."""

    values: list[list[Any]] = field(default_factory=list)
    printed: str = ""
    late: int = 0
    raised: Raised = field(default_factory=list)


class CellTimeoutError(BaseException):
    """Raised into a cell that takes too long. Not an Exception: `except Exception` is no way to go on."""


class Printed(io.TextIOBase):
    """Keeps the beginning of what is printed, and counts the rest."""

    def __init__(self) -> None:
        self._kept = ""
        self._left_out = 0

    def write(self, text: str) -> int:
        room = LONGEST_PRINTED - len(self._kept)
        self._kept += text[:room]
        self._left_out += max(0, len(text) - room)
        return len(text)

    def text(self) -> str:
        """What was printed, with a sentence about what is not shown."""
        more = f"\n(and {self._left_out} more characters)" if self._left_out else ""
        return self._kept.encode("utf-8", "backslashreplace").decode("utf-8") + more


class Notebook:
    """The one namespace in which all cells run."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__", "display": print}
        self._loop: Any = None

    def run(self, cell: Cell) -> CellFacts:
        """Run one cell, and report what it left behind."""
        facts, printed = CellFacts(), Printed()
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), interrupted():
                self._execute(cell.source)
        except BaseException as error:  # noqa: BLE001 - SystemExit and KeyboardInterrupt of a cell are facts, too
            facts.late = int(isinstance(error, CellTimeoutError))
            facts.raised = plain_error(error)
            if facts.raised[2] is None:
                facts.raised[2:4] = [CELL, _line(error)]
        facts.printed = printed.text()
        facts.values = [self._report(name) for name in cell.wants]
        return facts

    def close(self) -> None:
        """Close the loop that cells have awaited on, if any has."""
        if self._loop is not None:
            self._loop.close()
            self._loop = None

    def _execute(self, source: str) -> None:
        code = compiled(source)
        if not code.co_flags & inspect.CO_COROUTINE:
            exec(code, self.names)  # noqa: S102 - the student's own cell, in a process made for it
            return
        import asyncio

        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        self._loop.run_until_complete(eval(code, self.names))  # noqa: S307 - as above

    def _report(self, name: str) -> list[Any]:
        if name not in self.names:
            return [name, "missing", None]
        try:
            return [name, "value", portable(self.names[name])]
        except NotPortableError as error:
            return [name, "type", sendable(str(error))]


def _line(error: BaseException) -> int | None:
    """The line of the cell that was running."""
    step = error.__traceback__
    while step is not None and step.tb_frame.f_code.co_filename != CELL:
        step = step.tb_next
    return step.tb_lineno if step else None


def compiled(source: str) -> CodeType:
    """The cell's code; if it does not compile as it is, then without the lines that only IPython understands."""
    try:
        return _compile(source)
    except SyntaxError:
        plain = re.sub(r"^(\s*)(%|!).*$|^.*\?\s*$", r"\1pass", source, flags=re.MULTILINE)
        if plain == source:
            raise
        return _compile(plain)


def _compile(source: str) -> CodeType:
    code: CodeType = compile(source, CELL, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    return code


class NotPortableError(Exception):
    """The value is no plain data; the message is the name of its type."""


def portable(value: Any, depth: int = 0) -> Any:
    """The value as plain data of exactly the types that JSON has; a tuple becomes a list."""
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is int and -LARGEST < value < LARGEST:
        return value
    if kind is float and math.isfinite(value):
        return value
    if kind is str and len(value) <= LONGEST_TEXT:
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if kind in (list, tuple) and len(value) <= MOST_ITEMS and depth < DEEPEST:
        return [portable(each, depth + 1) for each in value]
    if kind is int or kind is float:
        raise NotPortableError("a number that is too large, or is none")
    raise NotPortableError(f"an object of type {getattr(kind, '__name__', '?')!s:.40}")


@contextlib.contextmanager
def interrupted() -> Iterator[None]:
    """Interrupt what takes too long, again and again, by raising into it. Where there are no such signals, only the
    deadline outside does that."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def late(*_: object) -> None:
        raise CellTimeoutError("this cell took too long")

    timers = ((signal.SIGPROF, signal.ITIMER_PROF, CPU_SECONDS), (signal.SIGALRM, signal.ITIMER_REAL, WALL_SECONDS))
    try:
        for number, timer, seconds in timers:
            signal.signal(number, late)
            signal.setitimer(timer, seconds, AGAIN_SECONDS)
        yield
    finally:
        for number, timer, _ in timers:
            signal.signal(number, signal.SIG_IGN)
            signal.setitimer(timer, 0)


class _PipeEnd:
    """One end of a pair of pipes, with what asyncio needs of a socket to wake itself up."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading, self._writing = reading, writing

    def fileno(self) -> int:
        return self._reading

    def setblocking(self, flag: bool) -> None:
        os.set_blocking(self._reading, flag)
        os.set_blocking(self._writing, flag)

    def recv(self, size: int) -> bytes:
        return os.read(self._reading, size)

    def send(self, data: bytes) -> int:
        return os.write(self._writing, data)

    def close(self) -> None:
        os.close(self._reading)
        os.close(self._writing)


def with_pipes_for_sockets() -> None:
    """asyncio makes itself a pair of sockets. A sandbox may refuse them; two pipes do the same for it."""
    import socket

    try:
        for end in socket.socketpair():
            end.close()
    except OSError:
        socket.socketpair = _pair_of_pipes  # type: ignore[assignment]  # it has all that asyncio uses


def _pair_of_pipes(*_: object) -> tuple[_PipeEnd, _PipeEnd]:
    (one_reads, other_writes), (other_reads, one_writes) = os.pipe(), os.pipe()
    return _PipeEnd(one_reads, one_writes), _PipeEnd(other_reads, other_writes)


def prepare(sources: list[str]) -> None:
    """Before the first cell: if any of them uses asyncio, make sure that it works here."""
    if any("asyncio" in source for source in sources):
        with_pipes_for_sockets()
