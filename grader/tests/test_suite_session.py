"""The hidden suite as a session: it replays itself for each submission, and nothing from outside reaches into it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from loopcheck import cli
from loopcheck.course import course_files, load_course
from loopcheck.interview import Interviewer, provided_modules
from loopcheck.plugin import TIMEOUT
from loopcheck.results import Outcome
from loopcheck.session import SUITE, SuiteSession
from loopcheck.submissions.model import Source
from loopcheck.verdicts import Verdict
from loopcheck.worker.host import Worker

BATCH = "for _ in range(len(self.ready)):\n            self.ready.popleft()()"
DRAIN = {"loop.py": (BATCH, "while self.ready:\n            self.ready.popleft()()")}
INLINE = {"future.py": ("self.loop.call_soon(self.waiter)", "self.waiter()")}
NO_PASS = {"loop.py": (BATCH, "raise NotImplementedError")}
RANDOM = "random_schedules_leave_the_right_trace"
STARVING = "an_endless_hog_does_not_starve_the_timer"

Change = dict[str, tuple[str, str]]


def modules(change: Change) -> dict[str, bytes]:
    """What students write, as in the reference but for these changes."""
    course = load_course()
    sources = {name: source.decode() for name, source in course_files().package_sources(course).items()}
    for name, (old, new) in change.items():
        assert old in sources[name]
        sources[name] = sources[name].replace(old, new)
    return {name: sources[name].encode() for name in course.edit}


def folder_with(path: Path, change: Change) -> Path:
    package = path / load_course().package
    package.mkdir(parents=True)
    for name, source in modules(change).items():
        (package / name).write_bytes(source)
    return path


Grade = Callable[..., dict[str, Verdict]]


@pytest.fixture(scope="module")
def grade() -> Iterator[Grade]:
    """`grade(change)`: the verdicts of a warm session on the reference with this change."""
    worker = Worker(provided=provided_modules(course_files(), load_course()))
    with SuiteSession(seed=11) as session:
        interviewer = Interviewer(worker, load_course(), session.clock, session.plugin.suite.slowness)
        yield lambda change: session.grade(interviewer.interview(Source("one", modules(change))))
    worker.close()


def red(verdicts: dict[str, Verdict]) -> set[str]:
    return {name for name, verdict in verdicts.items() if verdict.outcome is not Outcome.PASSED}


def test_the_order_of_submissions_does_not_matter(grade: Grade) -> None:
    first = [grade(change) for change in ({}, INLINE, DRAIN)]
    second = [grade(change) for change in (DRAIN, INLINE, {})]
    assert first == second[::-1]
    right, inline, drained = first
    assert red(right) == set()
    assert red(inline) != red(drained) != set()


def test_verdicts_are_in_the_order_of_the_course(grade: Grade) -> None:
    order = [check for exercise in load_course().exercises for check in exercise.points]
    assert list(grade({})) == order
    assert list(grade(NO_PASS)) == order


def test_a_check_waits_for_those_that_it_requires(grade: Grade) -> None:
    verdicts = grade(NO_PASS)
    assert verdicts["a_pass_of_tasks_ends"].outcome is Outcome.FAILED
    for name in (RANDOM, "closed_form_gives_the_period", "any_order_of_creation"):
        waiting = verdicts[name]
        assert (waiting.outcome, waiting.waits_for) == (Outcome.SKIPPED, "a_pass_of_tasks_ends")
    assert verdicts["step_records_the_wake"].outcome is Outcome.PASSED, "it waits for nobody"


def test_figures_that_can_be_replayed_do_not_count_alone(grade: Grade) -> None:
    """With an inline waiter everything with one hop is right, but the random schedules are not."""
    verdicts = grade(INLINE)
    assert verdicts[RANDOM].outcome is Outcome.FAILED
    replayed = verdicts["pinned_trace_with_one_hop"]
    assert (replayed.outcome, replayed.waits_for) == (Outcome.SKIPPED, RANDOM)
    shown = verdicts["pinned_trace_with_two_hops"]
    assert shown.outcome is Outcome.FAILED, "it may still fail, and show why"
    assert "1400" in shown.full
    assert verdicts["a_pass_of_tasks_ends"].waits_for == RANDOM, "it is a constant, too"


def test_a_drained_loop_keeps_what_it_got_right(grade: Grade) -> None:
    verdicts = grade(DRAIN)
    course = load_course()
    for exercise in ("set_result", "step", "suspend"):
        for check in course.exercise(exercise).points:
            assert verdicts[check].outcome is Outcome.PASSED, check
    assert verdicts["run_once_comes_back"].outcome is Outcome.FAILED
    short = verdicts["a_pass_of_tasks_ends"]
    assert (short.outcome, short.ended_by) == (Outcome.FAILED, ""), "the step budget ends it, not the timeout"
    assert "One pass did not end" in short.event
    assert verdicts["closed_form_gives_the_period"].waits_for == "a_pass_of_tasks_ends"
    starving = verdicts[STARVING]
    assert (starving.outcome, starving.ended_by) == (Outcome.FAILED, TIMEOUT)


def suite_alone(submission: Path, *options: str) -> str:
    """The output of plain pytest on the hidden suite. It waits as the surrounding pytest does."""
    command = [sys.executable, "-m", "pytest", str(SUITE), f"--submission={submission}", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "-k", "starve or in_order", *options],
        # A session that is open in this process has switched other pytests' plugins off.
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        | {"PYTHONPATH": str(SUITE.parents[1])},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=90,
        check=False,
    )
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout + done.stderr
    return done.stdout


def test_starvation_is_caught_by_pytest_timeout(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Run with `-p no:timeout`, this test is red: then nothing but the system's limit ends the drained pass."""
    drained = folder_with(tmp_path / "drained", DRAIN)
    has_timeout = request.config.pluginmanager.has_plugin("timeout")
    output = suite_alone(drained, *([] if has_timeout else ["-p", "no:timeout"]))
    assert "1 failed, 2 passed" in output
    assert "It did not come back, and pytest-timeout stopped it." in output, output


