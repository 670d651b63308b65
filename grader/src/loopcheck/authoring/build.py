"""The student template: which of its files are generated, from what, and writing those that differ.

What must stay true: generating is a pure function of the course's own files, and the same files give the same bytes. A
file that is listed as scaffold is never written and never deleted, and nothing is deleted that no generator could have
written.

To generate more, write one function that yields `Generated` and add it to GENERATORS with the patterns that it owns.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from ..course import Course, CourseError, CourseFiles, read_course
from .overview import TEXT, overview
from .stubs import decode, stub_module

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TEMPLATE = "student_template"
PROBES = "grader/src/loopcheck/probes"
TIMELINE = "grader/src/loopcheck/timeline"
GUIDE_MARK = re.compile(rb"^ *<!--[^>]*-->\n|<!--[^>]*-->", re.MULTILINE)
"""A mark on a line of its own goes with its line."""


@dataclass(frozen=True)
class Generated:
    """One generated file: its path below the template, its bytes, and the file of the checkout that it comes from."""

    path: str
    content: bytes
    source: str


@dataclass(frozen=True)
class Generator:
    """`make` yields files; `owns` are the patterns of the paths that it alone writes, with `{package}` for its name."""

    make: Callable[[Path, Course], Iterator[Generated]]
    owns: tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """What building does, or would do, to one file of the template."""

    path: str
    kind: str
    """`add`, `update` or `delete`."""
    source: str = ""


def package_modules(root: Path, course: Course) -> Iterator[Generated]:
    """The package: stubs of the modules that students edit, the others as they are."""
    files = CourseFiles(root)
    sources = files.package_sources(course)
    for name, source in sources.items():
        file = files.module_path(course, name).relative_to(root).as_posix()
        content = stub_module(source, name, file, course) if name in course.edit else as_lf(source)
        yield Generated(f"{course.package}/{name}", content, file)


def readme(root: Path, course: Course) -> Iterator[Generated]:
    """The overview, with the exercises that the course uses."""
    for file in _copies(root, root / TEXT.parent, TEXT.name, ""):
        yield Generated("README.md", overview(decode(file.content, file.source), course).encode(), file.source)


def demo(root: Path, course: Course) -> Iterator[Generated]:  # noqa: ARG001 - all generators have one signature
    """The demo, as it is."""
    yield from _copies(root, root / "solutions" / "reference", "demo.py", "")


def exercise_texts(root: Path, course: Course) -> Iterator[Generated]:
    """Statement and hints of each exercise."""
    for exercise in course.exercises:
        for name in ("README.md", "hints.md"):
            yield from _copies(root, root / "exercises" / exercise.folder, name, f"exercises/{exercise.folder}/")


def visible_checks(root: Path, course: Course) -> Iterator[Generated]:
    """The checks that students run, out of all exercises in one folder."""
    for exercise in course.exercises:
        yield from _copies(root, root / "exercises" / exercise.folder, "test_*.py", "tests/")
    if any(exercise.bonus for exercise in course.exercises):
        yield from _copies(root, root / "exercises", "bonus.py", "tests/")


def bonus_units(root: Path, course: Course) -> Iterator[Generated]:
    """What the student's own checks know of the bonus exercises, so that their table lists them."""
    units = [
        {
            "title": exercise.title,
            "folder": exercise.folder,
            "module": exercise.module,
            "functions": exercise.functions,
            "tests": sorted(path.stem for path in (root / "exercises" / exercise.folder).glob("test_*.py")),
        }
        for exercise in course.exercises
        if exercise.bonus
    ]
    if units:
        text = json.dumps(units, indent=1, ensure_ascii=False) + "\n"
        yield Generated("tests/bonus_units.json", text.encode(), "exercises/course.toml")


def probes(root: Path, course: Course) -> Iterator[Generated]:
    """The probes that the visible checks share with the hidden suite."""
    yield from _shared(root, PROBES, "*.py", "tests/probes/")
    used = [exercise.module for exercise in course.exercises if exercise.bonus]
    for name in ["__init__.py", *used] if used else []:
        yield from _shared(root, f"{PROBES}/bonus", name, "tests/probes/bonus/")


def timeline(root: Path, course: Course) -> Iterator[Generated]:  # noqa: ARG001 - all generators have one signature
    """The pictures of time, for the demo, the checks and notebooks."""
    yield from _shared(root, TIMELINE, "*.py", "timeline/")


def guide(root: Path, course: Course) -> Iterator[Generated]:
    """The study guide and its pictures, and the pages of the exercises that have one, without the marks by which their
    figures are checked."""
    for folder in ("", *(f"{exercise.folder}/" for exercise in course.exercises)):
        for copy in _copies(root, root / "exercises" / folder, "GUIDE.md", f"exercises/{folder}"):
            yield Generated(copy.path, GUIDE_MARK.sub(b"", copy.content), copy.source)
    yield from _copies(root, root / "exercises" / "pictures", "*.svg", "exercises/pictures/")


