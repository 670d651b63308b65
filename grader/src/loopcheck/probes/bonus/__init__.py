"""Experiments: the probes of bonus exercises, whose subject is not the loop of the course.

An experiment is a function of the module of this folder that is named after its exercise. It is given the student's module
of the same name, a log, and plain arguments; it tries something, and notes what came of it as rows of plain values. What
must stay true: what holds for every probe. No expected value is in here, nothing is judged, and what is noted is noted by
the experiment itself, in coroutines and callbacks of its own, wherever it can be.

    who_yields.py and the like   one module per exercise: its experiments, and `words(name, args)`, which says in words,
                                 one line each, what one of them does
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from ..plain import Plain, Raised, plain, plain_error

BUDGET = 2_000
"""Rows after which an experiment is given up: each is made for a few hundred at the most."""


@dataclass
class Experiment:
    """Call the experiment `name` of the exercise `unit` with these arguments, which are plain JSON."""

    unit: str
    name: str
    args: dict[str, Any] = field(default_factory=dict)


@dataclass
class ExperimentFacts:
    """What happened: rows of at most eight plain values. `runaway` is empty, or `[name, rows]` of an experiment that was
    stopped because it noted more and more; an exception ends an experiment and is one of the facts."""

    rows: list[list[Plain]] = field(default_factory=list)
    runaway: list[Plain] = field(default_factory=list)
    raised: Raised = field(default_factory=list)


class Log:
    """Where an experiment notes what happens. The flag is sticky: it outlives any `except` of a student's."""

    def __init__(self, name: str) -> None:
        self.facts = ExperimentFacts()
        self._name = name

    def note(self, *values: Any) -> bool:
        """Note one row. False when the budget is used up: then whoever can must end."""
        if len(self.facts.rows) >= BUDGET:
            self.facts.runaway = [self._name, len(self.facts.rows)]
            return False
        self.facts.rows.append([plain(value) for value in values])
        return True


def run_experiment(experiment: Experiment, package: str = "mini_asyncio") -> ExperimentFacts:
    """Carry out an experiment on the module of the exercise in `package`."""
    log = Log(experiment.name)
    try:
        module = import_module(f"{package}.{experiment.unit}")
        experiments = import_module(f"{__name__}.{experiment.unit}")
        getattr(experiments, experiment.name)(module, log, **experiment.args)
    except Exception as error:  # noqa: BLE001 - whatever the submission raises is a fact
        log.facts.raised = plain_error(error)
    return log.facts


def experiment_words(experiment: Experiment) -> str:
    """What an experiment does, in words: one indented line after the other."""
    words = import_module(f"{__name__}.{experiment.unit}").words
    return "\n".join(f"  {line}" for line in words(experiment.name, experiment.args))


def row_lines(rows: Sequence[Sequence[Plain]]) -> list[str]:
    """Each row as a line of text."""
    return [" ".join(str(value) for value in row) for row in rows]
