"""The visible checks, tried in a copy of the template: stubs and empty functions fail some, the reference passes all.

What must stay true: a trial sees what a student has (the template, pytest and pytest-timeout) and nothing of the
checkout. It runs in a temporary folder and a process of its own, without the PYTHONPATH and pytest options of this one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from ..course import CourseFiles
from .build import TEMPLATE
from .problem import Problem
from .stubs import hollow_module
from .template import whole_template

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..course import Course, Exercise
    from .build import Generated

SECONDS = 120
"""Much more than the visible checks need; a trial that takes longer hangs."""

Files = dict[str, bytes]
"""Path below the template -> content."""

Outcomes = dict[str, list[str]]
"""Test file below the template -> one of passed, failed, skipped per test."""


class TrialError(Exception):
    """The trial gave no outcomes; the message says why."""


@dataclass
class Trial:
    """Visible checks on some modules: test file below the template -> its source in the checkout.

    With `hollow`, a function of these modules does nothing; the first check that sees it is enough.
    """

    modules: Files
    checks: dict[str, str]
    hollow: Exercise | None = None
    outcomes: Outcomes = field(default_factory=dict)

    def seen(self, checks: dict[str, str]) -> list[str]:
        return [outcome for file in checks for outcome in self.outcomes.get(file, [])]


def trial_problems(root: Path, course: Course, generated: list[Generated]) -> Iterator[Problem]:
    """Try the stubs as students get them, each function alone doing nothing, and the reference."""
    stubs, reference, *hollow = trials = _trials(root, course, generated)
    if not reference.checks:
        return
    template = whole_template(root, generated)
    try:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for trial, outcomes in zip(trials, pool.map(lambda each: _run(template, each), trials), strict=True):
                trial.outcomes = outcomes
    except TrialError as error:
        yield Problem(f"{TEMPLATE}/tests", str(error), f"run `python -m pytest` in {TEMPLATE} and repair what it says")
        return
    for exercise in course.exercises:
        what = f"exercise {exercise.id} is solved before anybody wrote a line: the untouched stub passes"
        yield from _passed_all(stubs, _checks(root, exercise), what)
    for trial in hollow:
        if trial.hollow is not None:
            what = f"a {trial.hollow.function} that does nothing, beside the solutions of the others, passes"
            yield from _passed_all(trial, trial.checks, what)
    yield from _unpassed(reference)


def _trials(root: Path, course: Course, generated: list[Generated]) -> list[Trial]:
    """The stubs, the reference, and one more per function.

    The stubs alone say little: a check may fail on them because it waits for another exercise, or because the template
    fails every check of a function that is not written. What a check is worth shows on a function that does nothing.
    """
    sources = CourseFiles(root).package_sources(course)
    reference = {f"{course.package}/{name}": source for name, source in sources.items()}
    stubs = {file.path: file.content for file in generated if file.path in reference}
    everything: dict[str, str] = {}
    hollow: list[Trial] = []
    for exercise in course.exercises:
        checks = _checks(root, exercise)
        everything |= checks
        if checks and exercise.module:
            path, source = f"{course.package}/{exercise.module}", sources[exercise.module]
            modules = {**reference, path: hollow_module(source, exercise.module, path, course, exercise)}
            hollow.append(Trial(modules, checks, exercise))
    return [Trial(stubs, everything), Trial(reference, everything), *hollow]


def _checks(root: Path, exercise: Exercise) -> dict[str, str]:
    names = sorted(path.name for path in (root / "exercises" / exercise.folder).glob("test_*.py"))
    return {f"tests/{name}": f"exercises/{exercise.folder}/{name}" for name in names}


def _run(template: Files, trial: Trial) -> Outcomes:
    with tempfile.TemporaryDirectory(prefix="loopcheck-trial-") as name:
        folder = Path(name).resolve()
        for path, content in {**template, **trial.modules}.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        report = folder / ".trial.xml"
        options = ["-q", "--continue-on-collection-errors", "-p", "no:cacheprovider", "-p", "timeout"]
        # A loop whose function does nothing may turn for ever. That is seen soon, and once is enough.
        options += ["--maxfail=1", "--timeout=2"] if trial.hollow else ["--maxfail=0"]
        output = _pytest(folder, *options, "-o", "junit_family=xunit1", f"--junitxml={report}", *trial.checks)
        if not report.is_file():
            raise TrialError("pytest gave no report: " + " | ".join(output.strip().splitlines()[-3:]))
        return _outcomes(report)


def _pytest(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "pytest", *arguments]
    mine = ("PYTEST_", "PYTHONPATH")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(mine)}
    # Plugins that happen to be installed here are not the student's, and one of them alone may cost a second.
    environment |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    try:
        run = subprocess.run(  # noqa: S603 - our own interpreter
            command, cwd=folder, env=environment, capture_output=True, check=False, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        raise TrialError(f"the visible checks did not end within {SECONDS} s") from None
    return (run.stdout + run.stderr).decode("utf-8", "replace")


def _outcomes(report: Path) -> Outcomes:
    outcomes: Outcomes = {}
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - written by the run above
        # A file that cannot be collected has no `file`, only its module's name.
        file = (case.get("file") or case.get("name", "").replace(".", "/") + ".py").replace("\\", "/")
        tags = {child.tag for child in case}
        outcome = "failed" if tags & {"failure", "error"} else "skipped" if "skipped" in tags else "passed"
        outcomes.setdefault(file, []).append(outcome)
    return outcomes


def _passed_all(trial: Trial, checks: dict[str, str], what: str) -> Iterator[Problem]:
    seen = trial.seen(checks)
    if seen and set(seen) == {"passed"}:
        where = ", ".join(checks.values())
        yield Problem(where, f"{what} all its {len(seen)} visible checks", "add one that it fails")


def _unpassed(trial: Trial) -> Iterator[Problem]:
    for file, source in trial.checks.items():
        outcomes = trial.outcomes.get(file, [])
        bad = len(outcomes) - outcomes.count("passed")
        if not outcomes:
            yield Problem(source, "holds no test that pytest finds", "write a function test_…, or delete the file")
        elif bad:
            what = f"the reference does not pass {bad} of its {len(outcomes)} visible checks"
            yield Problem(source, what, "correct the check, or the reference")
