"""Classroom 50's bundle: its autograder is run as the platform's runner does, on submissions of every kind."""

from __future__ import annotations

import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest

from loopcheck.bundles import classroom50
from loopcheck.bundles.model import write_folder, zipped
from loopcheck.bundles.template import template_files, visible_checks
from loopcheck.course import load_course
from loopcheck.exporters.classroom50 import downloaded

from . import bundle_support as support

ROOT: Path = support.ROOT

NAMES = ("classroom", "assignment", "owner", "commit", "release", "review")
WHOLE = {"type": "integer", "minimum": 0}
RESULT: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": [
        "schema", "classroom", "assignment", "assignment_type", "owner", "submission", "commit", "release", "review",
        "datetime", "score", "max-score", "tests",
    ],
    "properties": {
        "schema": {"const": "classroom50/result/v1"},
        **{name: {"type": "string", "minLength": 1} for name in NAMES},
        "assignment_type": {"enum": ["individual", "group"]},
        "submission": {"type": "string", "pattern": "^submit/"},
        "datetime": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
        "score": WHOLE,
        "max-score": WHOLE,
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["test-name", "passed", "score", "max-score"],
                "properties": {
                    "test-name": {"type": "string"}, "passed": {"type": "boolean"}, "score": WHOLE, "max-score": WHOLE,
                },
            },
        },
    },
}  # fmt: skip
"""classroom50/result/v1, written down from its documentation."""
ENVIRONMENT = {
    "CLASSROOM": "cs1",
    "ASSIGNMENT": "event-loop",
    "ASSIGNMENT_TYPE": "individual",
    "USERNAME": "ada",
    "OWNER": "ada",
    "SUBMISSION_TAG": "submit/20260901T120000Z-0123abc",
    "COMMIT_URL": "https://github.example/o/cs1-event-loop-ada/commit/0123abc",
    "RELEASE_URL": "https://github.example/o/cs1-event-loop-ada/releases/1",
    "REVIEW_URL": "https://github.example/o/cs1-event-loop-ada/pull/1",
    "GITHUB_TOKEN": "not-for-students",
}


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("classroom50")
    write_folder(classroom50.bundle(support.FILES, load_course()), folder)
    return folder


