"""GitHub Classroom's bundle: its workflow is executed with stand-ins for the two actions, and with act where that is
installed; the commands of `autograding.json` are run as they are written."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from loopcheck.bundles import github_classroom
from loopcheck.bundles.model import zipped
from loopcheck.course import load_course

from . import bundle_support as support
from . import classroom_actions as classroom

HERE = Path(__file__).parent
machine = classroom.machine

AUTOGRADING: dict[str, Any] = {
    "type": "object",
    "required": ["tests"],
    "properties": {
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name", "setup", "run", "input", "output", "comparison", "timeout", "points"],
                "properties": {
                    **{name: {"type": "string"} for name in ("name", "setup", "run", "input", "output")},
                    "comparison": {"enum": ["exact", "included", "regex"]},
                    "timeout": {"type": "number", "exclusiveMinimum": 0},
                    "points": {"type": "integer", "minimum": 0},
                },
            },
        }
    },
}


def bundle() -> Any:
    return github_classroom.bundle(support.FILES, load_course())


def repository(folder: Path, **how: Any) -> Path:
    """A student's repository, made of the bundle's template, committed and cloned."""
    made = bundle()
    support.checkout(folder, **how)
    for path, content in made.files.items():
        target = folder / path.removeprefix("template/")
        if path.startswith("template/") and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    return machine.committed_clone(folder, folder.with_name(folder.name + "-clone"))


def execute(clone: Path, scratch: Path, act: bool = False) -> Any:
    if not act:
        return classroom.run_by_hand(clone, scratch)
    tool = machine.tool("act")
    if tool is None:
        pytest.skip("act is not installed; the steps are run by the test above")
    return classroom.run_with_act(tool, clone, scratch)


@pytest.mark.parametrize("act", [False, True], ids=["steps", "act"])
def test_a_mistake_costs_its_exercise(tmp_path: Path, act: bool) -> None:
    clone = repository(tmp_path / "repository", wrong="set_result_leaves_the_future_pending")
    outcome = execute(clone, tmp_path / "scratch", act)
    assert not outcome.green, outcome.log
    assert (outcome.report["points"], outcome.report["most"]) == (90, 100), outcome.log
    assert list(outcome.report["scores"].values()) == [0, 20, 15, 25, 30]
    assert "Points 90/100" in outcome.log


def test_the_reference_is_green(tmp_path: Path) -> None:
    outcome = execute(repository(tmp_path / "repository"), tmp_path / "scratch")
    assert outcome.green, outcome.log
    assert (outcome.report["points"], outcome.report["most"]) == (100, 100)


def test_the_stub_is_red_everywhere(tmp_path: Path) -> None:
    outcome = execute(repository(tmp_path / "repository", stub=True), tmp_path / "scratch")
    assert not outcome.green
    assert (outcome.report["points"], outcome.report["most"]) == (0, 100)


def test_a_pytest_of_the_students_own_takes_nobodys_place(tmp_path: Path) -> None:
    clone = repository(tmp_path / "repository", stub=True)
    (clone / "pytest.py").write_text("import sys\nsys.exit(0)\n", encoding="utf-8")
    assert execute(clone, tmp_path / "scratch").report["points"] == 0


def test_the_older_format_is_what_its_readers_take(tmp_path: Path) -> None:
    document = json.loads(bundle().files["template/.github/classroom/autograding.json"])
    jsonschema.validate(document, AUTOGRADING)
    assert [test["points"] for test in document["tests"]] == [each.max_points for each in load_course().exercises]
    clone = repository(tmp_path / "repository", wrong="set_result_leaves_the_future_pending")
    scratch = tmp_path / "scratch"
    path = f"{machine.bin_folder(scratch)}{os.pathsep}{os.environ['PATH']}"
    codes = []
    for test in document["tests"]:
        for command in (test["setup"], test["run"]):
            done = subprocess.run(
                ["/bin/bash", "-c", command],
                cwd=clone,
                env={**machine.environment(scratch), "PATH": path},
                capture_output=True,
                timeout=60 * test["timeout"],
                check=False,
            )
        codes.append(done.returncode)
    assert codes == [1, 0, 0, 0, 0]


def test_the_workflow_names_each_step_once_and_pins_every_action() -> None:
    text = bundle().files["template/.github/workflows/classroom.yml"].decode()
    ids = re.findall(r"^        id: (\w+)$", text, re.MULTILINE)
    assert len(set(ids)) == len(ids) == 5
    assert f"runners: {','.join(ids)}\n" in text
    assert all(f"{name.upper()}_RESULTS: ${{{{ steps.{name}.outputs.result }}}}" in text for name in ids)
    for uses in re.findall(r"uses: (\S+)", text):
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", uses)


YAMLLINT = "{extends: default, rules: {line-length: {max: 130}, document-start: disable, comments: {min-spaces-from-content: 1}}}"
LINTERS: dict[str, tuple[str, ...]] = {
    "yamllint": ("yamllint", "--strict", "-d", YAMLLINT, ".github"),
    "workflow": ("check-jsonschema", "--builtin-schema", "vendor.github-workflows", github_classroom.WORKFLOW),
    "timeout": (
        "check-jsonschema",
        "--builtin-schema",
        "custom.github-workflows-require-timeout",
        github_classroom.WORKFLOW,
    ),
    "actionlint": ("actionlint", github_classroom.WORKFLOW),
    "zizmor": ("zizmor", "--offline", "--no-progress", "."),
}


@pytest.mark.parametrize("linter", LINTERS)
def test_the_linters_find_nothing(tmp_path: Path, linter: str) -> None:
    clone = repository(tmp_path / "repository", stub=True)
    name, *arguments = LINTERS[linter]
    command = machine.tool(name)
    if command is None:
        pytest.skip(f"{name} is not installed (it is one of the development requirements)")
    done = subprocess.run([command, *arguments], cwd=clone, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_hidden_is_in_the_bundle() -> None:
    telling = support.telling_lines()
    hidden = {check for exercise in load_course().exercises for check in exercise.points}
    for path, content in bundle().files.items():
        text = content.decode()
        assert not [line for line in telling if line in text], path
        assert not [check for check in hidden if re.search(rf"(?<!test_)\b{check}\b", text)], path


def test_the_guide_says_that_the_service_is_closed() -> None:
    guide = bundle().files["README.md"].decode()
    assert "closed on 2026-08-28" in guide.split("\n\n")[1]
    assert "loopcheck bundle classroom50" in guide


def test_the_same_course_gives_the_same_bytes() -> None:
    assert zipped(bundle()) == zipped(bundle())
