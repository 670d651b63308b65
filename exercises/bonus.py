"""What the checks of bonus exercises ask, and what a student reads when the answer is wrong.

An experiment is carried out on the student's own module, and what came of it is compared line by line. What is not written
yet is skipped: a bonus exercise is for those who want it.
"""

from __future__ import annotations

import pytest
from probes.bonus import Experiment, experiment_words, row_lines, run_experiment

from explain import fail
from probes.tables import log_table


def expect(experiment: Experiment, want: str, why: str, only: tuple[str, ...] = ()) -> None:
    """Carry out the experiment; what it notes must be `want`, one line each. With `only`, of the lines that begin with
    one of these words."""
    facts = run_experiment(experiment)
    if facts.raised and facts.raised[0] == "NotImplementedError":
        pytest.skip(f"not written yet: {facts.raised[1]}")
    got = [line for line in row_lines(facts.rows) if not only or line.startswith(only)]
    right = [line.strip() for line in want.strip().splitlines()]
    if got != right or facts.raised:
        fail(experiment_words(experiment), log_table(got, right, most=12), why, raised=facts.raised)
