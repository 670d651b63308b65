"""A submitted notebook, put back into the released one.

What must stay true: of a submission only the student's own cells count: the answers, found by their ids, and the cells
that the student added. Whatever happened to the other cells, deleted, edited, copied, retyped, stripped of metadata,
costs nothing; a notebook that cannot be read gets a sentence that says why; and no link is followed, to nobody's files.
"""

from __future__ import annotations

import copy
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..submissions import files
from ..submissions.names import visible
from .harmless import LONGEST_TEXT, Room, harmless
from .outline import TEXT_STUB, Cell, Notebook

LARGEST_FILE = 64 * 1024 * 1024
LARGEST_SOURCE = 1024 * 1024
ASKS_FOR_NUMBERS = re.compile(r'quiz\.numbers\(\s*["\'](\w+)["\']\s*\)')
TYPES_ID = re.compile(r"^STUDENT_ID\s*=", re.MULTILINE)
GONE = "# This cell was not in the submitted notebook."
SKIPPED_FOLDERS = {".ipynb_checkpoints", "__MACOSX", ".git", ".venv", "venv"}


class UnreadableError(Exception):
    """There is no notebook to grade. The message is a sentence for the student."""


@dataclass
class Submitted:
    """The cells of one submitted notebook, and what is to be said about how it was found."""

    cells: list[Cell]
    notes: list[str] = field(default_factory=list)


def find_notebook(folder: Path, name: str, release: Notebook) -> Submitted:
    """The notebook in this folder: the one of the right name, else the one with the most of our cells."""
    paths, links = _notebooks_in(folder)
    if not paths and links:
        raise UnreadableError(
            f"{visible(links[0].name)} is a symbolic link, which is not followed. Hand in the file {name}."
        )
    if not paths:
        raise UnreadableError(f"There is no notebook ({name}) in the submission. Hand in that file.")
    ours = [path for path in paths if path.name == name]
    candidates: list[tuple[int, int, Path, list[Cell]]] = []
    problems = []
    for path in ours or paths:
        try:
            cells = read_cells(path)
        except UnreadableError as error:
            problems.append(str(error))
            continue
        candidates.append((_known(cells, release), -len(path.parts), path, cells))
    if not candidates:
        raise UnreadableError(problems[0])
    known, _, path, cells = max(candidates, key=lambda each: (each[0], each[1], str(each[2])))
    if not known:
        raise UnreadableError(
            f"{visible(path.name)} holds none of the cells of {name}: it may belong to another assignment. Hand in {name}."
        )
    notes = [] if path.name == name else [f"Graded: {visible(path.name)}, as there is no {name}."]
    if len(candidates) > 1:
        notes.append(f"There are {len(candidates)} notebooks; graded is {visible(str(path.relative_to(folder)))}.")
    return Submitted(cells, notes)


def _notebooks_in(folder: Path) -> tuple[list[Path], list[Path]]:
    """The notebook files at any depth, and the links that are named like one, or lead into another folder."""
    paths: list[Path] = []
    links = [folder] if folder.is_symlink() else []
    # os.walk does not follow links to folders; the submission's own folder is looked at above.
    for place, folders, names in os.walk(folder) if not links else ():
        folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS)
        links += [path for name in folders if (path := Path(place, name)).is_symlink()]
        for path in (Path(place, name) for name in sorted(names) if name.endswith(".ipynb")):
            kind = files.kind_of(path)
            if kind is not files.Kind.OTHER:  # a FIFO would block
                (links if kind is files.Kind.LINK else paths).append(path)
    return sorted(paths), links


def read_cells(path: Path) -> list[Cell]:
    """The cells of a notebook file, without outputs; UnreadableError says what is wrong with it."""
    shown = visible(path.name)
    try:
        notebook = json.loads(files.read_file(path, LARGEST_FILE).decode("utf-8-sig"))
    except files.UnreadableError as error:
        raise UnreadableError(f"{shown} {error}. Clear its outputs if it is large, and hand it in again.") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableError(
            f"{shown} is no valid notebook file: it is not JSON ({error}). Open it in Jupyter, and hand it in again."
        ) from error
    found = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(found, list):
        raise UnreadableError(f"{shown} is no notebook of format 4: it has no list of cells. Save it again in Jupyter.")
    return [cell for each in found if (cell := _plain_cell(each)) is not None]