def graded(bundled: Path, checkout: Path, seconds: int = 60) -> dict[str, Any]:
    """Run the autograder in the checkout; its result, which is valid."""
    output = checkout.parent / "output"
    done = subprocess.run(
        [sys.executable, str(bundled / "autograders/event-loop/autograder.py")],
        cwd=checkout,
        env={**os.environ, **ENVIRONMENT, "GITHUB_OUTPUT": str(output), "LOOPCHECK_SECONDS_PER_EXERCISE": str(seconds)},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "mine" not in done.stdout, "what a student's code prints may be a command to the runner"
    result = json.loads((checkout / "result.json").read_text(encoding="utf-8"))
    jsonschema.validate(result, RESULT)
    assert result["score"] == sum(test["score"] for test in result["tests"]) <= result["max-score"]
    assert all("[provisional]" in test["test-name"] for test in result["tests"])
    assert "Provisional: visible checks only" in (checkout / "release-body.md").read_text(encoding="utf-8")
    status, summary = output.read_text(encoding="utf-8").splitlines()
    assert summary == f"summary={result['score']}/38 visible checks (provisional)"
    assert status == f"status={'success' if result['score'] == 38 else 'failure'}"
    return result


def passed(result: dict[str, Any]) -> dict[str, int]:
    names = [each.id for each in load_course().exercises]
    return {
        name: sum(test["passed"] for test in result["tests"] if test["test-name"].startswith(f"[provisional] {name}:"))
        for name in names
    }


def test_the_reference_passes_every_visible_check(bundled: Path, tmp_path: Path) -> None:
    checkout = support.checkout(tmp_path / "cs1-event-loop-ada")
    result = graded(bundled, checkout)
    assert passed(result) == {"set_result": 6, "step": 9, "suspend": 6, "run_once": 9, "whole_loop": 8}
    identity = downloaded(tmp_path)["ada"]  # as `loopcheck export --to classroom50` reads it
    assert identity.submission == ENVIRONMENT["SUBMISSION_TAG"]
    assert identity.review == ENVIRONMENT["REVIEW_URL"]


def test_the_stub_has_a_result_of_nothing(bundled: Path, tmp_path: Path) -> None:
    result = graded(bundled, support.checkout(tmp_path / "checkout", stub=True))
    assert (result["score"], result["max-score"]) == (0, 38)
    assert "not written yet" in result["tests"][0]["message"]


def test_a_mistake_is_red_where_it_is(bundled: Path, tmp_path: Path) -> None:
    result = graded(bundled, support.checkout(tmp_path / "checkout", wrong="set_result_leaves_the_future_pending"))
    assert passed(result) == {"set_result": 3, "step": 9, "suspend": 6, "run_once": 9, "whole_loop": 8}


def test_modules_of_the_students_own_come_along(bundled: Path, tmp_path: Path) -> None:
    checkout = support.checkout(tmp_path / "checkout")
    (checkout / "helpers.py").write_text("QUEUE = 1\n", encoding="utf-8")
    (checkout / "mini_asyncio/more.py").write_text("HOPS = 2\n", encoding="utf-8")
    future = checkout / "mini_asyncio/future.py"
    text = future.read_text(encoding="utf-8")
    at = text.index("class Future")
    imports = "from helpers import QUEUE\nfrom .more import HOPS\n\n"
    future.write_text(text[:at] + imports + text[at:], encoding="utf-8")
    assert graded(bundled, checkout)["score"] == 38


def test_what_is_provided_is_put_back(bundled: Path, tmp_path: Path) -> None:
    checkout = support.checkout(tmp_path / "checkout")
    for name in ("mini_asyncio/commands.py", "tests/explain.py", "tests/test_2_step.py", "pyproject.toml"):
        (checkout / name).write_text("raise SystemExit\n", encoding="utf-8")
    assert graded(bundled, checkout)["score"] == 38


def test_pytest_is_installed_from_the_lock_where_it_is_not_there(
    bundled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    autograder = SimpleNamespace(**runpy.run_path(str(bundled / "autograders/event-loop/autograder.py")))
    calls: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[bytes]:
        calls.append(command)
        return subprocess.CompletedProcess(command, int("pytest_timeout" in command[-1]))

    monkeypatch.setattr(subprocess, "run", run)
    python = autograder.python_with_pytest(tmp_path)
    assert python == str(tmp_path / "environment/bin/python")
    assert calls[2][:4] == [python, "-m", "pip", "install"]
    assert calls[2][-3:-1] == ["--require-hashes", "-r"]
    assert Path(calls[2][-1]).is_file()


def test_where_the_checks_cannot_be_run_the_result_says_whose_fault_it_is(bundled: Path, tmp_path: Path) -> None:
    broken = support.copy_without_caches(bundled, tmp_path / "broken")
    (broken / "autograders/event-loop/template").rename(tmp_path / "gone")
    checkout = support.checkout(tmp_path / "checkout")
    output = tmp_path / "output"
    done = subprocess.run(
        [sys.executable, str(broken / "autograders/event-loop/autograder.py")],
        cwd=checkout,
        env={**os.environ, **ENVIRONMENT, "GITHUB_OUTPUT": str(output)},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    result = json.loads((checkout / "result.json").read_text(encoding="utf-8"))
    jsonschema.validate(result, RESULT)
    assert {test["message"] for test in result["tests"]} == {
        "The checks could not be run. This is not your fault: tell your teacher."
    }
    assert output.read_text(encoding="utf-8").startswith("status=error\n")


def test_a_hanging_submission_has_a_result(bundled: Path, tmp_path: Path) -> None:
    checkout = support.checkout(tmp_path / "checkout")
    (checkout / "mini_asyncio/loop.py").write_text(support.HANGS, encoding="utf-8")
    result = graded(bundled, checkout, seconds=3)
    assert result["score"] == 0
    assert all(test["message"] for test in result["tests"])


def test_a_hostile_submission_gets_nothing(bundled: Path, tmp_path: Path) -> None:
    result = graded(bundled, support.hostile(tmp_path / "checkout"))
    assert result["score"] == 0
    assert "did not come to an end" in result["tests"][0]["message"]


def test_nothing_hidden_is_in_the_bundle(bundled: Path) -> None:
    telling = support.telling_lines()
    hidden = {check for exercise in load_course().exercises for check in exercise.points}
    assert len(telling) > 500
    for path in (path for path in bundled.rglob("*") if path.is_file()):
        text = path.read_text(encoding="utf-8")
        assert not [line for line in telling if line in text], path
        assert not [check for check in hidden if re.search(rf"(?<!test_)\b{check}\b", text)], path
        assert "seed =" not in text, path
    names = {path.name for path in bundled.rglob("*")}
    assert not names & {"course.toml", "suite", "traces", "solutions", "autograde.yaml", "results.json"}


def test_the_search_for_what_is_hidden_finds_it() -> None:
    text = (ROOT / "grader/src/loopcheck/suite/programs_loop.py").read_text(encoding="utf-8")
    assert [line for line in support.telling_lines() if line in text]


def test_the_bundle_holds_the_whole_template_and_every_check(bundled: Path) -> None:
    course = load_course()
    template = template_files(support.FILES, course)
    for name, content in template.items():
        assert (bundled / "template" / name).read_bytes() == content
    assert {".github/workflows/self-check.yml", ".gitignore", "requirements.lock", "tests/probes/tables.py"} <= set(
        template
    )
    assert len(visible_checks(template, course)) == 38


def test_tests_json_keeps_to_its_limits(bundled: Path) -> None:
    document = json.loads((bundled / "autograders/event-loop/tests.json").read_text(encoding="utf-8"))
    assert document["schema"] == "classroom50/tests/v1"
    tests = document["tests"]
    assert json.loads((bundled / "tests-for-gh-teacher.json").read_text(encoding="utf-8")) == tests
    assert len({test["name"] for test in tests}) == len(tests) == 5
    for test in tests:
        assert len(test["name"].encode()) <= 100
        assert test["type"] == "run"
        assert 1 <= test["timeout"] <= 600
    assert sum(test["points"] for test in tests) == 38


def test_the_command_of_tests_json_tells_right_from_wrong(bundled: Path, tmp_path: Path) -> None:
    tests = json.loads((bundled / "tests-for-gh-teacher.json").read_text(encoding="utf-8"))
    right, stub = support.checkout(tmp_path / "right"), support.checkout(tmp_path / "stub", stub=True)
    command = tests[0]["run"].replace("python", f"'{sys.executable}'", 1)
    for checkout, code in ((right, 0), (stub, 1)):
        done = subprocess.run(["/bin/bash", "-c", command], cwd=checkout, timeout=60, check=False, capture_output=True)
        assert done.returncode == code


def test_the_same_course_gives_the_same_bytes() -> None:
    first, second = (zipped(classroom50.bundle(support.FILES, load_course())) for _ in range(2))
    assert first == second


def test_the_command_writes_it_and_overwrites_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "loopcheck", "bundle", "classroom50", "--out", str(tmp_path / "new")]
    first, second = (subprocess.run(command, capture_output=True, text=True, timeout=60, check=False) for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert (tmp_path / "new/README.md").is_file()
    assert second.returncode == 2
    assert "is not empty. Delete it, or choose another folder with --out." in second.stderr
