"""One check: how it ended, and what a student reads about it when it failed.

What must stay true: the text fits 80 columns, any terminal can show it, and whatever a student's code says is only text.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING

import pytest

from account import Blocked, CheckFailed, NotWritten, error_words, source_line
from probes.plain import plain_error
from units import UNITS, Unit, is_written

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_PRINTED = 5
"""Lines of a check's own output that are shown: a print inside a loop fills any screen."""


@dataclass
class Check:
    """One check of this run. `outcome` is empty until it has run, `shown` is how its failure is printed."""

    unit: Unit
    name: str
    sentence: str
    outcome: str = ""
    shown: str = ""
    account: str = ""


def is_timeout(error: BaseException) -> bool:
    return isinstance(error, pytest.fail.Exception) and str(error).startswith("Timeout")


def place_of(error: BaseException) -> str:
    """` (mini_asyncio/loop.py, line 64)`, or nothing."""
    _, _, module, line, *_ = plain_error(error)
    return f" (mini_asyncio/{module}, line {line})" if module else ""


def ran_ahead(check: Check, error: BaseException) -> bool:
    """Whether a function of this exercise called one that is written only later: that is a mistake, not a wait."""
    ahead = isinstance(error, NotWritten) and error.unit is not None and error.unit.number > check.unit.number
    return ahead and bool(check.unit.function)


def account_of(check: Check, error: BaseException, remind: bool = True) -> str:
    """What a student reads about one failed check. `remind` of stubs before it, which imports their modules again."""
    if isinstance(error, NotWritten) and ran_ahead(check, error) and error.unit is not None:
        body = [f"Your code called {error.unit.place},", f"which exercise {check.unit.number} does not need."]
    elif isinstance(error, Blocked):
        return printable(str(error))
    elif isinstance(error, CheckFailed):
        body = [str(error)]
    else:
        body = list(other_error(error))
    function = f", {check.unit.function}" if check.unit.function else ""
    title = fill(f"Exercise {check.unit.number}{function}: {check.sentence}", 79, subsequent_indent="  ")
    return printable("\n".join([title, *body, *(reminder(check.unit) if remind else ())]))


def printable(text: str) -> str:
    """The text as any terminal can show it: one odd character would make pytest escape the line ends as well."""
    encoding = getattr(sys.__stdout__, "encoding", None) or "ascii"
    text = text.encode(encoding, "backslashreplace").decode(encoding)
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def cut(output: str) -> str:
    """What a check printed, its first lines."""
    lines = output.splitlines()
    if len(lines) <= MOST_PRINTED:
        return output
    return "\n".join([*lines[:MOST_PRINTED], f"... and {len(lines) - MOST_PRINTED} lines more (-s prints them all)"])


def other_error(error: BaseException) -> Iterator[str]:
    """An exception that no check expected, in a few lines; a timeout is one too."""
    raised = plain_error(error)
    if is_timeout(error):
        where = f" It was at mini_asyncio/{raised[2]}, line {raised[3]}." if raised[2] else ""
        yield f"Stopped, because it did not come to an end.{where}"
    else:
        yield fill(f"It ended in {error_words(raised)}", 79, subsequent_indent="  ", break_on_hyphens=False)
    yield from source_line(raised)
    if is_timeout(error):
        yield "Why: either a loop in it never ends, or passes follow each other and nothing moves"
        yield "  the clock. What changes from one turn to the next, and when is it enough?"


def reminder(unit: Unit) -> Iterator[str]:
    """An earlier function that is a stub may be the reason."""
    for earlier in () if unit.bonus else UNITS[: unit.number - 1]:
        if earlier.function and earlier.number not in unit.needs and unit.number != 4:
            try:
                if not is_written(earlier):
                    yield f"Note: {earlier.to_do}"
            except Exception:  # noqa: BLE001 - importing a student's module may raise anything
                yield f"Note: mini_asyncio/{earlier.module} cannot be imported"