def _plain_cell(cell: Any) -> Cell | None:
    if not isinstance(cell, dict):
        return None
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    if not isinstance(source, str) or len(source) > LARGEST_SOURCE:
        return None
    metadata = cell.get("metadata")
    marks = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    source = source.encode("utf-8", "backslashreplace").decode("utf-8")
    return {
        "cell_type": cell.get("cell_type"),
        "source": source,
        "id": cell.get("id"),
        "grade_id": marks.get("grade_id") if isinstance(marks, dict) else None,
    }


def _known(cells: list[Cell], release: Notebook) -> int:
    by_id = {cell["id"]: cell for cell in release["cells"]}
    return len({name for cell in cells if (name := _name_of(cell, by_id))})


def _name_of(cell: Cell, by_id: Mapping[str, Cell]) -> str:
    """Which cell of the release this is; "" for the student's own. What a cell asks for says more than its metadata,
    which is copied with it."""
    asked = ASKS_FOR_NUMBERS.findall(cell["source"])
    if asked and asked[0] in by_id:
        return str(asked[0])
    for name in (cell["grade_id"], cell["id"]):
        if isinstance(name, str) and name in by_id:
            return name
    if TYPES_ID.search(cell["source"]):
        return "student"
    same = [name for name, ours in by_id.items() if ours["source"].strip() == cell["source"].strip() != TEXT_STUB]
    return same[0] if same else ""


def merged(release: Notebook, submitted: list[Cell]) -> Notebook:
    """The release with the student's answers, and the student's own cells behind those that they stood behind."""
    by_id = {cell["id"]: cell for cell in release["cells"]}
    answers: dict[str, list[Cell]] = {}
    extras: dict[str, list[Cell]] = {}
    last = ""
    for cell in submitted:
        name = _name_of(cell, by_id)
        if not name:
            if cell["source"].strip():
                extras.setdefault(last, []).append(cell)
            continue
        last = name
        if is_answer(by_id[name]):
            answers.setdefault(name, []).append(cell)
    notebook = {**copy.deepcopy(release), "cells": [_own(cell) for cell in extras.get("", [])]}
    for ours in release["cells"]:
        notebook["cells"] += _answered(ours, answers.get(ours["id"], []))
        notebook["cells"] += [_own(cell) for cell in extras.get(ours["id"], [])]
    room = Room(LONGEST_TEXT)
    for number, cell in enumerate(notebook["cells"]):
        cell.setdefault("id", f"own-{number}")
        if cell["cell_type"] != "code" and is_answer(by_id.get(cell["id"], cell)):
            cell["source"] = harmless(room.shown(cell["source"]))
    return notebook


def is_answer(cell: Cell) -> bool:
    """Whether this cell of the release is the student's to fill."""
    marks = cell["metadata"].get("nbgrader")
    return marks is None or bool(marks["solution"])


def _answered(ours: Cell, theirs: list[Cell]) -> list[Cell]:
    """The cell of the release as it was handed in. Of several copies all that were worked on run, the last one as the
    cell itself."""
    cell = copy.deepcopy(ours)
    if not is_answer(ours):
        return [cell]
    worked_on = [each for each in theirs if each["source"].strip() != ours["source"].strip()]
    if worked_on:
        cell["source"] = worked_on[-1]["source"]
    elif not theirs and cell["cell_type"] == "code":
        cell["source"] = GONE
    elif not theirs:
        return []
    return [*map(_own, worked_on[:-1]), cell]


def _own(cell: Cell) -> Cell:
    """A cell that the student added. A raw cell, which pages show as the HTML that it is, becomes text."""
    if cell["cell_type"] == "code":
        return {"cell_type": "code", "metadata": {}, "source": cell["source"], "execution_count": None, "outputs": []}
    return {"cell_type": "markdown", "metadata": {}, "source": cell["source"]}
