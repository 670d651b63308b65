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
from collections.abc import Callable, Mapping
from dataclasses import replace
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
OTHER_SEEDS_FOR = sorted(BANK)[::12]
CASES = [(FIRST_SEED, name) for name in BANK] + [(seed, name) for seed in OTHER_SEEDS for name in OTHER_SEEDS_FOR]


Graders = Callable[[GraderSettings], Grader]


@pytest.mark.parametrize(("seed", "name"), CASES)
def test_a_right_solution_earns_every_point(graders: Graders, seed: int, name: str) -> None:
    result, _ = graders(GraderSettings(seed)).grade(source_of(BANK[name]))
    assert (result.score, red_checks(result)) == (result.max_score, ""), f"{BANK[name].idea}\n{red_checks(result)}"


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("dataclass_future_and_task", "Task._suspend"),  # its tasks have no hash
        ("truth_values_and_lengths", "Task._suspend"),
        ("dataclass_future_and_task", "Future.set_result"),
        ("timer_carries_the_stamps", "Future.set_result"),  # its stamps are known to its own `_suspend` only
        ("sleep_object", "Future.set_result"),
        ("slots_everywhere", "Task.step"),
        ("swapped_fresh_deque", "Task.step"),
        ("helpers_on_the_loop", "Task.step"),
        ("helpers_on_the_loop", "Task._suspend"),
        ("asyncio_names", "EventLoop.run_once"),
    ],
)
def test_a_missing_function_takes_no_points_of_the_others(graders: Graders, name: str, missing: str) -> None:
    entry = without(BANK[name], missing)
    result, _ = graders(GraderSettings(FIRST_SEED)).grade(source_of(entry))
    spoilt = {exercise.id for exercise in COURSE.exercises if exercise.function == missing} | {"whole_loop"}
    lost = {one.id: one.max_points - one.points for one in result.exercises if one.points < one.max_points}
    assert lost.keys() == spoilt, f"{lost}\n{red_checks(result)}"


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
    """The visible checks that are not green, for each solution."""
    return run_visible_checks(tmp_path_factory.mktemp("student"), BANK)


@pytest.mark.parametrize("name", BANK)
def test_a_right_solution_passes_the_visible_checks(visible: dict[str, list[str]], name: str) -> None:
    assert visible[name] == [], f"{BANK[name].idea}\n" + "\n".join(visible[name])


def test_a_wrong_solution_between_right_ones_is_seen(tmp_path: Path) -> None:
    right = BANK["counted_loop"]
    drained = right.sources["loop.py"].replace(b"while left > 0:", b"while self.ready:")
    assert drained != right.sources["loop.py"]
    wrong = replace(right, sources={**right.sources, "loop.py": drained})
    found = run_visible_checks(tmp_path, {"before": right, "wrong": wrong, "after": right})
    assert (found["before"], found["after"]) == ([], [])
    assert any("test_4_run_once" in line for line in found["wrong"])


DRIVER = """
import json, sys
import pytest

class Replay:
    def __init__(self, names):
        self.names, self.found = names, {}

    def pytest_runtestloop(self, session):
        assert not session.testsfailed and len(session.items) >= 30
        for self.name in self.names:
            self.found[self.name] = []
            for module in [name for name in sys.modules if name.partition(".")[0] == "mini_asyncio"]:
                del sys.modules[module]
            sys.path.insert(0, f"solutions/{self.name}")
            for item, following in zip(session.items, [*session.items[1:], None]):
                session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            del sys.path[0]
        return True

    def pytest_runtest_logreport(self, report):
        if not report.passed:
            self.found[self.name].append(f"{report.nodeid}: {report.longrepr}")

replay = Replay(sys.argv[1:])
options = ["-p", "no:cacheprovider", "-p", "timeout", "--ignore=tests/test_check_yourself.py"]
code = pytest.main(options, plugins=[replay])
if code not in (0, 1):
    sys.exit(f"pytest ended with {code!r}")
print("\\n" + json.dumps(replay.found))
"""
"""Collects the visible checks once, and replays them for each solution: starting pytest anew is what takes time."""


def run_visible_checks(
    folder: Path, entries: Mapping[str, Entry], template: Path = ROOT / "student_template"
) -> dict[str, list[str]]:
    """The visible checks that are not green, in a student's folder in which one solution takes the other's place."""
    shutil.copytree(template, folder / "template", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.rmtree(folder / "template/mini_asyncio")
    for name, entry in entries.items():
        package = folder / "template/solutions" / name / "mini_asyncio"
        package.mkdir(parents=True)
        for module, source in entry.sources.items():
            (package / module).write_bytes(source)
    hidden = ("PYTEST", "PYTHON", "COV")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(hidden)}
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, *entries],
        cwd=folder / "template",
        env={**environment, "PYTHONIOENCODING": "utf-8", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr).decode("utf-8", "replace")[-3000:]
    found: dict[str, list[str]] = json.loads(done.stdout.decode("utf-8").splitlines()[-1])
    return found


def without(entry: Entry, function: str) -> Entry:
    """The entry with one function as it is in the template."""
    exercise = next(one for one in COURSE.exercises if one.function == function)
    source = entry.sources[exercise.module]
    hollow = stub_function(source, *function.split("."))
    return replace(entry, sources={**entry.sources, exercise.module: hollow})


def stub_function(source: bytes, cls: str, name: str) -> bytes:
    tree = ast.parse(source)
    functions = [
        part
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name == cls
        for part in node.body
        if isinstance(part, ast.FunctionDef) and part.name == name
    ]
    assert len(functions) == 1
    functions[0].body = ast.parse("raise NotImplementedError('exercise')").body
    return ast.unparse(tree).encode()


def source_of(entry: Entry) -> Source:
    """The entry as a submission: the modules that students edit."""
    return Source(entry.name, {module: entry.sources[module] for module in COURSE.edit})


def red_checks(result: Submission) -> str:
    """The checks that are not green, with everything that an instructor may read."""
    red = [check for check in result.checks if check.outcome is not Outcome.PASSED]
    lines = [f"{check.id} {check.outcome.value} {check.waits_for}\n{check.detail}" for check in red]
    return "\n".join([*lines, result.reason]).strip()
