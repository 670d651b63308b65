"""Our executor in place of nbgrader's kernel: the student's cells run in the worker, the test cells run here.

What must stay true: no line of the student's runs in this process; a test cell is ours, out of the gradebook, and sees of
the student nothing but plain data; its last value becomes a number from 0 to its points, whatever it was.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import math
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..probes.cells import Cell
from .cells import Ended, Ran, values_of
from .marking import ID_VARIABLE, Marking, marking

Runner = Callable[[Sequence[Cell]], list[Ran]]
"""Runs cells one after the other: what the worker does."""
Output = dict[str, Any]


@dataclass(frozen=True)
class Whose:
    """Whose notebook this is: the id that the numbers go by, and whether explanations and mark schemes are shown."""

    quiz_id: str
    explain: bool = True


def execute(cells: Sequence[dict[str, Any]], run: Runner, whose: Whose) -> dict[int, list[Output]]:
    """The outputs of each code cell of a merged notebook, by its place."""
    outputs: dict[int, list[Output]] = {}
    tests = [place for place, cell in enumerate(cells) if is_test(cell)]
    own = [place for place, cell in enumerate(cells) if cell["cell_type"] == "code" and place not in tests]
    asked = {place: Cell(cells[place]["source"]) for place in own}
    waits_for: dict[int, int] = {}
    for test in tests:
        before = [place for place in own if place < test]
        if before:
            asked[before[-1]].wants += [
                name for name in names_in(cells[test]["source"]) if name not in asked[before[-1]].wants
            ]
            waits_for[test] = before[-1]
    if own:
        asked[own[-1]].wants.append(ID_VARIABLE)
    ran = dict(zip(own, run([asked[place] for place in own]), strict=True))
    values = values_of(list(ran.values()))
    for place, each in ran.items():
        outputs[place] = shown(each)
    answers = {name: value for name, (state, value) in values.items() if state == "value"}
    for test in tests:
        names = names_in(cells[test]["source"])
        trouble = {name: _trouble(name, values, ran.get(waits_for.get(test, -1))) for name in names}
        now = Marking(whose.quiz_id, {name: reason for name, reason in trouble.items() if reason}, whose.explain)
        points = float(cells[test]["metadata"]["nbgrader"]["points"])
        outputs[test] = run_test(cells[test]["source"], answers, points, now)
    return outputs


def is_test(cell: Mapping[str, Any]) -> bool:
    """Whether this is a cell of ours that gives points to the answer above it."""
    marks = cell["metadata"].get("nbgrader", {})
    return cell["cell_type"] == "code" and bool(marks.get("grade")) and not marks.get("solution")


def names_in(source: str) -> list[str]:
    """The names that a test cell uses and does not make itself: what it needs of the student. `mark("x", globals())` needs x."""
    tree = ast.parse(source)
    made = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    made |= {(each.asname or each.name).split(".")[0] for each in ast.walk(tree) if isinstance(each, ast.alias)}
    used = [each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)]
    for each in ast.walk(tree):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == "mark" and each.args:
            first = each.args[0]
            used += [first.value] if isinstance(first, ast.Constant) and isinstance(first.value, str) else []
    return list(dict.fromkeys(name for name in used if name not in made and not hasattr(builtins, name)))


def _trouble(name: str, values: Mapping[str, tuple[str, object]], ran: Ran | None) -> str:
    """Why there is no value of this name, as the rest of a sentence; empty when there is one, or just no answer."""
    state, value = values.get(name, ("missing", None))
    if state == "type":
        return f"it is {value}, and an answer must be plain numbers, texts or lists"
    if state == "value" and value is not None:
        return ""
    if isinstance(ran, Ended):
        return (
            f"of the cell, {ran.reason}" if not ran.reason.startswith("it ") else f"the cell was stopped: {ran.reason}"
        )
    if ran is not None and ran.raised:
        return f"its cell ended in {ran.raised[0]}: {ran.raised[1]}"
    return ""


def said_of_the_run(sandbox: str) -> Output:
    """How the notebook was run, for whoever reads it: on which Python, and how its cells were shut in."""
    return _stream(f"Marked on Python {platform.python_version()}. Your cells ran in the sandbox {sandbox}.\n")


def shown(ran: Ran) -> list[Output]:
    """What the student's cell printed and how it ended, as outputs of the notebook."""
    if isinstance(ran, Ended):
        return [_error("Stopped", ran.reason)]
    outputs = [_stream(ran.printed)] if ran.printed else []
    return [*outputs, _error(str(ran.raised[0]), str(ran.raised[1]))] if ran.raised else outputs


def run_test(source: str, answers: Mapping[str, Any], points: float, now: Marking) -> list[Output]:
    """Run one of our test cells on plain data, and give its outputs: what it says, and the points as nbgrader reads them."""
    names: dict[str, Any] = {"__name__": "__main__", **answers}
    printed = io.StringIO()
    try:
        with marking(now), contextlib.redirect_stdout(printed):
            last = _run_and_value(source, names)
    except Exception as error:  # noqa: BLE001 - a test that fails is what a test cell is for
        said = [_stream(printed.getvalue())] if printed.getvalue() else []
        return [*said, _error(type(error).__name__, str(error) if isinstance(error, AssertionError) else "")]
    said = [_stream(printed.getvalue())] if printed.getvalue() else []
    return said if last is None else [*said, _result(_points(last, points))]


def _run_and_value(source: str, names: dict[str, Any]) -> Any:
    """Run the cell; the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<test cell>", "exec"), names)  # noqa: S102 - ours, out of the gradebook
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "<test cell>", "eval"), names)  # noqa: S307 - as above


def _points(value: Any, most: float) -> float:
    """Anything as a number of points: what is no finite number is none, and nothing is below 0 or above the most."""
    try:
        number = float(value) * (most if isinstance(value, bool) else 1)
    except (TypeError, ValueError, OverflowError):
        return 0.0
    return min(max(number, 0.0), most) if math.isfinite(number) else 0.0


def _stream(text: str) -> Output:
    return {"output_type": "stream", "name": "stdout", "text": text}


def _result(points: float) -> Output:
    return {
        "output_type": "execute_result", "execution_count": None, "metadata": {}, "data": {"text/plain": repr(points)},
    }  # fmt: skip


def _error(name: str, text: str) -> Output:
    line = f"{name}: {text}" if text else name
    return {"output_type": "error", "ename": name, "evalue": text, "traceback": [line]}
