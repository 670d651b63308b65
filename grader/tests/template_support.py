"""A student's folder, and what `python -m pytest` says in it, for the tests of the template."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
REGION = re.compile(r" *# BEGIN SOLUTION (\w+)\n.*?# END SOLUTION \w+\n", re.DOTALL)
ROW = re.compile(r"^\[(..)\] (\d) .*?(\d+) of (\d+)(?:  (.*))?$", re.MULTILINE)
TOOLS = sorted(
    path.relative_to(ROOT / "student_template") for path in (ROOT / "student_template/tests").glob("[!t]*.py")
)


class Run(NamedTuple):
    """What one `python -m pytest` came to. `rows` are the summary's: number -> (mark, passed, checks, note)."""

    code: int
    out: str

    @property
    def rows(self) -> dict[int, tuple[str, int, int, str]]:
        found = ROW.findall(self.out)
        return {int(number): (mark, int(passed), int(of), note) for mark, number, passed, of, note in found}

    @property
    def done(self) -> list[int]:
        return [number for number, row in self.rows.items() if row[0] == "ok"]


def student_folder(tmp_path: Path) -> Path:
    """What the authoring tool assembles, with the reference solution in it."""
    folder = tmp_path / "student"
    pristine = shutil.ignore_patterns("__pycache__")
    for name in ("pyproject.toml", *TOOLS):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "student_template" / name, folder / name)
    for exercise in sorted((ROOT / "exercises").glob("*/hints.md")):
        (folder / "exercises" / exercise.parent.name).mkdir(parents=True)
        shutil.copy(exercise, folder / "exercises" / exercise.parent.name)
    shutil.copytree(ROOT / "solutions/reference/mini_asyncio", folder / "mini_asyncio", ignore=pristine)
    shutil.copytree(ROOT / "grader/src/loopcheck/probes", folder / "tests/probes", ignore=pristine)
    for check in sorted((ROOT / "exercises").glob("[0-9]*/test_*.py")):
        shutil.copy(check, folder / "tests")
    return folder


def write(folder: Path, bodies: dict[str, str]) -> None:
    """Replace the bodies of the named functions."""
    left = set(bodies)
    for module in sorted((folder / "mini_asyncio").glob("*.py")):
        source = module.read_text(encoding="utf-8")
        left -= {match[1] for match in REGION.finditer(source)}
        swapped = REGION.sub(lambda match: _body(bodies[match[1]]) if match[1] in bodies else match[0], source)
        module.write_text(swapped, encoding="utf-8")
    assert not left, f"no region for {left}"


def _body(text: str) -> str:
    if re.search(r"^    \S", text, re.MULTILINE):
        return text.strip("\n") + "\n"  # it brings methods of its own, and stands where it should
    return indent(dedent(text).strip("\n"), " " * 8) + "\n"


def edit(folder: Path, module: str, old: str, new: str) -> None:
    """Change one place of a module of the package."""
    path = folder / "mini_asyncio" / module
    source = path.read_text(encoding="utf-8")
    assert old in source, f"{old!r} is not in {module}"
    path.write_text(source.replace(old, new), encoding="utf-8")


def run_checks(folder: Path, *arguments: str, encoding: str = "utf-8", before: str = "") -> Run:
    """Run the checks as a student does; `before` is code that runs in front of pytest, in the same process."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "PYTHON", "COV"))}
    start = ["-c", f"{before}\nimport sys, pytest; sys.exit(pytest.main())"] if before else ["-m", "pytest"]
    command = [sys.executable, *start, "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(
        command,
        cwd=folder,
        env={**environment, "PYTHONIOENCODING": encoding, "COLUMNS": "80", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        timeout=100,
        check=False,
    )
    return Run(done.returncode, done.stdout.decode(encoding) + done.stderr.decode(encoding))
