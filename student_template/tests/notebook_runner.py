"""Runs the notebook's cells from top to bottom, in a process of its own, and prints what became of them as JSON.

    python -S notebook_runner.py NOTEBOOK

What must stay true: it needs neither Jupyter nor anything that is not Python's own, because that is how the notebook is
run when it is marked: a cell that imports something else fails here, too. It knows no answer.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from probes.cells import Cell, Notebook, prepare  # noqa: E402 - it is found only from here on

PRACTICE = "quiz.reveal("


def code_cells(path: Path) -> list[tuple[int, str]]:
    """Number (from 1, as Jupyter's cells are counted from the top) and source of each code cell."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [(number, "".join(cell["source"])) for number, cell in enumerate(cells, 1) if cell["cell_type"] == "code"]


def report(path: Path) -> dict[str, object]:
    """Cells that raised, what practice questions say, and the state of every answer."""
    cells, notebook = code_cells(path), Notebook()
    prepare([source for _, source in cells])
    raised, practice = [], []
    for number, source in cells:
        facts = notebook.run(Cell(source))
        if facts.raised:
            first = next((line for line in source.splitlines() if line.strip()), "")
            raised.append([number, first, facts.raised[0], facts.raised[1]])
        if source.startswith(PRACTICE):
            practice.append(facts.printed.strip())
    quiz = notebook.names.get("quiz")
    answers = quiz.overview(notebook.names) if hasattr(quiz, "overview") else []
    return {"raised": raised, "practice": practice, "answers": answers}


if __name__ == "__main__":
    print(json.dumps(report(Path(sys.argv[1]))))
