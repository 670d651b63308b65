"""The two tasks of the demo: one that wants to be punctual, and one that does not let it.

Both never end. A loop that lets one of them keep the CPU until it is finished never gets it back.
"""

from collections.abc import Iterator

from .commands import Command, burn, sleep


def heartbeat(period: int) -> Iterator[Command]:
    """Ask, for ever, to be woken `period` ms from now, and do no work in between."""
    while True:
        yield sleep(period)


def hog(chunk: int) -> Iterator[Command]:
    """Burn, for ever, `chunk` ms at a time. The yield after each chunk is the only moment at which others can run."""
    while True:
        yield burn(chunk)