def _shared(root: Path, folder: str, pattern: str, to: str) -> Iterator[Generated]:
    """Modules of the engine that students get as they are. A comment in front leaves the docstring one."""
    for copy in _copies(root, root / folder, pattern, to):
        first = f"# Generated from {copy.source} by `loopcheck author build`: edit it there.\n"
        yield Generated(copy.path, first.encode() + copy.content, copy.source)


def notebook(root: Path, course: Course) -> Iterator[Generated]:  # noqa: ARG001 - all generators have one signature
    """The check-yourself notebook, as it is handed out."""
    outline = "instructor/nbgrader/check_yourself.py"
    if (root / outline).is_file():
        from ..quiz.outline import source_notebook
        from ..quiz.release import as_bytes, released

        yield Generated("check_yourself.ipynb", as_bytes(released(source_notebook())), outline)


def as_lf(content: bytes) -> bytes:
    """The same text with LF line endings: what is generated does not depend on who checked the sources out."""
    return content.replace(b"\r\n", b"\n")


def _copies(root: Path, folder: Path, pattern: str, to: str) -> Iterator[Generated]:
    """Copies of what is there. What should be there and is not, `check` says."""
    for path in sorted(folder.glob(pattern)):
        if path.is_file():
            yield Generated(to + path.name, as_lf(path.read_bytes()), path.relative_to(root).as_posix())


GENERATORS: tuple[Generator, ...] = (
    Generator(package_modules, owns=("{package}/*.py",)),
    Generator(readme, owns=()),  # a README that is written by hand is nobody's to delete
    Generator(demo, owns=("demo.py",)),
    Generator(exercise_texts, owns=("exercises/*/README.md", "exercises/*/hints.md")),
    Generator(visible_checks, owns=("tests/test_*.py", "tests/bonus.py")),
    Generator(bonus_units, owns=("tests/bonus_units.json",)),
    Generator(probes, owns=("tests/probes/*.py", "tests/probes/bonus/*.py")),
    Generator(timeline, owns=("timeline/*.py",)),
    Generator(guide, owns=("exercises/GUIDE.md", "exercises/*/GUIDE.md", "exercises/pictures/*.svg")),
    Generator(notebook, owns=("check_yourself.ipynb",)),
)


def generate(root: Path, course: Course) -> list[Generated]:
    """All generated files, by path; CourseError when the course's files do not give one whole template."""
    for name in course.scaffold:
        _must_stay_inside(name)
    by_path: dict[str, Generated] = {}
    for generator in GENERATORS:
        for file in generator.make(root, course):
            _must_be_alone(file, by_path.get(file.path), course)
            by_path[file.path] = file
    return [by_path[path] for path in sorted(by_path)]


def _must_be_alone(file: Generated, other: Generated | None, course: Course) -> None:
    """One file comes from one place, and lies inside the template."""
    path = file.path
    if other is not None:
        raise CourseError(f"{file.source} and {other.source} both become {TEMPLATE}/{path}: rename one of them")
    if path in course.scaffold:
        what = f"{path} is listed as scaffold, but generated from {file.source}"
        raise CourseError(f"exercises/course.toml: {what}: take it off the list, or rename one of them")
    _must_stay_inside(path)


def _must_stay_inside(path: str) -> None:
    parts = PurePosixPath(path)
    if parts.is_absolute() or ".." in parts.parts or "\\" in path:
        what = f"{path} would lie outside of {TEMPLATE}"
        raise CourseError(f"exercises/course.toml: {what}: correct `package`, `folder` or `scaffold`")


def generated_files(root: Path) -> dict[str, bytes]:
    """The whole generated part of the template: path below it -> bytes."""
    return {file.path: file.content for file in generate(root, read_course(CourseFiles(root).manifest))}


def changes(root: Path, course: Course, files: list[Generated]) -> list[Change]:
    """What differs between the template and `files`, by path."""
    template = root / TEMPLATE
    found: list[Change] = []
    for file in files:
        path = template / file.path
        if not path.is_file():
            found.append(Change(file.path, "add", file.source))
        elif path.read_bytes() != file.content:
            found.append(Change(file.path, "update", file.source))
    kept = {file.path for file in files} | set(course.scaffold)
    for pattern in (pattern for generator in GENERATORS for pattern in generator.owns):
        for path in template.glob(pattern.format(package=course.package)):
            name = path.relative_to(template).as_posix()
            if name not in kept:
                found.append(Change(name, "delete"))
    return sorted(found, key=lambda change: change.path)


def build(root: Path) -> list[Change]:
    """Bring the generated part of the template up to date, and say what changed.

    Nothing is written when the course's files are not in order.
    """
    course = read_course(CourseFiles(root).manifest)
    files = generate(root, course)
    content = {file.path: file.content for file in files}
    done = changes(root, course, files)
    for change in done:
        path = root / TEMPLATE / change.path
        if change.kind == "delete":
            path.unlink()
            with contextlib.suppress(OSError):  # the folder holds more
                path.parent.rmdir()
        else:
            _write(path, content[change.path])
    return done


def _write(path: Path, content: bytes) -> None:
    """All or nothing: a reader, and a crash, find the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).chmod(0o644)  # a temporary file is its owner's alone
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
