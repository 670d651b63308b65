"""The right answers: the reference, run on the same probes in the trusted process.

The reference is not its own judge: SPEC's pinned traces, the closed form and CPython's own loop are checked against it in
the grader's tests. What must stay true: the reference lives under a name of its own and never where a child could see it.
"""

from __future__ import annotations

import importlib
import sys
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from ..course import Course, CourseError, CourseFiles
from ..probes.bonus import Experiment, run_experiment
from ..probes.program import Bench, Program, run_program
from ..probes.schedule import Schedule, run_schedule
from ..worker.protocol import Facts, Probe

PACKAGE = "loopcheck_reference"
UNREACHED = (0, 9)
"""Timers and callbacks by hand of a pass that a right solution does not come to, because an exception ends the program: if
somebody swallows it, what is ready shows that."""


def load_reference(files: CourseFiles, course: Course) -> None:
    """Import the reference package under a name of its own."""
    folder: Path = files.reference / course.package
    places = [str(folder), str(files.bonus_reference)]
    spec = spec_from_file_location(PACKAGE, folder / "__init__.py", submodule_search_locations=places)
    if spec is None or spec.loader is None:
        raise CourseError(f"{folder} is no package: the installation is not complete, install loopcheck again")
    module = module_from_spec(spec)
    sys.modules[PACKAGE] = module
    try:
        spec.loader.exec_module(module)
        importlib.import_module(f"{PACKAGE}.loop")
    except Exception as error:
        raise CourseError(f"the reference in {folder} cannot be imported ({error}): install loopcheck again") from error


def right_answer(probe: Probe, package: str = PACKAGE) -> Facts:
    """What the reference answers, or another package that is importable here."""
    if isinstance(probe, Experiment):
        return run_experiment(probe, package)
    return run_schedule(probe, package) if isinstance(probe, Schedule) else run_program(probe, package)


class CountingBench(Bench):
    """Notes how many timers expire and how many callbacks run in each pass, so that the program can be taken by hand."""

    def __init__(self, program: Program) -> None:
        super().__init__(program, PACKAGE)
        self.counts: list[tuple[int, int]] = []

    def do_pass(self, expire: int, turns: int) -> None:
        loop = self.here
        due = sum(when <= loop.clock for when, _, _ in loop.timers)
        self.counts.append((due, due + len(loop.ready)))
        super().do_pass(expire, turns)


def answer_with_turns(probe: Probe) -> tuple[Facts, Probe]:
    """The right answer, and the same program with the turns of each pass filled in: one run gives both."""
    if not isinstance(probe, Program):
        return right_answer(probe), probe
    bench = CountingBench(probe)
    facts = bench.run()
    counts = iter(bench.counts)
    ops: list[list[Any]] = [["pass", *next(counts, UNREACHED)] if op[0] == "pass" else op for op in probe.ops]
    return facts, replace(probe, ops=ops)
