"""Is the template in the checkout the one that the course's files give, and nothing else."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from .build import TEMPLATE, Generated, changes
from .problem import BUILD, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..course import Course

JUNK = {"__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".git", ".venv", "venv"}


def template_files(root: Path) -> list[str]:
    """The files of the template, without caches and whatever else git ignores; paths below it, in order."""
    template = root / TEMPLATE
    paths = (path.relative_to(template) for path in template.rglob("*") if path.is_file() or path.is_symlink())
    files = {path.as_posix() for path in paths if not JUNK & set(path.parts)}
    return sorted(files - ignored_by_git(template, files))


def whole_template(root: Path, generated: list[Generated]) -> dict[str, bytes]:
    """What a student gets, were the template built now: path below it -> content. A file that is not listed yet is there, too."""
    present = {name: root / TEMPLATE / name for name in template_files(root)}
    by_hand = {name: path.read_bytes() for name, path in present.items() if path.is_file()}
    return by_hand | {file.path: file.content for file in generated}


def ignored_by_git(folder: Path, files: set[str]) -> set[str]:
    """Those that git ignores; none when this is no git checkout, or there is no git."""
    if not files:
        return set()
    command = ["git", "-C", str(folder), "check-ignore", "-z", "--stdin"]
    try:
        names = "\0".join(sorted(files)).encode("utf-8", "surrogateescape")
        answer = subprocess.run(command, input=names, capture_output=True, check=False, timeout=60)  # noqa: S603 - fixed
    except (OSError, subprocess.TimeoutExpired):
        return set()
    return set(filter(None, answer.stdout.decode("utf-8", "surrogateescape").split("\0")))


def template_problems(root: Path, course: Course, generated: list[Generated]) -> Iterator[Problem]:
    """Drift, missing scaffold, and files that are neither."""
    stale: set[str] = set()
    for change in changes(root, course, generated):
        stale.add(change.path)
        file = f"{TEMPLATE}/{change.path}"
        if change.kind == "add":
            yield Problem(file, f"is missing, it is generated from {change.source}", BUILD)
        elif change.kind == "update":
            yield Problem(
                file,
                f"is not what {change.source} gives: that one was changed, or this one was edited by hand",
                f"edit {change.source}, then {BUILD}",
            )
        else:
            yield Problem(
                file,
                "is generated from nothing that exists",
                f"{BUILD} (it deletes the file), or add it to `scaffold` in exercises/course.toml",
            )
    present = template_files(root)
    for name in course.scaffold:
        if not (root / TEMPLATE / name).is_file():
            yield Problem(
                f"{TEMPLATE}/{name}",
                "is listed as scaffold, but missing",
                "write it, or take it out of `scaffold` in exercises/course.toml",
            )
    known = {file.path for file in generated} | set(course.scaffold) | stale
    for name in present:
        if name not in known:
            yield Problem(
                f"{TEMPLATE}/{name}",
                "is neither generated nor listed as scaffold",
                "add it to `scaffold` in exercises/course.toml, or delete it",
            )
