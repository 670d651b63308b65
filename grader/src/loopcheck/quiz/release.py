"""What students get of the instructor's notebook: no solution, no hidden test, no mark scheme.

What must stay true: the result is, byte for byte, what `nbgrader generate_assignment` makes of the same source (a test
compares them), so that a class may be given either; but it needs neither nbgrader nor a database.
"""

from __future__ import annotations

import copy
import hashlib
import json
import re
from typing import Any

from .outline import Cell, Notebook
from .support import same_student

CODE_STUB = "# ..."

HIDDEN = re.compile(r"^[^\n]*BEGIN HIDDEN TESTS.*?END HIDDEN TESTS[^\n]*\n?", re.DOTALL | re.MULTILINE)
SCHEME = re.compile(r"^[^\n]*BEGIN MARK SCHEME.*?END MARK SCHEME[^\n]*\n?", re.DOTALL | re.MULTILINE)
SCHEME_MARKER = re.compile(r"^[^\n]*(?:BEGIN|END) MARK SCHEME[^\n]*\n?", re.MULTILINE)
SOLUTION = re.compile(r"^[^\n]*BEGIN SOLUTION.*?END SOLUTION[^\n]*$", re.DOTALL | re.MULTILINE)


def released(source: Notebook, student: str = "") -> Notebook:
    """The notebook for students; with a student, this id stands in the first cell already."""
    notebook = copy.deepcopy(source)
    for cell in notebook["cells"]:
        marks = cell["metadata"].get("nbgrader")
        if marks is None:
            continue
        if marks["solution"]:
            _clear_solution(cell, student)
        else:
            cell["source"] = SCHEME.sub("", HIDDEN.sub("", cell["source"])).removesuffix("\n")
        cell["metadata"]["deletable"] = False
        if not marks["solution"]:
            cell["metadata"]["editable"] = False
        if marks["solution"] or marks["grade"] or marks["locked"]:
            marks |= {"checksum": checksum(cell), "cell_type": cell["cell_type"]}
    return notebook


def _clear_solution(cell: Cell, student: str) -> None:
    if student and cell["id"] == "student":
        cell["source"] = f"STUDENT_ID = {student!r}  # your student id: leave it as it is"
    else:
        cell["source"] = SOLUTION.sub(CODE_STUB, cell["source"])


def checksum(cell: Cell) -> str:
    """nbgrader's checksum of a cell: over its source and what it is."""
    marks = cell["metadata"]["nbgrader"]
    locked = not marks["solution"] and (marks["grade"] or marks["locked"])
    parts = [cell["source"], cell["cell_type"], marks["grade"], marks["solution"], bool(locked), marks["grade_id"]]
    if marks["grade"]:
        parts.append(float(marks["points"]))
    return hashlib.md5("".join(map(str, parts)).encode(), usedforsecurity=False).hexdigest()


def as_bytes(notebook: Notebook) -> bytes:
    """The .ipynb file, as nbformat writes it."""
    lines = copy.deepcopy(notebook)
    for cell in lines["cells"]:
        cell["source"] = cell["source"].splitlines(keepends=True)
        for figure in cell.get("attachments", {}).values():
            figure.update({kind: data.splitlines(keepends=True) for kind, data in figure.items()})
    return _json(lines).encode() + b"\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True, separators=(",", ": "))


def file_name(student: str) -> str:
    """A folder's name for this student; the id itself, unless it could not be one. Square brackets are a pattern to nbgrader:
    it would take `[a]da` for the folder of ada, and grade that one."""
    if (
        not same_student(student)
        or student != student.strip()
        or re.search(r'[\\/:*?"<>|\[\]\x00-\x1f\x7f\ud800-\udfff]', student)
        or student[0] == "."
    ):
        raise ValueError(f"the id {student!r} cannot name a folder")
    return student
