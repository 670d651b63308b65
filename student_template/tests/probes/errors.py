# Generated from grader/src/loopcheck/probes/errors.py by `loopcheck author build`: edit it there.
"""The exceptions that a callback or a task can be told to raise, by name."""

from __future__ import annotations


class TaskError(Exception):
    """An exception of a task's own, which no loop can know."""


ERRORS: dict[str, type[Exception]] = {
    "AssertionError": AssertionError,
    "AttributeError": AttributeError,
    "IndexError": IndexError,
    "KeyError": KeyError,
    "OSError": OSError,
    "RuntimeError": RuntimeError,
    "TaskError": TaskError,
    "TypeError": TypeError,
    "ValueError": ValueError,
    "ZeroDivisionError": ZeroDivisionError,
}
"""No StopIteration: it means something else inside a generator, and a right loop may run its callbacks in one."""
