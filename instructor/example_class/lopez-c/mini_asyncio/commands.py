"""What a task may ask of the loop: to burn CPU time, or to sleep.

A task is a generator. It speaks to the loop by yielding one command, a pair `(kind, ms)`, and it is resumed
when the command has been carried out. All times are whole milliseconds on the loop's own clock.
"""

from typing import Final

Command = tuple[str, int]

BURN: Final = "burn"
SLEEP: Final = "sleep"


def burn(ms: int) -> Command:
    """Ask for `ms` milliseconds of CPU. Nobody else runs meanwhile: that is what makes neighbours late."""
    return (BURN, ms)


def sleep(ms: int) -> Command:
    """Ask to be woken not before `ms` milliseconds from now. How long after, is what this course is about."""
    return (SLEEP, ms)
