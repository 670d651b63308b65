"""`pytest` in the template about the notebook: what is missing, what has another form, what raises; never what is right."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .notebooks import bank as notebooks

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "student_template"
NAME = "check_yourself.ipynb"

Check = Callable[[bytes | None], tuple[int, str]]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Run the template's tests about a notebook with these bytes: pytest's exit code, and what it printed."""
    folder = tmp_path / "student"
    shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
    for module in (ROOT / "solutions" / "reference" / "mini_asyncio").glob("*.py"):
        shutil.copy(module, folder / "mini_asyncio")

    def run(content: bytes | None) -> tuple[int, str]:
        (folder / NAME).unlink(missing_ok=True)
        if content is not None:
            (folder / NAME).write_bytes(content)
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/test_check_yourself.py"]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")} | {"PYTHONUTF8": "1"}
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=110
        )
        return done.returncode, done.stdout + done.stderr

    return run


def filled(change: Callable[[dict[str, Any]], None] = lambda _: None, **options: Any) -> bytes:
    content: bytes = notebooks.changed(change, **options)
    return content


def test_a_notebook_that_is_not_begun_is_one_line(check: Check) -> None:
    code, text = check((TEMPLATE / NAME).read_bytes())
    assert code == 0
    assert "type your student id into its first cell" in text
    assert check(None)[0] == 0


def test_right_answers_pass_and_nobody_says_that_they_are_right(check: Check) -> None:
    code, text = check(filled())
    assert code == 0, text
    assert "24 of 24 questions have an answer of the form expected" in text
    practice, rest = [], []
    for line in text.splitlines():
        (practice if line.startswith(("Practice:", "  ")) else rest).append(line)
    assert sum("Right." in line for line in practice) == 2
    assert "ight" not in "".join(rest).replace("solid", "")


def test_wrong_answers_pass_too_but_practice_is_explained(check: Check) -> None:
    code, text = check(filled(wrong=True))
    assert code == 0, text
    assert "24 of 24" in text
    assert text.count("Not yet.") == 2
    question = notebooks.question_of("steady_period")
    n = notebooks.numbers_of(question, notebooks.quiz_settings().salt, notebooks.ADA)
    assert "".join(question.explain(n).split()) in "".join(text.split())


def test_what_is_missing_is_named_and_is_no_failure(check: Check) -> None:
    def change(notebook: dict[str, Any]) -> None:
        notebooks.cell(notebook, "hog_first")["source"] = notebooks.cell(notebooks.RELEASE, "hog_first")["source"]

    code, text = check(filled(change))
    assert code == 0, text
    assert "23 of 24" in text
    assert "No answer yet: hog_first" in text


def test_another_form_is_a_failure_that_says_what_is_expected(check: Check) -> None:
    code, text = check(notebooks.answers_with({"hog_first": 'hog_first = "1400"', "third_wake": "third_wake = [1, 2]"}))
    assert code == 1
    assert "hog_first: expected is a whole number of ms, but it is a text" in text
    assert "third_wake: expected is a list of four whole numbers" in text
    assert "but it is a list of 2" in text


def test_a_cell_that_raises_is_named(check: Check) -> None:
    code, text = check(notebooks.answers_with({"hog_first": "hog_first = 1 / 0", "chopped": "import numpy"}))
    assert code == 1
    assert "hog_first, line 1 (hog_first = 1 / 0) ended in ZeroDivisionError: division by zero" in text
    assert "chopped, line 1 (import numpy) ended in ModuleNotFoundError" in text


def test_the_line_is_named_wherever_it_stands(check: Check) -> None:
    def change(notebook: dict[str, Any]) -> None:
        cells = notebook["cells"]
        own = "def half(x):\n    return x / 0\nhalf(3)"
        cells.insert(notebooks.place(notebook, "hog_first"), notebooks.own_cell(own))
        notebooks.cell(notebook, "hog_first")["source"] = "hog_first = 5\n\nhog_first = = 6"
        loop = "from mini_asyncio.loop import EventLoop\nEventLoop().call_soon(lambda: 1 / 0)\nEventLoop().call_later()"
        notebooks.cell(notebook, "chopped")["source"] = loop

    code, text = check(filled(change))
    assert code == 1
    assert "a cell of your own, line 3 (half(3)) ended in ZeroDivisionError: division by zero" in text
    assert "hog_first, line 3 (hog_first = = 6) ended in SyntaxError: invalid syntax" in text
    assert "chopped, line 3 (EventLoop().call_later()) ended in TypeError" in text


def test_an_exception_in_the_students_own_loop_names_its_module(check: Check) -> None:
    loop = "from mini_asyncio.loop import EventLoop\nloop = EventLoop()\nloop.call_soon(lambda: 1 / 0)\nloop.run_once()"
    code, text = check(notebooks.answers_with({"chopped": loop}))
    assert code == 1
    assert re.search(
        r"chopped, through loop.py, line \d+, \(from mini_asyncio.loop .*\) ended in ZeroDivision", text
    ), text


def test_the_students_own_loop_can_be_asked(check: Check) -> None:
    code, text = check(notebooks.answers_with(notebooks.BY_OWN_LOOP | notebooks.BY_TIMELINE))
    assert code == 0, text


@pytest.mark.parametrize(
    ("source", "words"),
    [("import os; os._exit(0)", "ended its own process"), ("while True: pass", "took too long")],
)
def test_a_cell_that_does_not_come_back(check: Check, source: str, words: str) -> None:
    code, text = check(notebooks.answers_with({"hog_first": source}))
    assert code == 1
    assert words in text
    assert "another exception" not in text


def test_a_broken_file_is_a_sentence(check: Check) -> None:
    code, text = check(b"{")
    assert code == 1
    assert text.count("check_yourself.ipynb is no valid notebook file (") == 1, text
    for word in ("Traceback", "another exception", "JSONDecodeError", " error"):
        assert word not in text


def test_the_template_tells_no_answer() -> None:
    """What students get holds no line of the bank, and of the answers only those to the practice questions, sealed."""
    released = json.loads((TEMPLATE / NAME).read_text(encoding="utf-8"))
    text = "".join("".join(cell["source"]) for cell in released["cells"])
    for hidden in ("BEGIN", "mark(", "Mark scheme", "marking", "loopcheck"):
        assert hidden not in text
