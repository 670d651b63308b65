"""Classroom 50's autograder for this assignment: it runs the visible checks on a pristine copy of the template.

It runs in the student's checkout, reads three modules from it, and writes result.json and release-body.md there. The score
is PROVISIONAL: one point for each visible check that passes. Marks come from hidden checks, which the teacher runs on the
download; nothing of them is in this folder, which anybody can read.

What must stay true: whatever the student's code does (raise, hang, print, end the process), there is a result, every check
has a row in it, and the exit code is 0. Standard library only; pytest is installed from the template's lock when it is
not there. This is no wall: a submission that forges its own checks fools itself and no mark.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import traceback
import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SECONDS_PER_EXERCISE = float(os.environ.get("LOOPCHECK_SECONDS_PER_EXERCISE", "60"))
INSTALL_SECONDS = 180
LARGEST_FILE = 1024 * 1024
LARGEST_REPORT = 4 * 1024 * 1024
MOST_FILES = 200
MOST_CHARACTERS = 500
PROVISIONAL = "Provisional: visible checks only. Marks come from hidden checks, on your teacher's side."
Found = dict[tuple[str, str], tuple[bool, str]]
"""(file, check) -> whether it passed, and what was said."""
NOT_COPIED = {"conftest.py", "setup.py", "pytest.py", "sitecustomize.py", "usercustomize.py"}
"""Modules beside the package that would act on pytest instead of being imported by the student's package."""


def main() -> None:
    """Grade the checkout in the current folder."""
    plan = json.loads((HERE / "checks.json").read_text(encoding="utf-8"))
    checkout, trouble = Path.cwd(), ""
    found: Found = {}
    with tempfile.TemporaryDirectory(prefix="checks-", ignore_cleanup_errors=True) as temporary:
        try:
            copy = lay_out(checkout, Path(temporary) / "copy", plan)
            python = python_with_pytest(Path(temporary))
            for exercise in plan["exercises"]:
                found.update(run_exercise(python, copy, Path(temporary), exercise["id"]))
        except Exception:  # noqa: BLE001 - whatever happens, there is a result
            traceback.print_exc()
            trouble = "The checks could not be run. This is not your fault: tell your teacher."
    rows = [row(check, found, trouble) for check in plan["checks"]]
    write(checkout / "result.json", json.dumps(result(rows), indent=1, ensure_ascii=True) + "\n")
    write(checkout / "release-body.md", release_body(rows, plan, trouble))
    report_status(rows, trouble)


# --- The copy that is checked ------------------------------------------------------------------------------------


def lay_out(checkout: Path, copy: Path, plan: dict[str, Any]) -> Path:
    """A pristine template with the student's modules in it: theirs replace the stubs, and add to what is there."""
    shutil.copytree(HERE / "template", copy)
    package = plan["package"]
    taken = 0
    for source in student_modules(checkout, package):
        name = source.relative_to(checkout)
        pristine = (HERE / "template" / name).exists() and name.as_posix() not in plan["edit"]
        if pristine or taken >= MOST_FILES:
            continue
        taken += 1
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes(source.read_bytes())
    return copy


def student_modules(checkout: Path, package: str) -> list[Path]:
    """The Python files of the package, and those beside it; no link is followed."""
    beside = [
        path for path in checkout.glob("*.py") if path.name not in NOT_COPIED and not path.name.startswith("test_")
    ]
    inside = []
    if (checkout / package).is_dir() and not (checkout / package).is_symlink():
        for folder, folders, names in os.walk(checkout / package):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            inside += [Path(folder, name) for name in sorted(names) if name.endswith(".py")]
    return [path for path in [*inside, *sorted(beside)] if is_small_file(path)]


def is_small_file(path: Path) -> bool:
    status = path.lstat()
    return stat.S_ISREG(status.st_mode) and status.st_size <= LARGEST_FILE


# --- Running the checks ------------------------------------------------------------------------------------------


