"""What diagnosis asks beyond the checks: programs that tell apart mistakes which look alike to every check.

What must stay true: nothing here decides a point. Add a program where two mistakes of the bank share all their marks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ..probes.program import Program

LONG = 1500
"""Burns in a row that no recursion survives, and that a loop does."""


def _waiter_on_a_timer() -> Program:
    """A waiter that was handed to a timer, and one that was handed to nobody: nobody runs either by hand."""
    program = Program().future("f").wait("f", "waiter").resolve("f").look("armed").soon("last")
    return program.one_pass().clock(1).one_pass()


def _long_work() -> Program:
    """A task that burns many times: a step that goes on by a loop gets through, one that calls itself does not."""
    return Program().task("t", *(["burn", 1] for _ in range(LONG))).one_pass()


MORE: Mapping[str, Sequence[Program]] = MappingProxyType(
    {"set_result": (_waiter_on_a_timer(),), "step": (_long_work(),)}
)
"""By exercise."""
