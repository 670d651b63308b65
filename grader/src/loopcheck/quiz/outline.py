"""The notebook, made of the outline instructor/nbgrader/check_yourself.py and of the questions that it names.

The outline is text (py:percent) with short tags: `# %% question="id"` stands for the cells of that question, `# %%
support="quiz"` for the numbers and `support="overview"` for the overview; a text cell has a `grade_id`. What must stay
true: the same files give the same bytes; every cell has an id of its own, which is also nbgrader's grade_id.
"""

from __future__ import annotations

import base64
import inspect
import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from ..course import CourseError, course_files
from . import support
from .bank import bank, numbers_of
from .question import FreeText, Numbers, Question
from .settings import quiz_settings

Cell = dict[str, Any]
Notebook = dict[str, Any]

KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
TEXT_STUB = "*Your answer here.*"
OUTLINE = "check_yourself.py"
INSTRUCTOR = "instructor"
"""The student whose answers stand in the source notebook."""
FIGURE = re.compile(r"\(attachment:([\w.]+)\)")


def outline_folder() -> Path:
    """Where the outline and its figures are: in the checkout, or in what a wheel brings along."""
    root = course_files().root
    for folder in (root / "instructor" / "nbgrader", root / "nbgrader"):
        if (folder / OUTLINE).is_file():
            return folder
    raise CourseError(f"no instructor/nbgrader in {root}: the installation is not complete, install loopcheck again")


