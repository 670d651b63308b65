"""The account of a wrong answer: an exception that carries what the student reads.

What must stay true: an exception of the student's code is told first, with its line; and a text says where in the
student's own files something is, never where in the checks.
"""

from __future__ import annotations

import linecache
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    from probes.plain import Raised
    from units import Unit

PACKAGE = Path(__file__).resolve().parent.parent / "mini_asyncio"


class CheckFailed(pytest.fail.Exception):  # type: ignore[name-defined,misc]  # mypy sees no attribute of a function
    """A wrong answer. Its text is what the student reads; pytest adds no traceback to it, and spends no time on one."""

    def __init__(self, text: str) -> None:
        super().__init__(text, pytrace=False)


class Blocked(CheckFailed):
    """The question could not be asked: a function is not written, or a module cannot be imported."""


class NotWritten(Blocked):
    """A function is still a stub; `unit` is the one whose exercise it is, when that is known."""

    def __init__(self, text: str, unit: Unit | None = None) -> None:
        super().__init__(text)
        self.unit = unit


def fail(
    experiment: str,
    happened: str,
    why: str,
    difference: str = "",
    raised: Raised | None = None,
    at: int | None = None,
    note: str = "",
) -> NoReturn:
    """Raise `CheckFailed` with the whole account. `at` is the line of the experiment that raised."""
    parts = raised_lines(raised, explained=bool(why) and not happened) if raised else []
    lines = experiment.split("\n")
    if raised and at is not None and at < len(lines):
        lines[at] += "   <-- here" if len(lines[at]) < 68 else "\n    ^ here"
    parts += ["The experiment:", *lines]
    if happened:
        parts.append(happened if "\n" in happened else filled(happened))
    told = (f"First difference: {difference}" if difference else "", note, f"Why: {why}" if why else "")
    raise CheckFailed("\n".join([*parts, *map(filled, filter(None, told))]))


def raised_lines(raised: Raised, explained: bool = False) -> list[str]:
    """An exception of the student's code, with the line it came from; `explained` when the check says what it is about."""
    lines = [filled(f"Your code raised {error_words(raised)}"), *source_line(raised)]
    if raised[0] == "TypeError" and not raised[2] and "not callable" in str(raised[1]):
        # It has no line: the check took it out of the queue and called it.
        lines.append(filled(QUEUED if explained else f"{QUEUED} {NOT_CALLABLE}"))
    return lines


QUEUED = "It stood in the ready queue, and was called."
NOT_CALLABLE = "`call_soon(f)` hands over f itself; `call_soon(f())` calls f at once and hands over what it returns."


def error_words(raised: Raised) -> str:
    """An exception in one sentence, with its place in the student's code."""
    kind, message, module, line, *_ = raised
    if module and isinstance(message, str):
        message = message.removesuffix(f" ({module}, line {line})")  # a SyntaxError says it itself
    place = f" (mini_asyncio/{module}, line {line})" if module else ""
    return f"{kind}: {message}{place}" if message else f"{kind}{place}"


def source_line(raised: Raised) -> list[str]:
    """The line of the student's code that raised, when it can be read."""
    module, line = raised[2:4]
    text = linecache.getline(str(PACKAGE / str(module)), line).strip() if isinstance(line, int) else ""
    return [f"  {module}:{line}:  {text}"] if text else []


def filled(text: str) -> str:
    return fill(text, 79, subsequent_indent="  ", break_on_hyphens=False)
