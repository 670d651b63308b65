"""The hidden suite as the authoring tools see it: its files are read, not imported, so that a broken one is no reason to
say nothing about the rest."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from .problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SUITE = "grader/src/loopcheck/suite"
TEST = re.compile(r"^(?:async )?def test_(\w+)\(", re.MULTILINE)


def suite_check_ids(root: Path) -> set[str] | None:
    """The check ids of the hidden suite of this checkout; None where there is no suite, then they are not compared.

    They are the names of its test functions, as in pytest.
    """
    files = _files(root)
    names = (match for file in files for match in TEST.findall(file.read_text(encoding="utf-8", errors="replace")))
    return set(names) if files else None


def sentence_problems(root: Path) -> Iterator[Problem]:
    """Each check has a docstring: the sentence that students read."""
    for path in _files(root):
        file = path.relative_to(root).as_posix()
        try:
            tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            yield Problem(f"{file}:{line}", f"Python cannot read it ({getattr(error, 'msg', error)})", "correct it")
            continue
        for node in tree.body:
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.name.startswith("test_"):
                continue
            if not (ast.get_docstring(node) or "").strip():
                what = f"the hidden check {node.name.removeprefix('test_')} has no docstring"
                yield Problem(f"{file}:{node.lineno}", what, "write it: it is the sentence that students read")


def _files(root: Path) -> list[Path]:
    return sorted([*(root / SUITE).glob("test_*.py"), *(root / SUITE / "bonus").glob("test_*.py")])
