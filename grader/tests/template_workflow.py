"""Executes the template's self-check workflow: with act in host mode where act is installed, or step by step.

What must stay true: the commands come out of the workflow file, none is repeated here. Only what a runner brings is
replaced: checkout (the folder is there already), setup-python (this interpreter), and pip's installing (it is there).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import yaml

WORKFLOW = ".github/workflows/self-check.yml"
PYTHON = """\
#!/usr/bin/env bash
if [ "$1 $2 $3" = "-m pip install" ]; then echo "not installed: $*"; exit 0; fi
exec "PYTHON" "$@"
"""
ACTION = (
    "name: stand-in\ndescription: a stand-in\nruns:\n  using: composite\n  steps:\n    - run: RUN\n      shell: bash\n"
)


class Outcome(NamedTuple):
    """What one run of the workflow came to: whether it was green, its log, and its summary as Markdown."""

    green: bool
    log: str
    summary: str


def workflow(folder: Path) -> dict[str, Any]:
    return yaml.safe_load((folder / WORKFLOW).read_text(encoding="utf-8"))


def steps(folder: Path) -> list[dict[str, Any]]:
    (job,) = workflow(folder)["jobs"].values()
    return job["steps"]


def tool(name: str) -> str | None:
    """A command-line tool that lies beside this interpreter, or on the path."""
    beside = Path(sys.executable).with_name(name)
    return str(beside) if beside.is_file() else shutil.which(name)


def committed_clone(source: Path, target: Path) -> Path:
    """Commit the folder in a repository of its own, and clone it: what is not committed is not there."""
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.autocrlf=false"]
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "Start"]):
        subprocess.run([*git, *command], cwd=source, check=True, timeout=60)
    subprocess.run([*git, "clone", "-q", str(source), str(target)], check=True, timeout=60)
    return target


def bin_folder(scratch: Path) -> Path:
    """A folder with a `python` that installs nothing and is this interpreter otherwise."""
    folder = scratch / "bin"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "python").write_text(PYTHON.replace("PYTHON", sys.executable), encoding="utf-8")
    (folder / "python").chmod(0o755)
    return folder


def environment(scratch: Path) -> dict[str, str]:
    mine = ("PYTEST", "PYTHON", "COV", "GITHUB_")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(mine)}
    return {**clean, "HOME": str(scratch), "XDG_CACHE_HOME": str(scratch / "cache"), "COLUMNS": "80"}


def run_with_act(act: str, folder: Path, scratch: Path) -> Outcome:
    """The whole workflow, as act reads it. Its summary is copied out by a step that is added to a copy of the file."""
    python = bin_folder(scratch)
    summary = scratch / "summary.md"
    command = [act, "push", "-P", "ubuntu-latest=-self-hosted", "-W", WORKFLOW]
    for step in steps(folder):
        if "uses" in step:
            stand_in = scratch / step["uses"].partition("@")[0].replace("/", "-")
            stand_in.mkdir(parents=True, exist_ok=True)
            run = f"echo {python} >> $GITHUB_PATH" if "setup-python" in step["uses"] else "true"
            (stand_in / "action.yml").write_text(ACTION.replace("RUN", run), encoding="utf-8")
            command += ["--local-repository", f"{step['uses']}={stand_in}"]
    text = (folder / WORKFLOW).read_text(encoding="utf-8")
    copied = text.replace(
        '          exit "$code"', f'          cp "$GITHUB_STEP_SUMMARY" "{summary}"\n          exit "$code"'
    )
    assert copied != text
    (folder / WORKFLOW).write_text(copied, encoding="utf-8")
    done = subprocess.run(
        command, cwd=folder, env=environment(scratch), capture_output=True, text=True, check=False, timeout=110
    )
    return Outcome(done.returncode == 0, done.stdout + done.stderr, summary.read_text(encoding="utf-8"))


def run_by_hand(folder: Path, scratch: Path) -> Outcome:
    """Each `run:` of the workflow in bash, as a runner calls it, until one fails."""
    python = bin_folder(scratch)
    assert workflow(folder)["defaults"]["run"]["shell"] == "bash"
    summary = scratch / "summary.md"
    summary.touch()
    variables = environment(scratch)
    variables |= {"GITHUB_STEP_SUMMARY": str(summary), "PATH": f"{python}{os.pathsep}{variables['PATH']}"}
    log = ""
    for step in steps(folder):
        if "run" not in step:
            assert re.fullmatch(r"actions/(checkout|setup-python)@[0-9a-f]{40}", step["uses"])
            continue
        bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        done = subprocess.run(bash, cwd=folder, env=variables, capture_output=True, text=True, check=False, timeout=110)
        log += done.stdout + done.stderr
        if done.returncode:
            return Outcome(False, log, summary.read_text(encoding="utf-8"))
    return Outcome(True, log, summary.read_text(encoding="utf-8"))
