"""Stand-ins for GitHub Classroom's two actions, by their documented contract, and a run of `classroom.yml` with them.

What must stay true: the commands, inputs and step ids come out of the workflow; an input that an action does not document
ends the run, since the real one would ignore it in silence.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from . import template_workflow as machine

WORKFLOW = ".github/workflows/classroom.yml"

GRADER = """\
import base64, json, os, subprocess, sys
given = json.loads(os.environ["GIVEN"])
assert set(given) <= {"test-name", "setup-command", "command", "timeout", "max-score"}, given
name, most = given["test-name"], int(given.get("max-score", 0))
passed_on = {key: os.environ[key] for key in ("PATH", "HOME")} | {"FORCE_COLOR": "true", "DOTNET_NOLOGO": "true"}
status, message = "pass", ""
for command in filter(None, [given.get("setup-command"), given["command"]]):
    try:
        done = subprocess.run(["/bin/sh", "-c", command], env=passed_on, timeout=60 * float(given["timeout"]))
        if done.returncode:
            status, message = "fail", "failed with exit code 1"
            break
    except subprocess.TimeoutExpired:
        status, message = "error", "Command timed out"
        break
test = {"name": name, "status": status, "score": most if status == "pass" else 0, "message": message,
        "test_code": given["command"], "filename": "", "line_no": 0, "duration": 1}
result = {"version": 1, "status": status, "max_score": most, "tests": [test]}
with open(os.environ["GITHUB_OUTPUT"], "a") as output:
    output.write("result=" + base64.b64encode(json.dumps(result).encode()).decode() + "\\n")
"""
REPORTER = """\
import base64, json, os, re, sys
given = json.loads(os.environ["GIVEN"])
assert set(given) <= {"runners", "token"}, given
assert re.fullmatch("([a-zA-Z0-9]+,)*[a-zA-Z0-9]+", given["runners"])
results = [json.loads(base64.b64decode(os.environ[name.upper() + "_RESULTS"])) for name in given["runners"].split(",")]
points = sum(test["score"] for each in results for test in each["tests"])
most = sum(each["max_score"] for each in results)
scores = {test["name"]: test["score"] for each in results for test in each["tests"]}
with open(os.environ["REPORT"], "w") as report:
    json.dump({"points": points, "most": most, "scores": scores}, report)
print(f"::notice title=Autograding complete::Points {points}/{most}")
sys.exit(int(any(each["status"] != "pass" for each in results)))
"""
SCRIPTS = {"autograding-command-grader": GRADER, "autograding-grading-reporter": REPORTER}
INPUTS = {
    "autograding-command-grader": ("test-name", "setup-command", "command", "timeout", "max-score"),
    "autograding-grading-reporter": ("runners", "token"),
}


class Report(NamedTuple):
    """What a run came to: whether the job was green, what the reporter reported, and the log."""

    green: bool
    report: dict[str, Any]
    log: str


def steps(folder: Path) -> list[dict[str, Any]]:
    (job,) = yaml.safe_load((folder / WORKFLOW).read_text(encoding="utf-8"))["jobs"].values()
    return job["steps"]


def _variables(scratch: Path) -> dict[str, str]:
    python = machine.bin_folder(scratch)
    variables = machine.environment(scratch)
    return {**variables, "PATH": f"{python}{os.pathsep}{variables['PATH']}", "REPORT": str(scratch / "report.json")}


def _report(scratch: Path) -> dict[str, Any]:
    path = scratch / "report.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def run_by_hand(folder: Path, scratch: Path) -> Report:
    """Step by step: `run:` in bash, the two actions by their stand-ins."""
    variables, outputs, log = _variables(scratch), {}, ""
    for step in steps(folder):
        name = step.get("uses", "").partition("@")[0].rpartition("/")[2]
        own = {
            key: re.sub(r"\$\{\{ steps\.(\w+)\.outputs\.result \}\}", lambda found: outputs[found[1]], value)
            for key, value in step.get("env", {}).items()
        }
        output = scratch / f"{step.get('id', 'none')}.output"
        if "run" in step:
            command = ["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        elif name in SCRIPTS:
            command = [sys.executable, "-c", SCRIPTS[name]]
            own |= {"GIVEN": json.dumps(step["with"]), "GITHUB_OUTPUT": str(output)}
        else:
            assert name in ("checkout", "setup-python"), name
            continue
        done = subprocess.run(
            command, cwd=folder, env={**variables, **own}, capture_output=True, text=True, check=False, timeout=110
        )
        log += done.stdout + done.stderr
        if done.returncode:
            return Report(False, _report(scratch), log)
        if output.is_file():
            outputs[step["id"]] = output.read_text(encoding="utf-8").strip().removeprefix("result=")
    return Report(True, _report(scratch), log)


def run_with_act(act: str, folder: Path, scratch: Path) -> Report:
    """The whole workflow, as act reads it."""
    variables = _variables(scratch)
    command = [
        act,
        "push",
        "-P",
        "ubuntu-latest=-self-hosted",
        "-W",
        WORKFLOW,
        "--env",
        f"REPORT={variables['REPORT']}",
    ]
    for uses in {step["uses"] for step in steps(folder) if "uses" in step}:
        name = uses.partition("@")[0].rpartition("/")[2]
        stand_in = scratch / name
        stand_in.mkdir(parents=True, exist_ok=True)
        (stand_in / "action.yml").write_text(_action(name, scratch), encoding="utf-8")
        command += ["--local-repository", f"{uses}={stand_in}"]
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False, timeout=200)
    return Report(done.returncode == 0, _report(scratch), done.stdout + done.stderr)


def _action(name: str, scratch: Path) -> str:
    """A composite action that runs the stand-in."""
    action: dict[str, Any] = {"name": name, "description": "a stand-in"}
    if name not in SCRIPTS:
        run = f"echo {scratch / 'bin'} >> $GITHUB_PATH" if name == "setup-python" else "true"
        return yaml.safe_dump({**action, "runs": {"using": "composite", "steps": [{"run": run, "shell": "bash"}]}})
    script = scratch / f"{name}.py"
    script.write_text(SCRIPTS[name], encoding="utf-8")
    inputs = INPUTS[name]
    given = (
        "import json, os; given = {key[6:].lower().replace('_', '-'): value for key, value in os.environ.items()"
        " if key.startswith('GIVEN_') and value}; print(json.dumps(given))"
    )
    step = {
        "id": "stand-in",
        "shell": "bash",
        "env": {f"GIVEN_{key.upper().replace('-', '_')}": f"${{{{ inputs.{key} }}}}" for key in inputs},
        "run": f"GIVEN=$('{sys.executable}' -c \"{given}\") '{sys.executable}' '{script}'",
    }
    outputs = {"result": {"description": "the result", "value": "${{ steps.stand-in.outputs.result }}"}}
    described = {key: {"description": key, "required": False} for key in inputs}
    return yaml.safe_dump(
        {**action, "inputs": described, "outputs": outputs, "runs": {"using": "composite", "steps": [step]}}
    )
