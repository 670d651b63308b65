"""Mutants of the four functions, made by cosmic-ray: each is killed by the hidden suite, or listed here as equivalent.

Beyond the bank, which holds mistakes that people make, these are mistakes that nobody thought of.
"""

import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from loopcheck.authoring.regions import parse_regions
from loopcheck.course import course_files, load_course
from loopcheck.grading import Grader, GraderSettings
from loopcheck.probes.schedule import run_schedule
from loopcheck.submissions.model import Source
from loopcheck.suite import schedules
from loopcheck.suite.asking import Asks, draw
from loopcheck.suite.expected import PACKAGE, right_answer
from loopcheck.worker.protocol import Probe

SCHEDULES = 10_000

EQUIVALENT = {
    ("task.py", "if self.loop.hops >= 2:"): "`hops` is 1 or 2",
    ("task.py", "if kind is BURN:"): "commands may be compared by identity: burn() yields this very string",
    ("task.py", "elif kind is SLEEP:"): "as above, for sleep()",
}
"""Mutated lines that change nothing a course may ask about, with the reason."""


@dataclass(frozen=True)
class Mutant:
    """One module with one change: the line that it has become."""

    module: str
    line: str
    source: bytes


def mutants() -> Iterator[Mutant]:
    """Every mutant of the solution regions, each once."""
    course = load_course()
    package = course_files().package_sources(course)
    seen = set()
    for module in course.edit:
        text = package[module].decode()
        inside = {n for region in parse_regions(text, module) for n in range(region.begin - 1, region.end)}
        for mutated in _mutations(text):
            changed = [
                n for n, (old, new) in enumerate(zip(text.split("\n"), mutated.split("\n"), strict=False)) if old != new
            ]
            if changed and changed[0] in inside and mutated not in seen:
                seen.add(mutated)
                yield Mutant(module, mutated.split("\n")[changed[0]].strip(), mutated.encode())


def _mutations(text: str) -> Iterator[str]:
    for name in operator_names():
        operator = get_operator(name)
        if operator.arguments():  # it wants settings, and has no defaults
            continue
        occurrence = 0
        while (mutated := mutate_code(text, operator(), occurrence)) is not None:
            occurrence += 1
            yield mutated


@pytest.fixture(scope="module")
def made() -> tuple[Mutant, ...]:
    """Not when the tests are collected: to make them takes seconds."""
    return tuple(mutants())


@pytest.fixture(scope="module")
def grader() -> Iterator[Grader]:
    with Grader(GraderSettings(seed=11)) as grader:
        yield grader


@pytest.fixture
def sources() -> dict[str, bytes]:
    course = load_course()
    package = course_files().package_sources(course)
    return {name: package[name] for name in course.edit}


def test_there_are_mutants_of_every_module(made: tuple[Mutant, ...]) -> None:
    assert {mutant.module for mutant in made} == {"future.py", "task.py", "loop.py"}
    assert len(made) >= 50


@pytest.mark.timeout(600)  # all mutants, one after the other
def test_every_mutant_is_killed_or_equivalent(
    made: tuple[Mutant, ...], grader: Grader, sources: dict[str, bytes]
) -> None:
    survivors = set()
    for mutant in made:
        result, _ = grader.grade(Source("mutant", sources | {mutant.module: mutant.source}))
        if result.score == result.max_score:
            survivors.add((mutant.module, mutant.line))
    assert survivors == EQUIVALENT.keys()


@pytest.mark.parametrize("key", EQUIVALENT, ids=lambda key: key[1])
def test_an_equivalent_mutant_survives_everything(
    key: tuple[str, str],
    made: tuple[Mutant, ...],
    grader: Grader,
    tmp_path: Path,
    import_package: Callable[[Path], str],
) -> None:
    """10,000 random schedules and every probe of the suite: the facts are those of the reference."""
    package = tmp_path / f"equivalent_{list(EQUIVALENT).index(key)}"
    package.mkdir()
    files = course_files().package_sources(load_course())
    mutant = next(mutant for mutant in made if (mutant.module, mutant.line) == key)
    for name, source in (files | {mutant.module: mutant.source}).items():
        (package / name).write_bytes(source)
    name = import_package(package)
    compared = 0
    for seed in range(-(-SCHEDULES // schedules.RANDOM_SCHEDULES)):
        for schedule in draw(schedules.random_schedules, seed):
            assert run_schedule(schedule, name) == run_schedule(schedule, PACKAGE)
            compared += 1
    assert compared >= SCHEDULES
    for probe in _all_probes(grader):
        facts, right = right_answer(probe, name), right_answer(probe)
        # Where an exception was raised is told for a student's package alone.
        assert replace(facts, raised=facts.raised[:2]) == replace(right, raised=right.raised[:2])


def _all_probes(grader: Grader) -> Iterator[Probe]:
    asked: dict[str, list[Asks]] = grader.session.plugin.suite.asks
    for exercise in asked.values():
        for asks in exercise:
            yield from draw(asks, 12)


@pytest.fixture
def import_package() -> Iterator[Callable[[Path], str]]:
    """Make the package at a path importable, for the time of one test."""
    before = list(sys.path)

    def make(folder: Path) -> str:
        sys.path.insert(0, str(folder.parent))
        importlib.invalidate_caches()
        return folder.name

    yield make
    sys.path[:] = before