def test_without_pytest_timeout_only_the_hard_limit_is_left(tmp_path: Path) -> None:
    output = suite_alone(folder_with(tmp_path / "drained", DRAIN), "-p", "no:timeout", "--cpu-seconds=1")
    assert "1 failed, 2 passed" in output
    assert "pytest-timeout" not in output.partition("FAILURES")[2]
    assert "It used up all the CPU time that a check may take." in output


def suite_module(function: str) -> Any:
    """The module of the suite that holds this function, as the session has imported it."""
    return next(
        module
        for module in list(sys.modules.values())
        if hasattr(module, function) and str(getattr(module, "__file__", "")).startswith(str(SUITE / "test_"))
    )


def broken(*_: Any) -> Any:
    return 1 // 0


def test_a_fault_of_ours_costs_nobody_a_point(grade: Grade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite_module("_burns"), "_burns", broken)
    verdicts = grade({})
    assert red(verdicts) == {"hog_burns_between_ticks"}
    fault = verdicts["hog_burns_between_ticks"]
    assert fault.outcome is Outcome.GRADER_ERROR
    assert "ZeroDivisionError" in fault.detail
    monkeypatch.undo()
    assert red(grade({})) == set(), "it is over with the fault"


def test_a_fault_of_ours_is_in_the_results_and_in_the_exit_code(
    grade: Grade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert grade is not None, "the session of the fixture has imported the suite"
    monkeypatch.setattr(suite_module("_burns"), "_burns", broken)
    wrong = folder_with(tmp_path / "wrong", NO_PASS)
    right = folder_with(tmp_path / "right", {})
    codes = [
        cli.main(["grade", str(path), "--out", str(tmp_path / "out" / path.name), "--seed", "1"])
        for path in (right, wrong)
    ]
    assert codes == [3, 0], "a check that only waits has no fault"
    [submission] = json.loads((tmp_path / "out" / "right" / "results.json").read_bytes())["submissions"]
    assert (submission["score"], submission["state"]) == (100, "graded")
    [check] = [check for check in submission["checks"] if check["outcome"] == "grader_error"]
    assert (check["id"], check["points"]) == ("hog_burns_between_ticks", check["max_points"])
    assert check["message"] == ""


HOSTILE = {
    "PYTEST_ADDOPTS": "--no-such-option",
    "PYTEST_PLUGINS": "no_such_plugin",
    "PYTEST_TIMEOUT": "0",
    "PYTEST_DEBUG": "1",
}


def test_nothing_of_the_place_it_is_started_in_reaches_the_session(tmp_path: Path) -> None:
    """Files that would break any other pytest, and a timeout that would end nothing."""
    place = folder_with(tmp_path / "place", DRAIN)
    marker = tmp_path / "reached"
    (place / "conftest.py").write_text(f"open({str(marker)!r}, 'w')\nraise SystemExit('reached')\n")
    (place / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\npython_files = nothing\n")
    (place / "tox.ini").write_text("[pytest]\ntimeout = 0\n")
    out = tmp_path / "out"
    command = [sys.executable, "-m", "loopcheck", "grade", ".", "--layout", "single", "--out", str(out), "--seed", "1"]
    environment = {**os.environ, **HOSTILE, "PYTHONPATH": str(SUITE.parents[1])}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert not marker.exists()
    [submission] = json.loads((out / "results.json").read_bytes())["submissions"]
    [starving] = [check for check in submission["checks"] if check["id"] == STARVING]
    assert (starving["outcome"], starving["ended_by"]) == ("failed", TIMEOUT)
