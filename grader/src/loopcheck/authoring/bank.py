"""The bank of solutions: `solutions/correct/*.py` and `solutions/wrong/*.py`, one named idea per file.

A file holds only what it replaces, as classes named like the reference's: each function in `class EventLoop` replaces (or
adds) that method of the reference's EventLoop, and whatever stands beside the classes (imports, helpers, constants) is put
in front of the class. Its docstring is the idea. A wrong one says in `FAILS` which checks go red, all of them.

What must stay true: a bank file is read, not run; the result is the reference's module with those functions replaced.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..course import Course, CourseError

FAILS = "FAILS"


@dataclass(frozen=True)
class Entry:
    """One solution: its name, its idea, the checks that it fails (none for a right one), and the package's sources."""

    name: str
    idea: str
    fails: frozenset[str]
    sources: Mapping[str, bytes]


def read_entry(path: Path, course: Course, reference: Mapping[str, bytes]) -> Entry:
    """Read one bank file; CourseError says what is wrong with it."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError) as error:
        raise CourseError(f"{path}: {error}") from error
    idea = ast.get_docstring(tree)
    if not idea:
        raise CourseError(f"{path}: the docstring with the idea is missing")
    fails = frozenset(_fails(tree, path))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    beside = [node for node in tree.body[1:] if not isinstance(node, ast.ClassDef) and not _is_fails(node)]
    homes = {_class_of(exercise.function): exercise.module for exercise in course.exercises if exercise.function}
    helpers = [node for node in classes if node.name not in homes]
    sources = dict(reference)
    for node in classes:
        if node.name in homes:
            module = homes[node.name]
            sources[module] = _spliced(sources[module], node, [*beside, *helpers])
    if sources == dict(reference):
        raise CourseError(f"{path}: it replaces nothing; name a class {', '.join(sorted(homes))}")
    return Entry(path.stem, idea, fails, sources)


def read_bank(folder: Path, course: Course, reference: Mapping[str, bytes]) -> list[Entry]:
    """All entries of a folder, by name."""
    return [read_entry(path, course, reference) for path in sorted(folder.glob("*.py"))]


def _class_of(function: str) -> str:
    return function.partition(".")[0]


def _is_fails(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and [getattr(target, "id", "") for target in node.targets] == [FAILS]


def _fails(tree: ast.Module, path: Path) -> Any:
    for node in tree.body:
        if isinstance(node, ast.Assign) and _is_fails(node):
            try:
                return ast.literal_eval(node.value)
            except ValueError as error:
                raise CourseError(f"{path}: FAILS must be a set of names") from error
    return ()


def _spliced(source: bytes, replacement: ast.ClassDef, beside: list[ast.stmt]) -> bytes:
    """The module with the functions of `replacement` in its class, and `beside` in front of the class."""
    tree = ast.parse(source)
    for index, node in enumerate(tree.body):
        if isinstance(node, ast.ClassDef) and node.name == replacement.name:
            new = {part.name: part for part in replacement.body if isinstance(part, ast.FunctionDef)}
            kept = [part for part in node.body if not (isinstance(part, ast.FunctionDef) and part.name in new)]
            node.body = [*kept, *(part for part in replacement.body if not _is_docstring(part))]
            node.bases = replacement.bases or node.bases
            node.decorator_list = replacement.decorator_list or node.decorator_list
            at = index
            break
    else:
        raise CourseError(f"the reference has no class {replacement.name}")
    futures = [part for part in beside if isinstance(part, ast.ImportFrom) and part.module == "__future__"]
    tree.body[at:at] = [part for part in beside if part not in futures]
    return ast.unparse(tree).encode() + b"\n"


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
