"""Right but different: every solution in solutions/correct earns every point, and passes the visible checks.

A false red on a right solution is the worst bug that a grader can have. What is not allowed is to adapt a solution until
it is green: when one of these goes red, the check is wrong, or the contract is.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from loopcheck.authoring.bank import Entry, read_bank
from loopcheck.course import course_files, load_course
from loopcheck.grading import Grader, GraderSettings
from loopcheck.results import Outcome, Submission
from loopcheck.submissions.model import Source

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "solutions/correct"
COURSE = load_course()
BANK = {entry.name: entry for entry in read_bank(FOLDER, COURSE, course_files().package_sources(COURSE))}
FIRST_SEED = 1
OTHER_SEEDS = (20_260_817, 2**53 - 1)
OTHER_SEEDS_FOR = sorted(BANK)[::6]
CASES = [(FIRST_SEED, name) for name in BANK] + [(seed, name) for seed in OTHER_SEEDS for name in OTHER_SEEDS_FOR]


@pytest.fixture(scope="module")
def grader(request: pytest.FixtureRequest) -> Iterator[Grader]:
    """One warm grader per seed: pytest runs the tests of one seed after the other."""
    with Grader(GraderSettings(request.param)) as warm:
        yield warm


@pytest.mark.parametrize(("grader", "name"), CASES, indirect=["grader"])
def test_a_right_solution_earns_every_point(grader: Grader, name: str) -> None:
    result, _ = grader.grade(source_of(BANK[name]))
    assert (result.score, red_checks(result)) == (result.max_score, ""), f"{BANK[name].idea}\n{red_checks(result)}"


def test_there_are_many_and_each_says_what_it_is_about() -> None:
    assert len(BANK) >= 40
    assert {len(entry.fails) for entry in BANK.values()} == {0}
    lines = [entry.idea.splitlines()[0] for entry in BANK.values()]
    assert [line for line in lines if not line.endswith(".")] == []
    assert len(set(lines)) == len(lines)


def test_no_two_are_the_same_program() -> None:
    programs: dict[str, str] = {}
    for name, entry in BANK.items():
        program = "".join(ast.dump(ast.parse(source)) for _, source in sorted(entry.sources.items()))
        assert programs.setdefault(program, name) == name


@pytest.fixture(scope="module")
def visible(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The visible checks that are not green, for each solution: pytest runs in one student's folder after the other."""
    base = tmp_path_factory.mktemp("students")
    for name, entry in BANK.items():
        student_folder(base / name, entry)
    halves = [start_checks(base, list(BANK)[::2]), start_checks(base, list(BANK)[1::2])]
    return {name: red for half in halves for name, red in outcomes(half).items()}


@pytest.mark.parametrize("name", BANK)
def test_a_right_solution_passes_the_visible_checks(visible: dict[str, list[str]], name: str) -> None:
    assert visible[name] == [], f"{BANK[name].idea}\n" + "\n".join(visible[name])


def test_a_wrong_solution_is_seen_by_the_same_driver(tmp_path: Path) -> None:
    entry = BANK["counted_loop"]
    drained = entry.sources["loop.py"].replace(b"while left > 0:", b"while self.ready:")
    assert drained != entry.sources["loop.py"]
    student_folder(tmp_path / "drained", Entry("drained", "", frozenset(), {**entry.sources, "loop.py": drained}))
    student_folder(tmp_path / "right", entry)
    found = outcomes(start_checks(tmp_path, ["drained", "right"]))
    assert found["right"] == []
    assert any("test_4_run_once" in line for line in found["drained"])


def start_checks(base: Path, names: list[str]) -> subprocess.Popen[bytes]:
    """Begin to run the visible checks in these folders, with the plugins of a student."""
    hidden = ("PYTEST", "PYTHON", "COV")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(hidden)}
    environment |= {"PYTHONIOENCODING": "utf-8", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.Popen(  # noqa: S603 - our own interpreter on folders made by this test
        [sys.executable, "-c", DRIVER, *names], cwd=base, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def outcomes(checks: subprocess.Popen[bytes]) -> dict[str, list[str]]:
    """The checks that were not green, by folder."""
    output, errors = checks.communicate(timeout=100)
    assert checks.returncode == 0, errors.decode("utf-8", "replace")[-3000:]
    found: dict[str, list[str]] = json.loads(output.decode("utf-8").splitlines()[-1])
    return found


DRIVER = """
import contextlib, io, json, os, sys
import pytest

OURS = ("mini_asyncio", "probes", "explain", "units", "conftest", "test_", "tests")

class Noted:
    def __init__(self):
        self.red, self.green = [], 0

    def pytest_runtest_logreport(self, report):
        self.green += report.when == "call" and report.passed
        if not report.passed:
            self.red.append(f"{report.nodeid}: {report.longrepr}")

    def pytest_collectreport(self, report):
        if report.failed:
            self.red.append(f"{report.nodeid}: {report.longrepr}")

base, found = os.getcwd(), {}
for name in sys.argv[1:]:
    before = set(sys.modules), list(sys.path)
    os.chdir(os.path.join(base, name))
    noted = Noted()
    with contextlib.redirect_stdout(io.StringIO()) as said:
        code = pytest.main(["-p", "no:cacheprovider", "-p", "timeout"], plugins=[noted])
    if (code == 0) != (not noted.red) or (code == 0 and noted.green < 30):
        noted.red.append(f"pytest ended with {code!r}: {said.getvalue()[-2000:]}")
    found[name] = noted.red
    for module in set(sys.modules) - before[0]:
        if module.startswith(OURS):
            del sys.modules[module]
    sys.path[:] = before[1]
os.chdir(base)
print(json.dumps(found))
"""
"""Runs pytest in one folder after the other, in one process: starting Python and importing pytest is what costs."""


def student_folder(folder: Path, entry: Entry) -> None:
    """What a student has: the template, with this solution in it."""
    shutil.copytree(ROOT / "student_template", folder, ignore=shutil.ignore_patterns("__pycache__", "mini_asyncio"))
    (folder / "mini_asyncio").mkdir()
    for module, source in entry.sources.items():
        (folder / "mini_asyncio" / module).write_bytes(source)


def source_of(entry: Entry) -> Source:
    """The entry as a submission: the modules that students edit."""
    return Source(entry.name, {module: entry.sources[module] for module in COURSE.edit})


def red_checks(result: Submission) -> str:
    """The checks that are not green, with everything that an instructor may read."""
    red = [check for check in result.checks if check.outcome is not Outcome.PASSED]
    lines = [f"{check.id} {check.outcome.value} {check.waits_for}\n{check.detail}" for check in red]
    return "\n".join([*lines, result.reason]).strip()
