"""The cells of a submitted notebook, run by the worker: what each left behind, or how its process ended instead.

What must stay true: every cell ends in facts or in a reason; a cell that kills its process, or does not come back, costs
only itself, since the cells around it are run again without it; and what comes back is plain data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from ..probes.cells import Cell, CellFacts
from ..probes.plain import Raised
from ..worker.deadline import Deadline
from ..worker.host import Worker
from ..worker.protocol import Asked, Limits, Request, Setting
from .marking import ID_VARIABLE

SECONDS_PER_RUN = 8.0
"""For all cells together. A notebook needs a hundredth of it; cells that hang are interrupted earlier, one by one."""
PATIENCE_SECONDS = 40.0
"""For all runs of one notebook together: after that its remaining cells get that as their reason."""
OUT_OF_PATIENCE = "the cells before it had used up the time that a notebook may take"
LIMITS = Limits(cpu_seconds=20, seconds=SECONDS_PER_RUN)


@dataclass(frozen=True)
class Ended:
    """A cell without facts: how its process ended, as the rest of a sentence."""

    reason: str


Ran = CellFacts | Ended


def run_cells(worker: Worker, package: str, sources: Mapping[str, bytes], cells: Sequence[Cell]) -> list[Ran]:
    """What became of each cell; `sources` are the modules of the package that the cells can import."""
    ran: dict[int, Ran] = {}
    left_out: set[int] = set()
    spent = 0.0
    while len(ran) < len(cells):
        asked = [(number, _blank(cell) if number in left_out else cell) for number, cell in enumerate(cells)]
        request = Request(package, sources, Setting("notebook", ()), cast(list[tuple[int, Asked]], asked), LIMITS)
        reply = worker.ask(request, Deadline(SECONDS_PER_RUN, "the time limit for a notebook"))
        for number, facts in sorted(cast(dict[int, CellFacts], reply.answers).items()):
            ran.setdefault(number, facts)
            if facts.late:
                left_out.add(number)
        if len(reply.answers) == len(cells):
            break
        culprit = next((number for number in range(len(cells)) if number not in reply.answers), 0)
        ran.setdefault(culprit, Ended(reply.end or _broken(reply.broken_import)))
        spent += reply.seconds
        if culprit in left_out or spent > PATIENCE_SECONDS:
            for number in range(len(cells)):
                ran.setdefault(number, Ended(OUT_OF_PATIENCE))
        left_out.add(culprit)
    return [ran[number] for number in range(len(cells))]


def _blank(cell: Cell) -> Cell:
    return replace(cell, source="")


def _broken(raised: Raised | None) -> str:
    return f"nothing could be run: {raised[0]}: {raised[1]}" if raised else "its process said nothing"


@dataclass
class NotebookRun:
    """Runs the cells of one notebook. Afterwards `sandbox` is the level that they ran on, and `typed_id` the student id that
    the notebook gave itself."""

    worker: Worker
    package: str
    sources: Mapping[str, bytes]
    sandbox: str = ""
    typed_id: str = ""

    def __call__(self, cells: Sequence[Cell]) -> list[Ran]:
        ran = run_cells(self.worker, self.package, self.sources, cells)
        self.sandbox = self.worker.level
        self.typed_id = str(values_of(ran).get(ID_VARIABLE, ("", ""))[1] or "")
        return ran


def values_of(ran: Sequence[Ran]) -> dict[str, tuple[str, object]]:
    """What was asked for: name -> (state, value), the last that was reported."""
    found: dict[str, tuple[str, object]] = {}
    for each in ran:
        if isinstance(each, CellFacts):
            found |= {name: (state, value) for name, state, value in each.values}
    return found
