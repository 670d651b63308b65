"""The template as a repository that one can push today: generated, committed, cloned, and its workflow executed.

act runs the workflow where it is installed (it is one of the development requirements); elsewhere its `run:` steps run
in bash. Either way the commands are those of the file.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from loopcheck.authoring.bank import read_bank
from loopcheck.authoring.build import generated_files
from loopcheck.authoring.stubs import read_regions
from loopcheck.course import CourseFiles, load_course

from . import template_workflow as machine

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TEMPLATE = ROOT / "student_template"

ROW = re.compile(r"^\| (\d) \| .* \| (\d+) of (\d+) \| (done|to do) \|$", re.MULTILINE)
CHECKS = {"1": 6, "2": 9, "3": 6, "4": 9, "5": 8}


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """The template, generated anew: the files written by hand from the checkout, all others from their sources."""
    folder = tmp_path / "template"
    for name in load_course().scaffold:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TEMPLATE / name, folder / name)
    for name, content in generated_files(ROOT).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def solve(folder: Path, wrong: str = "") -> None:
    """Put the reference into the template, or a mistake of the bank."""
    course = load_course()
    sources = CourseFiles(ROOT).package_sources(course)
    if wrong:
        (entry,) = (one for one in read_bank(ROOT / "solutions/wrong", course, sources) if one.name == wrong)
        sources = {**sources, **entry.sources}
    for name in course.edit:
        (folder / "mini_asyncio" / name).write_bytes(sources[name])


def execute(template: Path, tmp_path: Path, act: bool = False) -> Any:
    clone = machine.committed_clone(template, tmp_path / "clone")
    if act:
        tool = machine.tool("act")
        if tool is None:
            pytest.skip("act is not installed; the steps are run by the test above")
        return machine.run_with_act(tool, clone, tmp_path / "scratch")
    return machine.run_by_hand(clone, tmp_path / "scratch")


def red(outcome: Any) -> dict[str, int]:
    """Exercise -> visible checks that are red, as the summary's table says."""
    rows = ROW.findall(outcome.summary)
    assert {number: int(checks) for number, _, checks, _ in rows} == CHECKS, outcome.log
    return {number: int(checks) - int(passed) for number, passed, checks, _ in rows if passed != checks}


@pytest.mark.parametrize("act", [False, True], ids=["steps", "act"])
def test_the_stub_is_red_on_all_that_is_to_do(template: Path, tmp_path: Path, act: bool) -> None:
    outcome = execute(template, tmp_path, act)
    assert not outcome.green
    assert red(outcome) == CHECKS
    assert "Marks also use hidden checks" in outcome.summary
    assert "Next: exercise 1, `Future.set_result`" in outcome.summary


@pytest.mark.parametrize("act", [False, True], ids=["steps", "act"])
def test_the_reference_is_green(template: Path, tmp_path: Path, act: bool) -> None:
    solve(template)
    outcome = execute(template, tmp_path, act)
    assert outcome.green, outcome.log
    assert red(outcome) == {}
    assert "38 of 38 visible checks pass" in outcome.summary


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ("set_result_leaves_the_future_pending", {"1": 3}),
        ("run_once_drains_the_queue", {"4": 2, "5": 7}),
    ],
)
def test_a_mistake_is_red_where_it_should_be(template: Path, tmp_path: Path, wrong: str, where: dict[str, int]) -> None:
    solve(template, wrong)
    outcome = execute(template, tmp_path)
    assert not outcome.green
    assert red(outcome) == where, outcome.log
    assert "First difference:" in outcome.summary


def test_what_a_students_code_says_is_text(template: Path, tmp_path: Path) -> None:
    solve(template)
    module = template / "mini_asyncio/future.py"
    hostile = 'print("::error::mine")\n        raise KeyError("</pre><script>x</script> ::add-mask::a \\x1b[31m")'
    text = module.read_text(encoding="utf-8").replace("self.loop.call_soon(self.waiter)", hostile)
    module.write_text(text, encoding="utf-8")
    outcome = execute(template, tmp_path)
    assert "<script>" not in outcome.summary
    assert "&lt;/pre&gt;&lt;script&gt;" in outcome.summary
    assert "\x1b[31m" not in outcome.summary
    stop, go = (
        outcome.log.index(mark)
        for mark in re.findall(r"^::(?:stop-commands::)?[0-9a-f]{32}(?:::)?$", outcome.log, re.MULTILINE)
    )
    assert stop < outcome.log.index("::error::mine") < go


def test_a_run_that_dies_says_so(template: Path, tmp_path: Path) -> None:
    solve(template)
    (template / "mini_asyncio/future.py").write_text("import os\nos._exit(0)\n", encoding="utf-8")
    outcome = execute(template, tmp_path)
    assert "The checks did not come to an end" in outcome.summary