def python_with_pytest(temporary: Path) -> str:
    """An interpreter that has pytest and pytest-timeout: this one, or a virtual environment made from the lock."""
    there = [sys.executable, "-I", "-c", "import pytest, pytest_timeout"]
    if subprocess.run(there, capture_output=True, timeout=60, check=False).returncode == 0:
        return sys.executable
    made = temporary / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(made)], check=True, timeout=INSTALL_SECONDS)
    python = str(made / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    lock = str(HERE / "template" / "requirements.lock")
    install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--require-hashes", "-r", lock]
    subprocess.run(install, check=True, timeout=INSTALL_SECONDS)
    return python


def run_exercise(python: str, copy: Path, temporary: Path, exercise: str) -> Found:
    """Run one exercise's checks in a process of its own."""
    report = temporary / f"{exercise}.xml"
    command = [python, "-P", "-m", "pytest", "-p", "no:cacheprovider", f"--exercise={exercise}", f"--junitxml={report}"]
    kept = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TEMP", "TMP")
    clean = {name: os.environ[name] for name in kept if name in os.environ}
    clean |= {"HOME": str(temporary), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"}
    with Path(os.devnull).open("r+b") as nothing:
        process = subprocess.Popen(
            command, cwd=copy, env=clean, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
        try:
            process.wait(SECONDS_PER_EXERCISE)
        except subprocess.TimeoutExpired:
            print(f"{exercise}: stopped after {SECONDS_PER_EXERCISE:g} seconds", flush=True)
        finally:
            end(process)
    return read_report(report)


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and whatever it has started in its session."""
    with contextlib.suppress(ProcessLookupError, PermissionError, AttributeError):  # no groups on Windows
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def read_report(report: Path) -> Found:
    """What pytest wrote; nothing when it did not come so far, or when this is not what pytest writes."""
    try:
        data = report.read_bytes() if is_small_report(report) else b""
        if b"<!" in data.replace(b"<![CDATA[", b""):
            return {}  # pytest declares no entities, and ours are not to be blown up
        cases = list(ET.fromstring(data).iter("testcase"))  # noqa: S314 - see the line above
    except (OSError, ET.ParseError):
        return {}
    found: Found = {}
    for case in cases:
        key = case.get("classname", "").rpartition(".")[2], case.get("name", "")
        bad = [each for each in case if each.tag in ("failure", "error", "skipped")]
        words = "\n".join(filter(None, [each.text or each.get("message") for each in bad]))
        passed = not bad and found.get(key, (True, ""))[0]
        found[key] = passed, words or found.get(key, (True, ""))[1]
    return found


def is_small_report(report: Path) -> bool:
    status = report.lstat()
    return stat.S_ISREG(status.st_mode) and status.st_size <= LARGEST_REPORT


# --- The result --------------------------------------------------------------------------------------------------


def row(check: dict[str, Any], found: Found, trouble: str) -> dict[str, Any]:
    """One check as a test of the result."""
    silent = "This check did not come to an end: the process was stopped, or ended by itself."
    passed, words = found.get((check["file"], check["name"]), (False, trouble or silent))
    return {
        "test-name": f"[provisional] {check['exercise']}: {check['sentence']}",
        "passed": passed,
        "score": int(passed),
        "max-score": 1,
        "message": "" if passed else clipped(words),
    }


def clipped(words: str) -> str:
    """The first characters, without control codes."""
    plain = "".join(
        char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in words.strip()
    )
    cut = len(plain) - MOST_CHARACTERS
    return plain if cut <= 0 else f"{plain[:MOST_CHARACTERS]}\n[{cut} more characters: run pytest on your machine]"


def result(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """classroom50/result/v1: whole numbers, and not one key more than it allows."""
    says = os.environ.get
    commit = says("COMMIT_URL") or "unknown"
    kind = says("ASSIGNMENT_TYPE", "")
    tag = says("SUBMISSION_TAG", "")
    return {
        "schema": "classroom50/result/v1",
        "classroom": says("CLASSROOM") or "unknown",
        "assignment": says("ASSIGNMENT") or "unknown",
        "assignment_type": kind if kind in ("individual", "group") else "individual",
        "owner": says("OWNER") or says("USERNAME") or "unknown",
        "submission": tag if tag.startswith("submit/") else "submit/local",
        "commit": commit,
        "release": says("RELEASE_URL") or "unknown",
        "review": says("REVIEW_URL") or commit,
        "datetime": commit_time(),
        "score": sum(each["score"] for each in rows),
        "max-score": len(rows),
        "tests": rows,
    }


def commit_time() -> str:
    """When the commit was made, in UTC; the runner puts its own in anyway. Now, where there is no Git to ask."""
    seconds = str(int(time.time()))
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        command = ["git", "-c", "core.fsmonitor=false", "log", "-1", "--format=%ct", "--no-show-signature"]
        said = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False).stdout.strip()
        seconds = said if re.fullmatch("[0-9]{1,11}", said) else seconds
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def release_body(rows: list[dict[str, Any]], plan: dict[str, Any], trouble: str) -> str:
    """The page of the release: numbers and our own words only, so that nothing a student writes can mark it up."""
    lines = [f"### {sum(each['score'] for each in rows)} of {len(rows)} visible checks pass", "", PROVISIONAL, ""]
    lines += [f"**{trouble}**", ""] if trouble else []
    lines += ["| exercise | visible checks |", "|---|---|"]
    for exercise in plan["exercises"]:
        scores = [
            each["score"]
            for each, check in zip(rows, plan["checks"], strict=True)
            if check["exercise"] == exercise["id"]
        ]
        lines.append(f"| {exercise['title']} | {sum(scores)} of {len(scores)} |")
    lines += [
        "",
        "To see what a red check says: `python -m pytest` in your checkout; `python -m pytest --hint` helps on.",
    ]
    return "\n".join(lines) + "\n"


def report_status(rows: list[dict[str, Any]], trouble: str) -> None:
    """The commit's status, for the runner."""
    passed = sum(each["score"] for each in rows)
    status = "error" if trouble else "success" if passed == len(rows) else "failure"
    summary = f"{passed}/{len(rows)} visible checks (provisional)"
    print(summary, flush=True)
    if os.environ.get("GITHUB_OUTPUT"):
        with Path(os.environ["GITHUB_OUTPUT"]).open("a", encoding="utf-8") as output:
            output.write(f"status={status}\nsummary={summary}\n")


def write(path: Path, text: str) -> None:
    """Write a file of ours in a checkout that may hold anything of that name, a link or a folder too."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
