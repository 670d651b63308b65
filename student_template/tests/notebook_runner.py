"""Runs the notebook's cells from top to bottom, in a process of its own, and prints what became of them as JSON.

    python -S notebook_runner.py NOTEBOOK

What must stay true: it needs neither Jupyter nor anything that is not Python's own, because that is how the notebook is
run when it is marked: a cell that imports something else fails here, too. It knows no answer.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from probes.cells import CELL, Cell, Notebook, prepare  # noqa: E402 - it is found only from here on

PRACTICE = "quiz.reveal("
OWN = "a cell of your own"


def code_cells(path: Path) -> list[tuple[str, str]]:
    """Name and source of each code cell. The cell of a question has the question's name, your own cells have none."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [(name_of(cell), "".join(cell["source"])) for cell in cells if cell["cell_type"] == "code"]


def name_of(cell: dict[str, Any]) -> str:
    """The name that nbgrader knows the cell by; empty when it knows none."""
    marks = cell.get("metadata", {}).get("nbgrader", {})
    return str(marks.get("grade_id", "")) if isinstance(marks, dict) else ""


def place_and_line(name: str, source: str, raised: list[Any]) -> tuple[str, str]:
    """Where a cell went wrong, and the text of that line; of the first line when it went wrong in a module."""
    lines = source.splitlines()
    module, number = raised[2:4]
    if module == CELL and number and number <= len(lines):
        return f"{name or OWN}, line {number}", lines[number - 1].strip()
    first = next((line.strip() for line in lines if line.strip()), "")
    return f"{name or OWN}, through {module}, line {number}," if module else name or OWN, first


def report(path: Path) -> dict[str, object]:
    """Cells that raised, what practice questions say, and the state of every answer."""
    cells, notebook = code_cells(path), Notebook()
    prepare([source for _, source in cells])
    raised, practice = [], []
    for name, source in cells:
        facts = notebook.run(Cell(source))
        if facts.raised:
            raised.append([*place_and_line(name, source, facts.raised), *facts.raised[:2]])
        if source.startswith(PRACTICE):
            practice.append(facts.printed.strip())
    quiz = notebook.names.get("quiz")
    answers = quiz.overview(notebook.names) if hasattr(quiz, "overview") else []
    return {"raised": raised, "practice": practice, "answers": answers}


if __name__ == "__main__":
    print(json.dumps(report(Path(sys.argv[1]))))
