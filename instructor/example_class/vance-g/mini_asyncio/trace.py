"""The record of one delivery: four stamps, all in milliseconds on the loop's clock.

    asked for       deadline      the moment the task asked to be woken at
    expired         expired_at    the moment a pass of the loop found the timer due
    fired           fired_at      the moment the timer's callback ran
    ran             ran_at        the moment the task itself got the CPU again

Three gaps lie between four stamps: how late the heap was looked at (expired - asked for), how long the timer's
callback stood behind other ready work (fired - expired), and how long the task stood behind it once more,
because a future was in between (ran - fired).
"""

from typing import NamedTuple

Stamp = int | None
"""A time in ms, or None as long as it has not happened. A Wake that was recorded holds no None."""


class Wake(NamedTuple):
    """One wake-up of one task. It unpacks to five values: name and the four stamps, in the order of time."""

    name: str | None
    deadline: Stamp
    expired_at: Stamp
    fired_at: Stamp
    ran_at: Stamp
