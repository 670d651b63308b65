"""Which functions of a submission are plainly not written: as in the template, empty, or gone.

It is read from the source, since a run does not always tell: a `_suspend` that a wrong `step` never calls has raised
nothing, and one that is empty looks like a mistake of whoever calls it. What must stay true: no point depends on it; where
the source leaves any doubt (a base class, a decorator, a name bound elsewhere) the function counts as written; and the source
is a stranger's, so it is parsed and never compiled, if it is no longer than people write.
"""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .course import Course

NOT_WRITTEN = "Not written yet: "
"""How a sentence begins that says of a function that it is not written."""

LONGEST = 100_000
"""Bytes of a module that is looked at. A tree takes a hundred times as much memory."""


def nothing_works(function: str) -> str:
    """Of checks that need this function, and are about others, too."""
    return f"Nothing works here yet: the checks met {function}, which is not written yet."


STUB = "is yours to write, see exercises/"
"""In what a function of the template raises."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def unwritten_functions(sources: Mapping[str, bytes], course: Course) -> dict[str, str]:
    """Exercise id -> a sentence, for the exercises with one function, of which nothing was written."""
    asked = [
        each for each in course.exercises if len(each.functions) == 1 and not each.bonus and each.module in sources
    ]
    trees = {module: _parsed(sources[module]) for module in {each.module for each in asked}}
    found = {}
    for exercise in asked:
        tree = trees[exercise.module]
        if tree and (how := _how(tree, exercise.function)):
            found[exercise.id] = f"{NOT_WRITTEN}{exercise.function} {how}."
    return found


def _parsed(source: bytes) -> ast.Module | None:
    """The tree of a module; None where it has none, or is longer than people write."""
    if len(source) > LONGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd escapes and the like: not the instructor's business
            return ast.parse(source)
    except (SyntaxError, ValueError, LookupError, RecursionError, MemoryError):
        return None


def _how(tree: ast.Module, function: str) -> str:
    """In which way it is not written, as the end of a sentence; empty where it may be written."""
    owner, _, name = function.rpartition(".")
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == owner]
    if len(classes) != 1 or classes[0].bases or classes[0].keywords or classes[0].decorator_list:
        return ""
    own = [node for node in classes[0].body if isinstance(node, Function) and node.name == name]
    if len(own) > 1 or _bound_elsewhere(tree, owner, name, own):
        return ""
    if not own:
        return "is not there"
    return "" if own[0].decorator_list else _emptiness(own[0])


def _bound_elsewhere(tree: ast.Module, owner: str, name: str, own: list[Function]) -> bool:
    """Whether something else may make the function, or the whole class: then nobody can tell from its text."""
    for node in ast.walk(tree):
        if isinstance(node, Function) and node.name == name and node not in own:
            return True
        if isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.ctx, ast.Store):
            return True
        if isinstance(node, ast.Name) and node.id in (name, owner) and isinstance(node.ctx, ast.Store):
            return True
        if isinstance(node, ast.Name) and node.id in ("setattr", "exec", "globals", "vars"):
            return True
        if isinstance(node, Function) and node.name in ("__getattr__", "__getattribute__"):
            return True
        if isinstance(node, ast.Import | ast.ImportFrom) and any((a.asname or a.name) == owner for a in node.names):
            return True
    return False


def _emptiness(function: Function) -> str:
    body = [node for node in function.body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))]
    body = [node for node in body if not isinstance(node, ast.Pass)]
    if not body or (len(body) == 1 and isinstance(body[0], ast.Return) and _says_nothing(body[0].value)):
        return "is empty"
    raised = body[0].exc if len(body) == 1 and isinstance(body[0], ast.Raise) else None
    called = raised.func if isinstance(raised, ast.Call) else raised
    if not isinstance(called, ast.Name) or called.id != "NotImplementedError":
        return ""
    words = [
        node.value for node in (raised.args if isinstance(raised, ast.Call) else ()) if isinstance(node, ast.Constant)
    ]
    by_us = any(isinstance(word, str) and STUB in word for word in words)
    return "is as in the template" if by_us else "raises NotImplementedError, and does nothing else"


def _says_nothing(value: ast.expr | None) -> bool:
    return (
        value is None
        or isinstance(value, ast.Constant)
        or (isinstance(value, ast.Name) and value.id == "NotImplemented")
    )