def test_the_workflow_can_do_no_more_than_read(template: Path) -> None:
    whole = machine.workflow(template)
    assert whole["permissions"] == {"contents": "read"}
    assert "permissions" not in str(whole["jobs"])
    assert "secrets." not in (template / machine.WORKFLOW).read_text(encoding="utf-8").replace("secrets.token_hex", "")
    for step in machine.steps(template):
        if "uses" in step:
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", step["uses"])
    assert machine.steps(template)[0]["with"] == {"persist-credentials": False}


YAMLLINT = "{extends: default, rules: {line-length: {max: 120}, document-start: disable, comments: {min-spaces-from-content: 1}}}"
LINTERS: dict[str, tuple[str, ...]] = {
    "yamllint": ("yamllint", "--strict", "-d", YAMLLINT, ".github"),
    "workflow": ("check-jsonschema", "--builtin-schema", "vendor.github-workflows", machine.WORKFLOW),
    "timeout": ("check-jsonschema", "--builtin-schema", "custom.github-workflows-require-timeout", machine.WORKFLOW),
    "dependabot": ("check-jsonschema", "--builtin-schema", "vendor.dependabot", ".github/dependabot.yml"),
    "issue form": (
        "check-jsonschema",
        "--builtin-schema",
        "vendor.github-issue-forms",
        ".github/ISSUE_TEMPLATE/question.yml",
    ),
    "issue config": (
        "check-jsonschema",
        "--builtin-schema",
        "vendor.github-issue-config",
        ".github/ISSUE_TEMPLATE/config.yml",
    ),
    "actionlint": ("actionlint", machine.WORKFLOW),
    "zizmor": ("zizmor", "--offline", "--no-progress", "."),
}


@pytest.mark.parametrize("linter", LINTERS)
def test_the_linters_find_nothing(template: Path, linter: str) -> None:
    name, *arguments = LINTERS[linter]
    command = machine.tool(name)
    if command is None:
        pytest.skip(f"{name} is not installed (it is one of the development requirements)")
    done = subprocess.run([command, *arguments], cwd=template, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_of_the_solutions_is_in_it(template: Path) -> None:
    course = load_course()
    sources = CourseFiles(ROOT).package_sources(course)
    telling = set()
    for name in course.edit:
        for region in read_regions(sources[name].decode(), name, name, course):
            telling |= {line.strip() for line in region.lines if len(line.strip()) > 30}
    assert telling
    for path in (path for path in template.rglob("*") if path.is_file()):
        text = path.read_text(encoding="utf-8")
        assert not [line for line in telling if line in text], path
        assert "SOLUTION" not in text, path


def test_settings_of_editors_are_what_they_should_be(template: Path) -> None:
    settings, launch, container = (
        json.loads((template / name).read_text(encoding="utf-8"))
        for name in (".vscode/settings.json", ".vscode/launch.json", ".devcontainer/devcontainer.json")
    )
    assert settings["python.testing.pytestEnabled"]
    assert settings["python.testing.pytestArgs"] == ["tests"]
    (debugged,) = (entry for entry in launch["configurations"] if entry.get("purpose") == ["debug-test"])
    assert debugged["env"] == {"PYTEST_ADDOPTS": "--timeout=0"}, "a breakpoint is no endless pass"
    assert "requirements.lock" in container["postCreateCommand"]
    assert (template / container["postCreateCommand"].rpartition(" ")[2]).is_file()


def test_the_lock_pins_every_requirement_with_its_hashes(template: Path) -> None:
    lock = (template / "requirements.lock").read_text(encoding="utf-8")
    pinned = re.findall(
        r"^([\w-]+)==([\d.]+)(?: ; .*?)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", lock, re.MULTILINE
    )
    versions = {name: tuple(map(int, version.split("."))) for name, version, _ in pinned}
    assert len(versions) == sum(not line.startswith(("#", " ")) for line in lock.splitlines())
    for line in (template / "requirements.txt").read_text(encoding="utf-8").splitlines():
        name, least = line.split(">=")
        assert versions[name] >= tuple(map(int, least.split(".")))


def test_readme_starts_in_five_lines_and_names_what_is_there(template: Path) -> None:
    text = (template / "README.md").read_text(encoding="utf-8")
    start = [
        line.strip()
        for line in text.partition("## Start")[2].partition("## What")[0].splitlines()
        if line.startswith("    ")
    ]
    assert 3 <= len(start) <= 5
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert (template / link).is_file(), link
    points = re.findall(r"^\| \[\d\].* \| (\d+) \|$", text, re.MULTILINE)
    assert list(map(int, points)) == [exercise.max_points for exercise in load_course().exercises]
    names = {exercise.folder.partition("-")[2] for exercise in load_course().exercises}
    assert names <= set(re.findall(r"`(\w+)`", text))
    units = tomllib.loads((template / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    assert units["testpaths"] == ["tests"]
