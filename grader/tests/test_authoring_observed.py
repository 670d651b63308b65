"""`python -m loopcheck.authoring.observed`: what a bank file really fails, and with --write only what was corrected."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from loopcheck.authoring.bank import WRONG
from loopcheck.course import course_files

SRC = Path(__file__).parents[1] / "src"
MISTAKE = "run_once_drains_the_queue.py"


def observed(*arguments: object, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "loopcheck.authoring.observed", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(SRC), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=110,
        check=False,
    )
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def mistake(tmp_path: Path) -> Path:
    path = tmp_path / MISTAKE
    path.write_bytes((course_files().root / WRONG / MISTAKE).read_bytes())
    return path


def test_write_tells_only_what_changed(mistake: Path) -> None:
    before = mistake.read_bytes()
    assert observed("--write", mistake).splitlines() == ["nothing changed: the file says what fails"]
    assert mistake.read_bytes() == before
    name = re.search(r'FAILS = \{\s+"(\w+)"', before.decode())[1]  # type: ignore[index]
    mistake.write_bytes(before.replace(f'"{name}"'.encode(), b'"set_result_runs_nobody"', 1))
    said = observed("--write", mistake)
    assert f"#   not declared: {name}" in said
    assert "#   declared, but not red: set_result_runs_nobody" in said
    assert mistake.read_bytes() == before


def test_points_are_those_of_the_course(mistake: Path) -> None:
    said = observed(mistake)
    assert re.search(r"^# run_once_drains_the_queue.py: \d+ of 100 points, and \d+ of 52 of the bonus exercises", said)
    assert "FAILS = {" in said


def test_help_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "--write" in observed("--help")
    said = observed(tmp_path / "nothing.py", code=1)
    assert "nothing.py" in said
    assert "Traceback" not in said