def source_notebook(student: str = INSTRUCTOR, numbered: bool = False) -> Notebook:
    """The instructor's notebook: with solutions, hidden tests and mark schemes. `numbered` writes the numbers of the
    student into the prompts; otherwise they stand there by name."""
    folder = outline_folder()
    outline = folder / OUTLINE
    asked = list(asked_questions())
    cells: list[Cell] = []
    number = 0
    for position, entry in enumerate(_read(outline)):
        tags = entry["metadata"]
        if "question" in tags:
            question = asked[number]
            number += 1
            cells += _question_cells(question, number, student, numbered)
        elif "support" in tags:
            cells.append(_support_cell(tags["support"], [q for q in asked if isinstance(q, Question)], outline))
        elif "nbgrader" in tags:
            cells.append(_cell("code", entry["source"], **tags["nbgrader"]))
        elif "grade_id" in tags:
            cell = _cell("markdown", entry["source"], grade_id=tags["grade_id"], locked=True)
            _attach(cell, folder)
            cells.append(cell)
        else:
            raise CourseError(f"{outline}: cell {position + 1} has neither a question nor a grade_id; give it one")
    names = [cell["id"] for cell in cells]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise CourseError(f"{outline}: more than one cell has the id {', '.join(twice)}; rename one")
    return {"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}


def asked_questions() -> Iterator[Question | FreeText]:
    """The questions of the notebook, in the order of the outline."""
    outline = outline_folder() / OUTLINE
    for entry in _read(outline):
        name = entry["metadata"].get("question")
        if name is not None:
            if name not in bank():
                raise CourseError(f"{outline}: there is no question {name!r} in instructor/questions; correct the name")
            yield bank()[name]


def _read(outline: Path) -> list[Cell]:
    """The cells of a py:percent text: a `# %%` line with tags begins a cell, and text stands behind `# `."""
    cells: list[Cell] = []
    for line in outline.read_text(encoding="utf-8").splitlines():
        if line.startswith("# %%"):
            cells.append({"metadata": _tags(line), "markdown": "[markdown]" in line, "source": ""})
        elif cells:
            text = line.removeprefix("#").removeprefix(" ") if cells[-1]["markdown"] else line
            cells[-1]["source"] += text + "\n"
    return [cell | {"source": cell["source"].strip("\n")} for cell in cells]


def _tags(line: str) -> dict[str, Any]:
    """`grade_id="stamps" locked=true` as a dictionary."""
    return {name: json.loads(value) for name, value in re.findall(r'(\w+)=(\{.*\}|"[^"]*"|\w+)', line)}


def _cell(kind: str, source: str, **tags: Any) -> Cell:
    """A cell with nbgrader's metadata in full."""
    name = tags["grade_id"]
    marks = {"schema_version": 3, "grade": False, "solution": False, "locked": False, "task": False, **tags}
    cell: Cell = {"cell_type": kind, "id": name, "metadata": {"nbgrader": marks}, "source": source}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return cell


def _attach(cell: Cell, folder: Path) -> None:
    """Put the figures that the text names into the cell."""
    for name in FIGURE.findall(cell["source"]):
        data = base64.b64encode((folder / name).read_bytes().replace(b"\r\n", b"\n")).decode()
        cell.setdefault("attachments", {})[name] = {"image/svg+xml": data}


def _question_cells(question: Question | FreeText, number: int, student: str, numbered: bool) -> Iterator[Cell]:
    if isinstance(question, FreeText):
        yield from _free_text_cells(question, number)
        return
    n = numbers_of(question, quiz_settings().salt, student)
    worth = "practice" if question.practice else points_in_words(question.points)
    prompt = filled(question.prompt, n if numbered else None, question.space)
    yield _cell(
        "markdown",
        f"### {number}. {question.title} ({worth})\n\n{prompt}",
        grade_id=f"{question.id}_prompt",
        locked=True,
    )
    names = ", ".join(f"n.{name}" for name in question.space)
    answer = f"""\
n = quiz.numbers("{question.id}")  # your numbers: {names}
{question.id} = None  # put here {question.kind.words}
### BEGIN SOLUTION
{question.id} = {question.answer(n)!r}
### END SOLUTION"""
    yield _cell("code", answer, grade_id=question.id, solution=True)
    if question.practice:
        reveal = f'quiz.reveal("{question.id}", {question.id})  # practice: right or not, and why'
        yield _cell("code", reveal, grade_id=f"{question.id}_practice", locked=True)
        return
    marks = f"""\
# {points_in_words(question.points)}. This cell marks your answer when your notebook is graded.
### BEGIN HIDDEN TESTS
from loopcheck.quiz.marking import mark
mark("{question.id}", globals())
### END HIDDEN TESTS"""
    yield _cell("code", marks, grade_id=f"{question.id}_marks", grade=True, locked=True, points=question.points)


def _free_text_cells(question: FreeText, number: int) -> Iterator[Cell]:
    text = f"""\
### {number}. {question.title} ({points_in_words(question.points)}, in your own words)

{question.prompt}

### BEGIN MARK SCHEME
**Mark scheme**

{question.scheme}
### END MARK SCHEME"""
    yield _cell("markdown", text, grade_id=question.id, locked=True, task=True, points=question.points)
    # An ordinary cell: nbgrader knows no written answer beside a task, and leaves it as the student's.
    yield {"cell_type": "markdown", "id": f"{question.id}_answer", "metadata": {}, "source": TEXT_STUB}


def points_in_words(points: int) -> str:
    """ "1 point", "3 points"."""
    return f"{points} point{'' if points == 1 else 's'}"


def filled(prompt: str, n: Numbers | None, space: Any) -> str:
    """The prompt with this student's numbers, or with their names where it is for everybody. Code stays as it is."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in space:
            return match[0]
        return f"n.{match[1]}" if n is None else _plainly(getattr(n, match[1]))

    def marked(match: re.Match[str]) -> str:
        text = value(match)
        return text if text == match[0] else f"`{text}`" if n is None or text[0] in "[{" else f"**{text}**"

    # Fenced code stays as it is; within inline code a number stands without marks of its own.
    pieces = re.split(r"(```.*?```|`[^`]*`)", prompt, flags=re.DOTALL)
    for place, piece in enumerate(pieces):
        if not piece.startswith("```"):
            pieces[place] = re.sub(r"\{(\w+)\}", marked if place % 2 == 0 else value, piece)
    return re.sub(r"`(n\.\w+)` = `\1`", r"`\1`", "".join(pieces))


def _plainly(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _support_cell(name: str, questions: Sequence[Question], outline: Path) -> Cell:
    if name == "overview":
        return _cell("code", "quiz.show_overview(globals())", grade_id="overview", locked=True)
    if name != "quiz":
        raise CourseError(f'{outline}: there is no support {name!r}; it is "quiz" or "overview"')
    cell = _cell("code", quiz_code(questions), grade_id="quiz", locked=True)
    cell["metadata"]["jupyter"] = {"source_hidden": True}
    return cell


def quiz_code(questions: Sequence[Question]) -> str:
    """The cell that gives students their numbers: the source of `support`, and the questions as data."""
    source = inspect.getsource(support)
    code = source[source.index("import base64") :].rstrip()
    data = {q.id: {"kind": q.kind.public(), "space": {k: list(v) for k, v in q.space.items()}} for q in questions}
    rows = ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in data.items())
    sealed = base64.b64encode(json.dumps(_sealed(questions), sort_keys=True).encode()).decode()
    lines = "\n".join(textwrap.wrap(sealed, 120))
    return f'''\
# Your numbers, and the overview. There is nothing to do in this cell but to run it.
{code}


QUESTIONS = r"""{{
{rows}
}}"""
PRACTICE = """
{lines}
"""
quiz = Quiz(lambda: STUDENT_ID, {quiz_settings().salt!r}, json.loads(QUESTIONS), PRACTICE)'''


def _sealed(questions: Sequence[Question]) -> dict[str, Any]:
    """What practice questions reveal, for all numbers that there are, in the order of the space. The explanations differ
    in their numbers, and in little else: each text stands here once, with gaps."""
    return {question.id: _sealed_question(question) for question in questions if question.practice}


def _sealed_question(question: Question) -> dict[str, Any]:
    texts: list[str] = []
    cases = []
    for values in product(*question.space.values()):
        n = Numbers(**dict(zip(question.space, values, strict=True)))
        explanation = question.explain(n)
        text = re.sub(r"\d+", "#", explanation)
        if text not in texts:
            texts.append(text)
        cases.append([question.answer(n), texts.index(text), list(map(int, re.findall(r"\d+", explanation)))])
    return {"texts": texts, "cases": cases}
