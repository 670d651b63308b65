"""Submissions as a platform would have them checked out, for the tests of the bundles."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from loopcheck.authoring.bank import read_bank
from loopcheck.bundles.template import template_files
from loopcheck.course import CourseFiles, load_course

ROOT = Path(__file__).resolve().parents[2]
FILES = CourseFiles(ROOT)


def checkout(folder: Path, wrong: str = "", stub: bool = False) -> Path:
    """A student's checkout of the template: with the reference, a mistake of the bank, or untouched."""
    course = load_course()
    for name, content in template_files(FILES, course).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    sources = FILES.package_sources(course)
    if wrong:
        (entry,) = (one for one in read_bank(ROOT / "solutions/wrong", course, sources) if one.name == wrong)
        sources = {**sources, **entry.sources}
    for name in () if stub else course.edit:
        (folder / course.package / name).write_bytes(sources[name])
    return folder


HANGS = "while True:\n    pass\n"
FORGED = """\
import os
import pytest

@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    report.outcome = "passed"
    return report
"""


def hostile(folder: Path) -> Path:
    """Untouched stubs, and everything that might get a point without solving anything."""
    checkout(folder, stub=True)
    for name in ("conftest.py", "tests/conftest.py"):
        (folder / name).write_text(FORGED, encoding="utf-8")
    (folder / "pytest.py").write_text("import sys\nsys.exit(0)\n", encoding="utf-8")
    for test in (folder / "tests").glob("test_*.py"):
        test.write_text("def test_all() -> None:\n    pass\n", encoding="utf-8")
    future = folder / "mini_asyncio/future.py"
    future.write_text(
        future.read_text(encoding="utf-8") + 'print("::error::mine\\x1b[31m" * 10000)\nimport os\nos._exit(0)\n',
        encoding="utf-8",
    )
    for name in ("result.json", "results.json", "release-body.md"):
        (folder / name).mkdir()
        (folder / name / "full").write_text("score 100", encoding="utf-8")
    return folder


def telling_lines() -> set[str]:
    """Lines that give something away: solutions, what the hidden suite asks and expects, explanations of mistakes."""
    shown = "\n".join(content.decode() for content in template_files(FILES, load_course()).values())
    package = ROOT / "grader/src/loopcheck"
    secret = [*(ROOT / "solutions/reference/mini_asyncio").glob("*.py"), *(package / "suite").rglob("*.*")]
    secret += [*(ROOT / "solutions/wrong").glob("*.py"), *(ROOT / "solutions/correct").glob("*.py"), FILES.manifest]
    lines: set[str] = set()
    for path in secret:
        if path.suffix in (".py", ".json", ".toml") and path.is_file():
            lines |= {line.strip() for line in path.read_text(encoding="utf-8").splitlines()}
    # What is long enough to mean something, and not in what students have anyway.
    return {line for line in lines if len(line) > 40 and re.search("[a-z]{3}", line) and line not in shown}


def copy_without_caches(source: Path, target: Path) -> Path:
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
    return target
