"""The hidden suite runs every line and every branch of the reference, measured inside the worker's own children.

A line of the exercise that no check runs is a line that a student may get wrong unseen.
"""

from __future__ import annotations

import json
import site
from collections.abc import Iterator, Set
from dataclasses import replace
from pathlib import Path
from typing import Any

import coverage
import pytest

from loopcheck.course import course_files, load_course
from loopcheck.interview import Interviewer, provided_modules
from loopcheck.results import Outcome
from loopcheck.session import SuiteSession
from loopcheck.submissions.model import Source
from loopcheck.worker.host import Worker
from loopcheck.worker.protocol import CoverageRequest

PATIENCE = 50.0
"""Being measured makes a child slow."""


class MeasuringWorker(Worker):
    """A worker whose children measure the coverage of the reference. Only a test has a reason to do that."""

    def __init__(self, folder: Path) -> None:
        super().__init__("", provided_modules(course_files(), load_course()), "rlimits")  # it writes a file
        packages = {str(Path(coverage.__file__).parents[1]), *site.getsitepackages()}
        sources = course_files().reference / load_course().package
        self.measuring = CoverageRequest(tuple(sorted(packages)), str(folder), str(sources))

    def ask(self, request: Any, deadline: Any) -> Any:
        return super().ask(replace(request, coverage=self.measuring), deadline)


@pytest.fixture(scope="module")
def session() -> Iterator[SuiteSession]:
    with SuiteSession(seed=20) as running:
        yield running


def reference_source() -> Source:
    course = load_course()
    modules = course_files().package_sources(course)
    return Source("reference", {name: modules[name] for name in course.edit})


def holes(folder: Path) -> dict[str, list[Any]]:
    """What of each module of the reference was not run: lines, and branches as (from, to)."""
    measured = coverage.Coverage(data_file=str(folder / "coverage"), branch=True, config_file=False)
    measured.exclude("if TYPE_CHECKING:")
    measured.combine()
    report = folder / "coverage.json"
    measured.json_report(outfile=str(report), ignore_errors=False)
    data = json.loads(report.read_text(encoding="utf-8"))["files"]
    return {Path(name).name: [*of["missing_lines"], *of["missing_branches"]] for name, of in data.items()}


def measure(session: SuiteSession, folder: Path, without: Set[str] = frozenset()) -> dict[str, list[Any]]:
    """Ask the reference everything, but the questions of the checks `without`; then what was not run."""
    worker = MeasuringWorker(folder)
    try:
        interview = Interviewer(worker, load_course(), session.clock, PATIENCE).interview(reference_source())
        if not without:
            verdicts = session.grade(interview)
            assert {verdict.outcome for verdict in verdicts.values()} == {Outcome.PASSED}
        else:
            suite = session.plugin.suite
            left_out = {number for name in without for number in suite.checks[name].numbers}
            for setting in {spec.settings[0]: None for spec in suite.checks.values()}:
                specs = [spec for spec in suite.checks.values() if spec.settings[0] == setting]
                asked = sorted({number for spec in specs for number in spec.numbers} - left_out)
                interview.answers(setting, asked, [suite.questions[number] for number in asked])
    finally:
        worker.close()
    return holes(folder)


def test_every_line_and_branch_of_what_students_write_is_run(session: SuiteSession, tmp_path: Path) -> None:
    course = load_course()
    missing = measure(session, tmp_path)
    assert set(course.edit) <= missing.keys(), "nothing was measured"
    assert {name: missing[name] for name in course.edit} == {name: [] for name in course.edit}
    provided = {name: missing[name] for name in missing.keys() - set(course.edit) if missing[name]}
    # `heartbeat` and `hog` belong to the demo (probes make their own tasks), and nobody prints a timer.
    assert provided.keys() <= {"workloads.py", "timers.py"}, provided


def test_a_suite_without_one_check_leaves_a_hole(session: SuiteSession, tmp_path: Path) -> None:
    """The measurement can fail: without the unknown commands nothing runs the line that refuses them."""
    missing = measure(session, tmp_path, {"step_rejects_unknown_commands"})
    source = (course_files().reference / load_course().package / "task.py").read_text(encoding="utf-8").splitlines()
    assert any("unknown command" in source[line - 1] for line in missing["task.py"] if isinstance(line, int))
