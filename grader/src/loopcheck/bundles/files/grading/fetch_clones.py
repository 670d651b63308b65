"""Fetch the students' repositories: `python fetch_clones.py clones.csv submissions`.

clones.csv has the columns student_id and repository (an https:// address), and may have `ref`: the commit, tag or branch to
grade instead of the newest state. The environment variable SUBMISSIONS_TOKEN, where it is set, is sent to SUBMISSIONS_HOST
(github.com, unless it says another) and to nobody else.

What must stay true: nothing of a repository is run, no hook, no filter, no submodule; a repository that cannot be fetched stops
no other; the token is in no file and on no command line. Exit code 1 when one could not be fetched: they are named.
"""

from __future__ import annotations

import base64
import csv
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

SECONDS = 120
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9@._-]{0,98}")
REF = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,198}")
PLAIN = {"core.hooksPath": os.devnull, "core.symlinks": "false", "core.fsmonitor": "false", "credential.helper": ""}


def main(table: Path, out: Path) -> int:
    """Fetch every row; the exit code."""
    failed = []
    seen: set[str] = set()
    with table.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for number, row in enumerate(rows, start=2):
        student = (row.get("student_id") or "").strip()
        wrong = problem(student, row, seen)
        reason = wrong or fetch(row, out / student)
        seen.add(student.casefold())
        if reason:
            if not wrong:  # half a repository is no submission
                shutil.rmtree(out / student, ignore_errors=True)
            failed.append(f"{table} line {number}, {student!r}: {reason}")
    print(f"{len(rows) - len(failed)} of {len(rows)} repositories fetched into {out}")
    for each in failed:
        print(f"not fetched: {each}", file=sys.stderr)
    return int(bool(failed) or not rows)


def problem(student: str, row: dict[str, str], seen: set[str]) -> str:
    """Why a row cannot be used; empty when it can."""
    address = urlsplit((row.get("repository") or "").strip())
    if not NAME.fullmatch(student):
        return "student_id must be letters, digits and . _ - @, since it becomes the name of a folder"
    if student.casefold() in seen:
        return "this student has a row already"
    if address.scheme != "https" or not address.hostname or address.username or address.password:
        return "repository must be an address like https://github.com/OWNER/NAME, without a name or password in it"
    if row.get("ref") and not REF.fullmatch(row["ref"].strip()):
        return "ref must be a commit, a tag or a branch"
    return ""


def fetch(row: dict[str, str], folder: Path) -> str:
    """Fetch one repository's files, without its history; empty, or why that did not work."""
    address, ref = row["repository"].strip(), (row.get("ref") or "").strip() or "HEAD"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for command in (
        ["init", "-q"],
        ["fetch", "-q", "--depth=1", "--no-tags", "--no-recurse-submodules", address, ref],
        ["checkout", "-q", "--detach", "FETCH_HEAD"],
    ):
        try:
            done = subprocess.run(
                ["git", *command], cwd=folder, env=environment(), capture_output=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return f"git {command[0]} took more than {SECONDS} seconds"
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            return printable(said[-1] if said else f"git {command[0]} ended with exit code {done.returncode}")
    return ""


def environment() -> dict[str, str]:
    """git's settings: nothing that a repository or this machine brings, and the token as a header for its own host."""
    settings = dict(PLAIN)
    token = os.environ.get("SUBMISSIONS_TOKEN", "")
    if token:
        host = os.environ.get("SUBMISSIONS_HOST") or "github.com"
        basic = base64.b64encode(f"x-access-token:{token}".encode()).decode()
        settings[f"http.https://{host}/.extraHeader"] = f"Authorization: Basic {basic}"
    kept = {name: value for name, value in os.environ.items() if name != "SUBMISSIONS_TOKEN"}
    for number, (key, value) in enumerate(settings.items()):
        kept |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return {**kept, "GIT_CONFIG_COUNT": str(len(settings)), "GIT_TERMINAL_PROMPT": "0", "GIT_LFS_SKIP_SMUDGE": "1"}


def printable(text: str) -> str:
    """Text that a terminal shows and a runner does not obey."""
    return (
        "".join(char if char.isprintable() else "?" for char in text).replace("::", ": :").replace("##[", "## [")[:300]
    )


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
