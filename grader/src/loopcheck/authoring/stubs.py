"""The stubs that students start from: a module of the reference with each solution taken out.

A region is named after its exercise, and lies in the body of the exercise's function, behind the docstring. What must
stay true: what comes out is valid Python with LF line endings, or nothing comes out.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ..unwritten import STUB
from .regions import Complaint, Region, RegionError, parse_regions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..course import Course, Exercise

Function = ast.FunctionDef | ast.AsyncFunctionDef

HOLLOW = "return NotImplemented.__doc__ and None"
"""Does nothing, and yet is no stub: it names something, which is how the template tells one from the other."""


def stub_line(name: str, function: str, exercise: Exercise) -> str:
    """What stands where the solution was. `name` is what the exercise is called in a sentence."""
    message = f"{name}: {function} {STUB}{exercise.folder}/README.md"
    return f'raise NotImplementedError("{message}")'


def stub_module(source: bytes, module: str, file: str, course: Course) -> bytes:
    """The module as students get it: each region replaced with its stub. `file` is the module's name in complaints."""
    stubs = {
        region: stub_line(f"bonus {exercise.id}" if exercise.bonus else f"exercise {number}", function, exercise)
        for number, exercise in enumerate(course.exercises, 1)
        for region, function in exercise.regions.items()
    }
    return _replace(source, module, file, course, stubs)


def hollow_module(source: bytes, module: str, file: str, course: Course, exercise: Exercise) -> bytes:
    """The module with what is to be written in one exercise doing nothing, and the others solved."""
    return _replace(source, module, file, course, dict.fromkeys(exercise.regions, HOLLOW))


def _replace(source: bytes, module: str, file: str, course: Course, bodies: dict[str, str]) -> bytes:
    """The module with the regions named in `bodies` replaced."""
    text = decode(source, file)
    lines = text.split("\n")
    # From the last region to the first, so that the line numbers of those before stay right.
    for region in reversed(read_regions(text, module, file, course)):
        if region.name in bodies:
            lines[region.begin - 1 : region.end] = [region.indent + bodies[region.name]]
    result = "\n".join(lines)
    try:
        compile(result, file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        what = f"is not valid Python without its solutions ({error})"
        raise RegionError([Complaint(file, _line_of(error), what, "make each region whole statements")]) from error
    return result.encode("utf-8")


def decode(source: bytes, file: str) -> str:
    """The text of a module, with LF line endings."""
    try:
        return source.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise RegionError([Complaint(file, 1, f"is not UTF-8 (byte {error.start})", "save it as UTF-8")]) from error


def read_regions(source: str, module: str, file: str, course: Course) -> list[Region]:
    """The regions of one module that students edit, checked against the course; RegionError with every mistake."""
    regions = parse_regions(source, file)
    try:
        tree = ast.parse(source, file)
    except (SyntaxError, ValueError) as error:
        what = f"is not valid Python ({error})"
        raise RegionError([Complaint(file, _line_of(error), what, "correct it")]) from error
    complaints = [*_unknown(regions, module, file, course)]
    for exercise in course.exercises:
        for name, function in exercise.regions.items() if exercise.module == module else ():
            region = next((region for region in regions if region.name == name), None)
            complaints += _misplaced(region, name, function, file, find_function(tree, function))
    if complaints:
        raise RegionError(complaints)
    return regions


def _unknown(regions: list[Region], module: str, file: str, course: Course) -> Iterator[Complaint]:
    homes = {name: exercise.module for exercise in course.exercises for name in (exercise.id, *exercise.regions)}
    for region in regions:
        if region.name not in homes:
            here = (exercise for exercise in course.exercises if exercise.module == module)
            known = ", ".join(name for exercise in here for name in exercise.regions)
            what = f"region {region.name} is not named after an exercise of exercises/course.toml"
            yield Complaint(file, region.begin, what, f"rename it (exercises of this module: {known or 'none'})")
        elif homes[region.name] != module:
            what = f"region {region.name} belongs into {homes[region.name] or 'no module'}, says exercises/course.toml"
            yield Complaint(file, region.begin, what, "move it, or correct `module` there")


def _misplaced(
    region: Region | None, name: str, dotted: str, file: str, function: Function | None
) -> Iterator[Complaint]:
    """What is wrong with the region `name`, which belongs into the function that is called `dotted`."""
    if function is None:
        what = f"there is no {dotted}, the function of exercise {name.partition('.')[0]}"
        yield Complaint(file, 1, what, "write it, or correct `function` in exercises/course.toml")
    elif region is None:
        what = f"{dotted} has no region for exercise {name.partition('.')[0]}"
        yield Complaint(file, function.lineno, what, f"mark its solution with `# BEGIN SOLUTION {name}` and END")
    elif not _first_line(function) <= region.code[0] <= region.code[-1] <= (function.end_lineno or 0):
        what = f"region {region.name} is not in the body of {dotted}, behind its docstring"
        yield Complaint(file, region.begin, what, "move the markers")


def find_function(tree: ast.Module, dotted: str) -> Function | None:
    """The function of that name, such as `Task.step`; None when there is none."""
    body: list[ast.stmt] = tree.body
    *classes, last = dotted.split(".")
    for name in classes:
        owner = next((node for node in body if isinstance(node, ast.ClassDef) and node.name == name), None)
        if owner is None:
            return None
        body = owner.body
    return next((node for node in body if isinstance(node, Function) and node.name == last), None)


def _first_line(function: Function) -> int:
    """The first line that a region may take: behind the docstring, which students keep."""
    first = function.body[0]
    if ast.get_docstring(function, clean=False) is None:
        return first.lineno
    return (first.end_lineno or first.lineno) + 1


def _line_of(error: Exception) -> int:
    return getattr(error, "lineno", None) or 1
