"""The bank of solutions: `solutions/correct/*.py` and `solutions/wrong/*.py`, one named idea per file.

A file holds only what it replaces, as classes named like the reference's: each function in `class EventLoop` replaces (or
adds) that method of the reference's EventLoop, `del name` takes one out, and bases, keywords and decorators replace those of
the reference where there are any. A function of an exercise that is in no class is replaced as a whole. What stands in
front of the class (imports, helpers, constants) is put in front of it, what stands behind it, behind; but no module imports
from itself. The docstring is the idea. A wrong one says in `FAILS` which checks go red, all of them.

The banks of bonus exercises lie in folders of their own: `solutions/bonus/<exercise>/correct/*.py` and `…/wrong/*.py`.

What must stay true: a bank file is read, not run; the result is the reference's module with those functions replaced.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

from ..course import Course, CourseError, CourseFiles, Exercise
from .problem import Problem

FAILS = "FAILS"
CORRECT = Path("solutions", "correct")
WRONG = Path("solutions", "wrong")


def folders_of(exercise: Exercise) -> tuple[Path, Path]:
    """The right and the wrong solutions of a bonus exercise."""
    folder = Path("solutions", "bonus", exercise.id)
    return folder / CORRECT.name, folder / WRONG.name


@dataclass(frozen=True)
class Entry:
    """One solution: its name, its idea, the checks that it fails (none for a right one), the functions that it replaces
    (as in "Task.step"), and the package's sources."""

    name: str
    idea: str
    fails: frozenset[str]
    replaces: frozenset[str]
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
    homes = {_class_of(name): exercise.module for exercise in _subjects(path, course) for name in exercise.functions}
    sources = dict(reference)
    for node in tree.body:
        if _is_home(node, homes):
            module = homes[node.name]
            beside = [part for part in tree.body[1:] if part is node or not (_is_home(part, homes) or is_fails(part))]
            sources[module] = _spliced(sources[module], module, node, beside, path)
    if sources == dict(reference):
        raise CourseError(f"{path}: it replaces nothing; name a class {', '.join(sorted(homes))}")
    return Entry(path.stem, idea, fails, frozenset(_replaced(tree, homes)), sources)


def read_bank(folder: Path, course: Course, reference: Mapping[str, bytes]) -> list[Entry]:
    """All entries of a folder, by name."""
    return [read_entry(path, course, reference) for path in sorted(folder.glob("*.py"))]


def bank_problems(root: Path, course: Course, checks: set[str] | None) -> Iterator[Problem]:
    """Files that cannot be read, that declare checks which do not exist, or that declare none although they are wrong."""
    reference = CourseFiles(root).package_sources(course)
    bonus = [folder for exercise in course.exercises if exercise.bonus for folder in folders_of(exercise)]
    for folder in (CORRECT, WRONG, *bonus):
        for path in sorted((root / folder).glob("*.py")):
            file = path.relative_to(root).as_posix()
            try:
                entry = read_entry(path, course, reference)
            except CourseError as error:
                yield Problem(file, str(error).removeprefix(f"{path}: "), "correct it")
                continue
            unknown = sorted(entry.fails - checks) if checks is not None else []
            if unknown:
                yield Problem(file, f"{FAILS} names checks that do not exist: {', '.join(unknown)}", "correct it")
            if bool(entry.fails) != (folder.name == WRONG.name):
                what = (
                    f"a wrong solution without {FAILS}"
                    if folder.name == WRONG.name
                    else f"a right solution with {FAILS}"
                )
                yield Problem(file, what, f"say in {FAILS} which checks go red, or move the file")


def _subjects(path: Path, course: Course) -> list[Exercise]:
    """The exercises that a bank file is about: a bonus exercise, or the course's own. Their classes may have the same names."""
    bonus = [exercise for exercise in course.bonus if path.match(f"{folders_of(exercise)[0].parent.as_posix()}/*/*.py")]
    return bonus or [exercise for exercise in course.exercises if not exercise.bonus]


def _class_of(function: str) -> str:
    return function.partition(".")[0]


Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def _is_home(node: ast.stmt, homes: Mapping[str, str]) -> TypeGuard[Definition]:
    return isinstance(node, Definition) and node.name in homes


def _replaced(tree: ast.Module, homes: Mapping[str, str]) -> Iterator[str]:
    for node in tree.body:
        if _is_home(node, homes) and isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef))
        elif _is_home(node, homes):
            yield node.name


def is_fails(node: ast.stmt) -> bool:
    """Whether this statement of a bank file says which checks go red."""
    return isinstance(node, ast.Assign) and [getattr(target, "id", "") for target in node.targets] == [FAILS]


def _fails(tree: ast.Module, path: Path) -> Any:
    for node in tree.body:
        if isinstance(node, ast.Assign) and is_fails(node):
            try:
                return ast.literal_eval(node.value)
            except ValueError as error:
                raise CourseError(f"{path}: FAILS must be a set of names") from error
    return ()


def _spliced(source: bytes, module: str, replacement: Definition, beside: list[ast.stmt], path: Path) -> bytes:
    """The module with `replacement` spliced into its class, or in the place of its function; `beside` is the bank file's body
    with `replacement` in it."""
    tree = ast.parse(source)
    at = next((i for i, node in enumerate(tree.body) if _is_home(node, {replacement.name: module})), None)
    if at is None:
        raise CourseError(f"{path}: the reference has no class {replacement.name}")
    futures = [part for part in beside if isinstance(part, ast.ImportFrom) and part.module == "__future__"]
    rest = [part for part in beside if part not in futures and not _imports_from(part, module)]
    here = rest.index(replacement)
    if isinstance(replacement, ast.ClassDef):
        _splice_class(tree.body[at], replacement, path)
    else:
        tree.body[at] = replacement
    tree.body[at : at + 1] = [*rest[:here], tree.body[at], *rest[here + 1 :]]
    tree.body[_after_docstring(tree) : _after_docstring(tree)] = futures
    return ast.unparse(tree).encode() + b"\n"


def _splice_class(node: Any, replacement: ast.ClassDef, path: Path) -> None:
    """Change the reference's class: take out what is replaced or deleted, and add what the bank file has."""
    gone = {part.name for part in replacement.body if isinstance(part, ast.FunctionDef)}
    for part in replacement.body:
        if isinstance(part, ast.Delete):
            gone |= _deleted(part, node, path)
    kept = [part for part in node.body if not (isinstance(part, ast.FunctionDef) and part.name in gone)]
    new = [part for part in replacement.body if not (_is_docstring(part) or isinstance(part, ast.Delete))]
    node.body = [*kept, *new]
    node.bases = replacement.bases or node.bases
    node.keywords = replacement.keywords or node.keywords
    node.decorator_list = replacement.decorator_list or node.decorator_list


def _deleted(statement: ast.Delete, node: ast.ClassDef, path: Path) -> set[str]:
    names = {ast.unparse(target) for target in statement.targets}
    unknown = names - {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    if unknown:
        raise CourseError(
            f"{path}: {node.name} of the reference has no function {', '.join(sorted(unknown))} to delete"
        )
    return names


def _imports_from(node: ast.stmt, module: str) -> bool:
    """Whether this is an import of the module from itself: what one class of a bank file imports, another one defines."""
    return isinstance(node, ast.ImportFrom) and node.level == 1 and f"{node.module}.py" == module


def _after_docstring(tree: ast.Module) -> int:
    return int(bool(tree.body) and _is_docstring(tree.body[0]))


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
