"""The grading repository: both pipelines executed as they are written, with repositories of three students, one of which is
not there. Installing is done for real, without an index; only what a runner brings is replaced."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
import yaml

from loopcheck.bundles import grading, wheels
from loopcheck.bundles.model import write_folder, zipped
from loopcheck.course import load_course

from . import bundle_support as support
from . import template_workflow as machine

HERE = Path(__file__).parent

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="both runners are Linux on x86-64"),
    pytest.mark.timeout(400),
    pytest.mark.thorough,
]
TOKEN, SEED = "a-token-that-reads", "4711"
SECRETS = {"LOOPCHECK_SEED": SEED, "SUBMISSIONS_TOKEN": TOKEN}


class Prepared(NamedTuple):
    """A grading repository with its class, a Python of its own, and what git takes for the platform."""

    folder: Path
    python: Path
    variables: dict[str, str]
    wheels: Path


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    base = tmp_path_factory.mktemp("grading")
    given = base / "given"
    pins = [f"{name}=={version}" for name, version in wheels.pinned(support.FILES).items()]
    version = ".".join(map(str, sys.version_info[:2]))
    subprocess.run(wheels._command(pins, version, given), check=True, timeout=300, capture_output=True)
    folder = base / "repository"
    write_folder(grading.bundle(support.FILES, load_course(), Namespace(wheels=given)), folder)
    for student, how in (("ada", {}), ("bob", {"wrong": "set_result_leaves_the_future_pending"})):
        machine.committed_clone(support.checkout(base / "work" / student, **how), base / "repositories" / student)
    rows = [f"{name},{name.title()},,https://github.com/o/{name}," for name in ("ada", "bob", "carl")]
    (folder / "clones.csv").write_text("\n".join(["student_id,name,email,repository,ref", *rows, ""]), encoding="utf-8")
    settings = base / "gitconfig"
    settings.write_text(
        f'[url "file://{base}/repositories/"]\n\tinsteadOf = https://github.com/o/\n[protocol "file"]\n\tallow = always\n',
        encoding="utf-8",
    )
    subprocess.run([sys.executable, "-m", "venv", str(base / "python")], check=True, timeout=200)
    variables = machine.environment(base) | {"GIT_CONFIG_GLOBAL": str(settings), "PIP_CONFIG_FILE": os.devnull}
    return Prepared(folder, base / "python/bin", variables, given)


def workflow(folder: Path) -> dict[str, Any]:
    return yaml.safe_load((folder / ".github/workflows/grade.yml").read_text(encoding="utf-8"))


def steps(folder: Path) -> list[dict[str, Any]]:
    return workflow(folder)["jobs"]["grade"]["steps"]


def bash(script: str, folder: Path, variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = ["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False, timeout=200)


def run_by_hand(prepared: Prepared, folder: Path, scratch: Path) -> tuple[bool, str]:
    """Each `run:` of the job as a runner calls it; after a failure only those whose `if` says so. (green, log)"""
    green, log = True, ""
    values = {f"secrets.{name}": value for name, value in SECRETS.items()} | {"inputs.clones": "clones.csv"}
    path = f"{prepared.python}{os.pathsep}{prepared.variables['PATH']}"
    for step in steps(folder):
        if "uses" in step or not (green or "!cancelled()" in step.get("if", "")):
            continue
        own = {
            name: re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda found: values[found[1]], value)
            for name, value in step.get("env", {}).items()
        }
        done = bash(step["run"], folder, {**prepared.variables, **own, "PATH": path, "RUNNER_TEMP": str(scratch)})
        log += done.stdout + done.stderr
        green = green and done.returncode == 0
    return green, log


ACTION = "name: stand-in\ndescription: a stand-in\nruns:\n  using: composite\n  steps:\n    - run: {run}\n      shell: bash\n"


def run_with_act(prepared: Prepared, folder: Path, scratch: Path) -> tuple[bool, str]:
    """The whole workflow, as act reads it; the marks are copied to where the artifact is taken from."""
    act = machine.tool("act")
    if act is None:
        pytest.skip("act is not installed; the steps are run by the test above")
    event = scratch / "event.json"
    event.write_text(
        json.dumps({"repository": {"private": True, "default_branch": "main"}, "inputs": {"clones": "clones.csv"}})
    )
    command = [act, "workflow_dispatch", "-P", "ubuntu-latest=-self-hosted", "--eventpath", str(event)]
    runs = {
        "checkout": "true",
        "setup-python": f"echo {prepared.python} >> $GITHUB_PATH",
        "upload-artifact": f"cp -r marks {folder}/marks",
    }
    for uses in {step["uses"] for step in steps(folder) if "uses" in step}:
        name = uses.partition("@")[0].rpartition("/")[2]
        (scratch / name).mkdir()
        (scratch / name / "action.yml").write_text(ACTION.format(run=runs[name]), encoding="utf-8")
        command += ["--local-repository", f"{uses}={scratch / name}"]
    command += [part for name, value in SECRETS.items() for part in ("-s", f"{name}={value}")]
    command += [
        "--env",
        f"GIT_CONFIG_GLOBAL={prepared.variables['GIT_CONFIG_GLOBAL']}",
        "--env",
        f"PIP_CONFIG_FILE={os.devnull}",
    ]
    done = subprocess.run(
        command, cwd=folder, env=prepared.variables, capture_output=True, text=True, check=False, timeout=300
    )
    return done.returncode == 0, done.stdout + done.stderr


def expect_marks(folder: Path, log: str) -> None:
    """Two students have their marks, the third a line without; the seed is ours, and the token nowhere."""
    marks = folder / "marks"
    assert (marks / "grades.csv").is_file(), log
    table = {
        row["student_id"]: row
        for row in csv.DictReader((marks / "grades.csv").read_text(encoding="utf-8").splitlines())
    }
    assert table["ada"]["score"] == "100", log
    assert 0 < int(table["bob"]["score"]) < 100
    assert (table["carl"]["score"], table["carl"]["state"]) == ("", "missing")
    assert json.loads((marks / "results.json").read_text(encoding="utf-8"))["seed"] == int(SEED)
    assert {path.name for path in (marks / "exports/junit").iterdir()} == {"ada.xml", "bob.xml"}
    ada = ElementTree.parse(marks / "exports/junit/ada.xml").getroot()  # noqa: S314 - our own file
    assert (ada.get("failures"), ada.get("errors")) == ("0", "0")
    assert "not fetched: clones.csv line 4, 'carl'" in log
    assert TOKEN not in log
    for path in (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".whl"):
        assert TOKEN.encode() not in path.read_bytes(), path


@pytest.fixture
def folder(prepared: Prepared, tmp_path: Path) -> Path:
    """A repository of its own for each run, committed and cloned, as the runner has it."""
    copied = support.copy_without_caches(prepared.folder, tmp_path / "repository")
    return machine.committed_clone(copied, tmp_path / "clone")


@pytest.mark.parametrize("run", [run_by_hand, run_with_act], ids=["steps", "act"])
def test_the_workflow_makes_the_marks(prepared: Prepared, folder: Path, tmp_path: Path, run: Any) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    green, log = run(prepared, folder, scratch)
    assert not green, "one repository could not be fetched"
    expect_marks(folder, log)


def test_the_gitlab_job_makes_the_marks(prepared: Prepared, folder: Path, tmp_path: Path) -> None:
    job = yaml.safe_load((folder / ".gitlab-ci.yml").read_text(encoding="utf-8"))
    brought = tmp_path / "brought"
    brought.mkdir()
    (brought / "apt-get").write_text("#!/bin/sh\n", encoding="utf-8")
    (brought / "apt-get").chmod(0o755)
    variables = {**prepared.variables, **job["variables"], **SECRETS, "XDG_CONFIG_HOME": str(tmp_path / "settings")}
    assert variables.pop("LOOPCHECK_STUDENT_USER") == "nobody"  # who cannot run the Python of this test
    variables |= {
        "SUBMISSIONS_HOST": "github.com",
        "PATH": os.pathsep.join(map(str, [brought, prepared.python, variables["PATH"]])),
    }
    done = bash("\n".join([*job["grade"]["before_script"], *job["grade"]["script"]]), folder, variables)
    assert done.returncode == 1, "one repository could not be fetched"
    expect_marks(folder, done.stdout + done.stderr)
    assert job["grade"]["artifacts"]["reports"]["junit"] == "marks/exports/junit/*.xml"


def test_the_workflow_can_do_no_more_than_it_must(prepared: Prepared) -> None:
    whole = workflow(prepared.folder)
    job = whole["jobs"]["grade"]
    assert whole["permissions"] == {"contents": "read"}
    assert "permissions" not in job
    assert job["if"] == "github.event.repository.private"
    assert job["timeout-minutes"] <= 60
    for step in job["steps"]:
        if "uses" in step:
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", step["uses"])
    holders = [step["name"] for step in job["steps"] if "SUBMISSIONS_TOKEN" in step.get("env", {})]
    assert holders == ["Fetch the students' repositories"]
    assert "LOOPCHECK_SEED" not in next(step for step in job["steps"] if step.get("name") == "Grade")["env"]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("../x,,,https://github.com/o/ada,", "student_id must be letters"),
        ("eve,,,--upload-pack=touch,", "repository must be an address like https://"),
        ("eve,,,http://github.com/o/ada,", "repository must be an address like https://"),
        ("eve,,,https://user:word@github.com/o/ada,", "without a name or password"),
        ("eve,,,https://github.com/o/ada,--orphan", "ref must be a commit"),
        ("ADA,,,https://github.com/o/bob,", "has a row already"),
    ],
)
def test_a_row_that_cannot_be_used_is_named_and_stops_nobody(
    prepared: Prepared, folder: Path, row: str, reason: str
) -> None:
    lines = ["student_id,name,email,repository,ref", "ada,,,https://github.com/o/ada,", row]
    (folder / "clones.csv").write_text("\n".join(lines), encoding="utf-8")
    done = bash(f"'{sys.executable}' -I fetch_clones.py clones.csv submissions", folder, prepared.variables)
    assert done.returncode == 1
    assert "1 of 2 repositories fetched" in done.stdout
    assert f"not fetched: clones.csv line 3, '{row.partition(',')[0]}': " in done.stderr
    assert reason in done.stderr
    assert [path.name for path in (folder / "submissions").iterdir()] == ["ada"]


YAMLLINT = "{extends: default, rules: {line-length: {max: 140}, document-start: disable, comments: {min-spaces-from-content: 1}}}"
GRADE = ".github/workflows/grade.yml"
LINTERS: dict[str, tuple[str, ...]] = {
    "yamllint": ("yamllint", "--strict", "-d", YAMLLINT, ".github", ".gitlab-ci.yml"),
    "workflow": ("check-jsonschema", "--builtin-schema", "vendor.github-workflows", GRADE),
    "timeout": ("check-jsonschema", "--builtin-schema", "custom.github-workflows-require-timeout", GRADE),
    "gitlab": ("check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", ".gitlab-ci.yml"),
    "actionlint": ("actionlint", GRADE),
    "zizmor": ("zizmor", "--offline", "--no-progress", "."),
}


@pytest.mark.parametrize("linter", LINTERS)
def test_the_linters_find_nothing(folder: Path, linter: str) -> None:
    name, *arguments = LINTERS[linter]
    command = machine.tool(name)
    if command is None:
        pytest.skip(f"{name} is not installed (it is one of the development requirements)")
    done = subprocess.run([command, *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_same_installation_gives_the_same_bytes(prepared: Prepared) -> None:
    first, second = (
        zipped(grading.bundle(support.FILES, load_course(), Namespace(wheels=prepared.wheels))) for _ in range(2)
    )
    assert first == second
