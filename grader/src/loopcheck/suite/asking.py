"""How a check declares itself: its exercise, what it asks, among which neighbours, and what its student may see.

What must stay true: what is asked depends on the seed and on nothing else, so a whole class is asked the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from ..interview import Silence
from ..results import Disclosure
from ..worker.protocol import Facts, Probe, Setting

Asks = Callable[[random.Random], Sequence[Probe]]

OWN = Setting("own", ("future", "loop"))
"""Everything is the student's own."""
TURNS = Setting("turns", ("future", "loop"), by_hand=True)
"""The student's own modules; `run_once` is replaced by turns taken by hand."""


WORKED_BY_HAND = {
    "future": ("set_result",),
    "suspend": ("suspend", "set_result"),
    "step": ("step",),
    "task": ("step", "suspend"),
}
"""The exercises whose functions a fake stands for."""


def stands_for(setting: Setting) -> frozenset[str]:
    """The exercises whose functions do not count in this setting, because something stands in for them."""
    by_fakes = {exercise_id for fake in setting.fakes for exercise_id in WORKED_BY_HAND[fake]}
    return frozenset(by_fakes | {"run_once"} if setting.by_hand else by_fakes)


def exercise(exercise_id: str, *settings: Setting, group: str = "functions") -> pytest.MarkDecorator:
    """Mark a module: its checks belong to this exercise, and are tried among these neighbours until one is green. The
    first setting is the student's own, the last one leaves nothing of the student's but the function.

    Probes of one `group` in one setting share a child process.
    """
    return pytest.mark.exercise(exercise_id, settings=settings, group=group)


def bonus(exercise_id: str) -> pytest.MarkDecorator:
    """Mark the module of a bonus exercise: its checks need the student's module of that name, and nothing else."""
    return exercise(exercise_id, Setting(exercise_id, (exercise_id,)), group=exercise_id)


def check(
    asks: Asks, disclosure: Disclosure, *, requires: Sequence[str] = (), counts_with: Sequence[str] = ()
) -> pytest.MarkDecorator:
    """Mark a check. It is skipped when a check that it `requires` is not passed. When one of `counts_with` is not
    passed it may still fail and show why, but it cannot earn points: its figures are public and could be replayed, or
    something else does what it asks for."""
    return pytest.mark.check(asks=asks, disclosure=disclosure, requires=tuple(requires), counts_with=tuple(counts_with))


@dataclass(frozen=True)
class Exchange:
    """One probe, what the submission answered, and what the reference answers. Nobody reads how a `silent` one differs:
    the check is red already, among other neighbours, and telling costs more than all that was asked."""

    probe: Probe
    got: Facts | Silence
    want: Facts
    silent: bool = False


def draw(asks: Asks, seed: int) -> Sequence[Probe]:
    """What a check asks under this seed."""
    return asks(random.Random(f"{seed}/{asks.__module__.rpartition('.')[2]}/{asks.__name__}"))
