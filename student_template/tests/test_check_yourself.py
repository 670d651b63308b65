"""The notebook check_yourself.ipynb: does it run from top to bottom, and is every answer there, in the form expected?

What must stay true: nothing here knows an answer. Only the practice questions say whether they are right. A notebook that
is not begun costs nothing: there is one line about it, and no failure.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from textwrap import fill
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
NOTEBOOK = HERE.parent / "check_yourself.ipynb"
NOT_BEGUN = "not begun: type your student id into its first cell"
SECONDS = 60

pytestmark = pytest.mark.timeout(SECONDS + 10)


class Lines:
    """What is printed at the end of the run about the notebook."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.ensure_newline()
        terminalreporter.section(NOTEBOOK.name, sep="-")
        for line in self.lines:
            terminalreporter.write_line(line)


class BrokenError(Exception):
    """The notebook says nothing about its cells; the message is the rest of a sentence that begins with its name."""


@pytest.fixture(scope="module")
def report(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What became of the notebook's cells; or, as "broken", the one sentence that is to be said instead."""
    said = Lines()
    request.config.pluginmanager.register(said)
    try:
        begun = state_of(NOTEBOOK)
        found = {} if begun else run(NOTEBOOK)
    except BrokenError as error:
        return {"broken": f"{NOTEBOOK.name} {error}."}
    if begun:
        said.lines.append(begun[0].upper() + begun[1:] + ".")
        pytest.skip(f"{NOTEBOOK.name}: {begun}")
    said.lines += summary(found)
    return found


def state_of(path: Path) -> str:
    """Why the notebook is not run; empty when it is. BrokenError when it is no notebook."""
    if not path.is_file():
        return f"{path.name} is not there"
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        sources = ["".join(cell["source"]) for cell in cells]
    except (ValueError, KeyError, TypeError) as error:
        raise BrokenError(f"is no valid notebook file ({error}). Open it in Jupyter and save it again") from None
    typed = [re.search(r"^STUDENT_ID\s*=\s*(\S.*)$", source, re.MULTILINE) for source in sources]
    return "" if any(match and not re.match(r"""["']\s*["']""", match[1]) for match in typed) else NOT_BEGUN


def run(path: Path) -> dict[str, Any]:
    """Run the cells in a Python without any other package."""
    command = [sys.executable, "-S", "-X", "utf8", str(HERE / "notebook_runner.py"), str(path)]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=SECONDS, check=False)  # noqa: S603
        last = done.stdout.strip().splitlines()[-1:]
        found: dict[str, Any] = json.loads(last[0])
    except subprocess.TimeoutExpired:
        raise BrokenError(f"did not come to an end within {SECONDS} seconds: look for a loop that never ends") from None
    except (IndexError, ValueError):
        raise BrokenError("ended its own process: look for a cell that calls sys.exit or os._exit") from None
    return found


def summary(found: dict[str, Any]) -> list[str]:
    answered = sum(not state for _, state in found["answers"])
    lines = [f"{answered} of {len(found['answers'])} questions have an answer of the form expected."]
    missing = [name for name, state in found["answers"] if state.startswith("no answer")]
    if missing:
        lines.append(fill(f"No answer yet: {', '.join(missing)}", 79, subsequent_indent="  "))
    lines += [fill(f"Practice: {text}", 79, subsequent_indent="  ") for text in found["practice"] if "Practice:" not in text]
    return lines


def test_the_notebook_runs_from_top_to_bottom(report: dict[str, Any]) -> None:
    """Every cell runs without an exception, in the order in which they stand."""
    if "broken" in report:
        pytest.fail(report["broken"], pytrace=False)
    said = [f"{place} ({line}) ended in {name}: {text}" for place, line, name, text in report["raised"]]
    if said:
        pytest.fail("\n".join(said), pytrace=False)
    assert report["answers"], "the cell that makes `quiz` is missing; get the notebook again and copy your answers into it"


def test_every_answer_has_the_form_expected(report: dict[str, Any]) -> None:
    """An answer that is there is a whole number, a list of labels, or whatever its question asks for."""
    if "broken" in report:
        pytest.skip(f"{NOTEBOOK.name} cannot be run")
    said = [f"{name}: {state}" for name, state in report["answers"] if state.startswith("expected")]
    if said:
        pytest.fail("\n".join(said), pytrace=False)
