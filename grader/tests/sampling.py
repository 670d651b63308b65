"""What is tried always, and what with `--thorough` only: long banks are tried whole before a release, not at each change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

import pytest


def sampled(values: Iterable[Any], sample: Collection[Any], name: Callable[[Any], str] = str) -> list[Any]:
    """A parameter for each of these values; those whose `name` is not in the sample are tried with `--thorough` only."""
    marks = {True: (), False: (pytest.mark.thorough,)}
    return [pytest.param(value, id=name(value), marks=marks[name(value) in sample]) for value in values]
