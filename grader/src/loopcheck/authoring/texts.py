"""What must not stand in any file that students get: a line of a solution, or a path of the machine it was written on.

And all of the course's files are UTF-8 without a byte order mark, with LF line endings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..course import CourseFiles
from .build import PROBES, TEMPLATE, TIMELINE, Generated
from .problem import BUILD, Problem
from .stubs import decode, read_regions
from .template import JUNK, template_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..course import Course

TELLING = 21
"""A line of a solution of this length that names a member or calls something is not written again by chance."""

MACHINE_PATH = re.compile(r"(/home/\w|/Users/\w|/root/\w|\b[A-Za-z]:\\+Users\\)")


@dataclass(frozen=True)
class Secret:
    """One telling line of a solution."""

    line: str
    where: str
    function: str


def squeeze(line: str) -> str:
    """The line without indentation, and with single spaces."""
    return " ".join(line.split())


def solution_lines(root: Path, course: Course) -> list[Secret]:
    """The telling lines of all solutions. The reference must be in order."""
    secrets: list[Secret] = []
    functions = {name: function for exercise in course.exercises for name, function in exercise.regions.items()}
    files = CourseFiles(root)
    for module in course.edit:
        file = files.module_path(course, module).relative_to(root).as_posix()
        for region in read_regions(decode((root / file).read_bytes(), file), module, file, course):
            for number in region.code:
                line = squeeze(region.lines[number - region.begin - 1])
                if len(line) >= TELLING and ("." in line or "(" in line):
                    secrets.append(Secret(line, f"{file}:{number}", functions[region.name]))
    return secrets


def leak_problems(root: Path, secrets: list[Secret], generated: list[Generated]) -> Iterator[Problem]:
    """Solution lines in what the course's files give students, and in what lies in the template now."""
    made = {file.path: file.content for file in generated}
    for file in generated:
        yield from _leaks(file.content, file.source, secrets, f"take it out or say it in other words, then {BUILD}")
    for name in template_files(root):
        content = _read(root / TEMPLATE / name)
        if content != made.get(name):
            yield from _leaks(content, f"{TEMPLATE}/{name}", secrets, BUILD if name in made else "take the line out")


def _leaks(content: bytes, file: str, secrets: list[Secret], repair: str) -> Iterator[Problem]:
    lines = [squeeze(line) for line in content.decode("utf-8", "replace").split("\n")]
    for secret in secrets:
        if any(secret.line in line for line in lines):
            yield Problem(file, f"gives students a line of {secret.function} ({secret.where}): {secret.line}", repair)


def course_texts(root: Path, generated: list[Generated]) -> list[str]:
    """The course's files, relative to the root: sources, and of the template what is not made from them."""
    made = {file.path for file in generated}
    names = [f"{TEMPLATE}/{name}" for name in template_files(root) if name not in made]
    for folder in ("exercises", "solutions/reference", PROBES, TIMELINE):
        paths = (path.relative_to(root) for path in (root / folder).rglob("*") if path.is_file())
        names += [path.as_posix() for path in paths if not JUNK & set(path.parts)]
    return sorted(names)


def plain_text_problems(root: Path, generated: list[Generated]) -> Iterator[Problem]:
    """UTF-8 without BOM, LF line endings, no machine path."""
    # A checkout at /app is no path to look for: the word may stand anywhere.
    here = f"{root}/" if len(root.parts) > 2 else ""
    for name in course_texts(root, generated):
        content = _read(root / name)
        if b"\0" in content:
            continue  # a picture or the like
        if content.startswith(b"\xef\xbb\xbf"):
            yield Problem(name, "begins with a byte order mark", "save it as UTF-8 without BOM")
        if b"\r" in content:
            yield Problem(name, "has line endings that are not LF", "save it with LF line endings")
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            yield Problem(name, f"is not UTF-8 (byte {error.start})", "save it as UTF-8")
            continue
        for number, line in enumerate(text.split("\n"), 1):
            found = MACHINE_PATH.search(line)
            if found or (here and here in line):
                what = f"names a path of one machine ({found[0] if found else here}…)"
                yield Problem(f"{name}:{number}", what, "write the path relative to the course, or leave it out")


def _read(path: Path) -> bytes:
    """The file's bytes; a link that leads nowhere is empty."""
    return path.read_bytes() if path.is_file() else b""
