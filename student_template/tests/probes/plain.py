# Generated from grader/src/loopcheck/probes/plain.py by `loopcheck author build`: edit it there.
"""Whatever a submission holds, as plain data: int, short str or None.

What must stay true: nothing that leaves here runs code of the submission when it is compared, printed or sent. An
object that claims to be equal to everything becomes a string that says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

Plain = int | str | None
Raised = list[Plain]
"""`[type, message, module, line, kind]` of an exception: module and line say where in the submission it came from,
kind names the built-in exceptions that it is or descends from, most special first: "UnicodeError ValueError Exception"."""

LONGEST = 64
"""Characters of a text that leaves here: names are short, and what is longer only says that it is no right answer."""
LONGEST_MESSAGE = 120
"""Characters of an exception's message. An honest mistake is told by its beginning; more would only be room for what a
submission wants to carry out of a hidden check."""
LARGEST = 2**53


def plain(value: Any) -> Plain:
    """`value` as an int, a short str or None. A float stays visible as one: `1400.0` becomes "1400.0 (a float)"."""
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        number = int.__index__(value)
        return number if -LARGEST < number < LARGEST else "an integer of more than 53 bits"
    if type(value) is str:
        return sendable(value)
    if type(value) is float:
        return f"{value!r} (a float)"
    return f"an object of type {type(value).__name__[:40]}"


def sendable(text: str, longest: int = LONGEST) -> str:
    """A short text that any encoding can carry: a lone surrogate becomes a visible escape."""
    if len(text) > longest:
        text = text[: longest - 1] + "…"
    return text.encode("utf-8", "backslashreplace").decode("utf-8")[:longest]


def plain_row(row: Any) -> list[Plain]:
    """A row of a trace as plain values, or one string that says what stands there instead."""
    try:
        values = list(row)
    except Exception:  # noqa: BLE001 - the row is the submission's own object, iterating it may raise anything
        return [plain(row)]
    return [plain(value) for value in values[:8]]


def plain_rows(trace: Any, most: int = 4000) -> list[list[Plain]]:
    """The rows of `loop.trace`, at most `most` of them."""
    if not isinstance(trace, Iterable):
        return [[f"trace is {plain(trace)}"]]
    rows = []
    for row in trace:
        rows.append(plain_row(row))
        if len(rows) >= most:
            break
    return rows


def plain_error(error: BaseException) -> Raised:
    """The exception without what differs from machine to machine: addresses, and paths outside the submission."""
    try:
        message = str(error)
    except Exception:  # noqa: BLE001 - __str__ of the submission's own exception
        message = "(its message cannot be printed)"
    # Clipped first: a message may be as long as memory allows, and it is the submission's.
    message = sendable(re.sub(r"0x[0-9a-fA-F]{4,}", "0x…", message[: 2 * LONGEST_MESSAGE]), LONGEST_MESSAGE)
    module, line = _place(error)
    built_in = [cls.__name__ for cls in type(error).__mro__ if cls.__module__ == "builtins"]
    kind = " ".join(name for name in built_in if name not in ("BaseException", "object"))
    return [sendable(type(error).__name__), message, module, line, sendable(kind, LONGEST_MESSAGE)]


def _place(error: BaseException) -> tuple[str | None, int | None]:
    """Module and line of the innermost frame that belongs to the student's package."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename.replace("\\", "/").rpartition("/")[2], error.lineno
    place: tuple[str | None, int | None] = (None, None)
    step = error.__traceback__
    while step is not None:
        folders = step.tb_frame.f_code.co_filename.replace("\\", "/").split("/")
        if folders[-2:-1] == ["mini_asyncio"]:
            place = folders[-1], step.tb_lineno
        step = step.tb_next
    return place
