"""The student template as data: its files, and which visible checks there are.

What must stay true: only what `course.toml` lists or `author build` generates belongs to the template; caches and whatever
else lies in the folder do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..course import Course, CourseFiles
from .model import BundleError

FOLDER = "student_template"


@dataclass(frozen=True)
class VisibleCheck:
    """One check that students have: its test function, the exercise it belongs to, and its sentence."""

    file: str
    name: str
    exercise: str
    sentence: str


def template_files(files: CourseFiles, course: Course) -> dict[str, bytes]:
    """Path in the template -> bytes, by path, with line feeds. BundleError when something that belongs to it is missing."""
    from ..authoring.build import GENERATORS, as_lf

    folder = files.root / FOLDER
    paths = {folder / name for name in course.scaffold}
    for generator in GENERATORS:
        for pattern in generator.owns:
            paths |= set(folder.glob(pattern.format(package=course.package)))
    try:
        return {path.relative_to(folder).as_posix(): as_lf(path.read_bytes()) for path in sorted(paths)}
    except OSError as error:
        raise BundleError(
            f"{error.filename} belongs to the template and cannot be read ({error.strerror}). "
            "Run `loopcheck author check`; it says how to repair it."
        ) from error


def visible_checks(template: dict[str, bytes], course: Course) -> list[VisibleCheck]:
    """The exercises' checks, in the order in which students see them. They are read, not run; what is no exercise's, such
    as the notebook's self-check, stands in the scaffold."""
    import ast  # here, since `grade` needs the template's files only, and starts sooner without

    checks = []
    for path, content in template.items():
        if not (path.startswith("tests/test_") and path.endswith(".py")) or path in course.scaffold:
            continue
        stem = Path(path).stem
        exercise = next((each for each in course.exercises if f"test_{each.folder.replace('-', '_')}" == stem), None)
        if exercise is None:
            raise BundleError(f"{FOLDER}/{path} belongs to no exercise of course.toml. Name it test_<folder>.py.")
        checks += [
            VisibleCheck(stem, node.name, exercise.id, " ".join((ast.get_docstring(node) or node.name).split()))
            for node in ast.parse(content).body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        ]
    return checks
