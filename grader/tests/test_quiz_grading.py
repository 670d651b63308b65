"""Merging, running and marking notebooks, without nbgrader: the same bank of submissions, and the parts one by one."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from loopcheck.probes.cells import Cell, CellFacts, Notebook, NotPortableError, portable
from loopcheck.quiz.bank import numbers_of, question_of
from loopcheck.quiz.cells import Ended, run_cells
from loopcheck.quiz.executor import Whose, execute, is_test, names_in, run_test
from loopcheck.quiz.grade import sources_for
from loopcheck.quiz.kinds import number, order, whole, wholes
from loopcheck.quiz.marking import Marking, clamped, mark, marked, marking
from loopcheck.quiz.merge import UnreadableError, find_notebook, merged
from loopcheck.quiz.outline import source_notebook
from loopcheck.quiz.settings import quiz_settings
from loopcheck.worker.host import Worker

from .notebooks import bank as notebooks

REFERENCE = Path(__file__).parents[2] / "solutions" / "reference" / "mini_asyncio"
SOURCES = sources_for(REFERENCE)
ADA = Marking(notebooks.ADA, {})


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


def pure_score(folder: Path, worker: Worker) -> float:
    """What nbgrader's gradebook would be told: the points in the outputs of the marking cells."""
    notebook = merged(notebooks.RELEASE, find_notebook(folder, notebooks.FILE, notebooks.RELEASE).cells)
    hidden = {cell["id"]: cell["source"] for cell in source_notebook()["cells"] if is_test(cell)}
    for cell in notebook["cells"]:
        cell["source"] = hidden.get(cell["id"], cell["source"])
    run = partial(run_cells, worker, "mini_asyncio", SOURCES)
    outputs = execute(notebook["cells"], run, Whose(notebooks.ADA))
    tests = [outputs[place] for place, cell in enumerate(notebook["cells"]) if is_test(cell)]
    assert len(tests) == len(hidden)
    return sum(points_of(each) for each in tests)


def points_of(outputs: list[dict[str, Any]]) -> float:
    (result,) = [each for each in outputs if each["output_type"] == "execute_result"]
    return float(result["data"]["text/plain"])


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", [name for name, case in notebooks.CASES.items() if not case.jailed])
def test_a_submitted_notebook(tmp_path: Path, worker: Worker, name: str) -> None:
    case = notebooks.CASES[name]
    (tmp_path / case.file).write_bytes(case.content)
    if case.score is None:
        with pytest.raises(UnreadableError, match=r"\.$"):
            pure_score(tmp_path, worker)
    else:
        assert pure_score(tmp_path, worker) == pytest.approx(case.score)


class Odd(int):
    pass


@pytest.mark.parametrize("value", [1, -5, 1.5, "a", None, True, [1, [2, "b"]], (1, 2), 2**53 - 1])
def test_plain_data_is_portable(value: Any) -> None:
    assert portable(value) == json.loads(json.dumps(value))


@pytest.mark.parametrize(
    "value", [Odd(1), 2**53, math.nan, math.inf, {"a": 1}, {1}, [[[[[1]]]]], "x" * 1001, object(), b"x", [Odd(3)], 1j]
)
def test_everything_else_is_not(value: Any) -> None:
    with pytest.raises(NotPortableError):
        portable(value)


def test_cells_share_names_and_each_reports_what_was_asked() -> None:
    notebook = Notebook()
    notebook.run(Cell("a = 1"))
    assert notebook.run(Cell("b = a + 1\nprint('hi')", ["a", "b", "c"])) == CellFacts(
        [["a", "value", 1], ["b", "value", 2], ["c", "missing", None]], "hi\n"
    )
    assert notebook.run(Cell("c = {1}", ["c"])).values == [["c", "type", "an object of type set"]]


def test_a_cell_may_await_and_asyncio_works() -> None:
    source = "import asyncio\nasync def five():\n    await asyncio.sleep(0)\n    return 5\n"
    notebook = Notebook()
    assert notebook.run(Cell(source + "a = await five()", ["a"])).values == [["a", "value", 5]]
    assert notebook.run(Cell("b = asyncio.run(five())", ["b"])).values == [["b", "value", 5]]
    notebook.close()


def test_asyncio_works_where_sockets_are_refused(worker: Worker) -> None:
    """As in a sandbox: there, asyncio's own pair of sockets cannot be made."""
    refuse = "import socket\ndef refused(*_):\n    raise PermissionError\nsocket.socketpair = refused\n"
    again = "from loopcheck.probes.cells import with_pipes_for_sockets\nwith_pipes_for_sockets()\n"
    use = "import asyncio\nasync def main():\n    await asyncio.sleep(0.01)\n    return 7\na = asyncio.run(main())"
    (ran,) = run_cells(worker, "mini_asyncio", {}, [Cell(refuse + again + use, ["a"])])
    assert isinstance(ran, CellFacts)
    assert ran.values == [["a", "value", 7]], ran.raised


def test_lines_of_ipython_are_left_out_and_real_errors_are_not() -> None:
    notebook = Notebook()
    assert notebook.run(Cell("%matplotlib inline\nif True:\n    !ls\nlen?\na = 5 % 3", ["a"])).values == [
        ["a", "value", 2]
    ]
    assert notebook.run(Cell("a = = 3")).raised[0] == "SyntaxError"


def test_a_cell_that_raises_says_what_and_keeps_what_was_there(worker: Worker) -> None:
    cells = [Cell("a = 1", ["a"]), Cell("a = 2\nb = 1 / 0", ["a", "b"]), Cell("c = a + 1", ["c"])]
    _, raising, after = run_cells(worker, "mini_asyncio", {}, cells)
    assert isinstance(raising, CellFacts)
    assert raising.raised[:2] == ["ZeroDivisionError", "division by zero"]
    assert isinstance(after, CellFacts)
    assert after.values == [["c", "value", 3]]


def test_a_cell_that_dies_costs_only_itself(worker: Worker) -> None:
    cells = [Cell("a = 1", ["a"]), Cell("import os; os._exit(1)", ["b"]), Cell("c = a + 1", ["c"])]
    first, second, third = run_cells(worker, "mini_asyncio", {}, cells)
    assert isinstance(first, CellFacts)
    assert isinstance(second, Ended)
    assert isinstance(third, CellFacts)
    assert third.values == [["c", "value", 2]]


def test_the_students_own_loop_is_the_one_that_is_imported(worker: Worker) -> None:
    sources = SOURCES | {"loop.py": b"MINE = 41\n"}
    (ran,) = run_cells(
        worker, "mini_asyncio", sources, [Cell("from mini_asyncio.loop import MINE\na = MINE + 1", ["a"])]
    )
    assert isinstance(ran, CellFacts)
    assert ran.values == [["a", "value", 42]]


@pytest.mark.parametrize(
    ("source", "points"),
    [
        ("1.5", 1.5),
        ("5", 2.0),
        ("-1", 0.0),
        ("float('nan')", 0.0),
        ("float('inf')", 0.0),
        ("False", 0.0),
        ("True", 2.0),
        ("'2'", 2.0),
        ("(1, 2)", 0.0),
        ("10**400", 0.0),
    ],
)
def test_the_last_value_of_a_test_cell_becomes_points(source: str, points: float) -> None:
    assert points_of(run_test(source, {}, 2.0, ADA)) == points


def test_a_test_cell_of_ones_own_works_as_in_nbgrader() -> None:
    assert run_test("assert a == 5", {"a": 5}, 2.0, ADA) == []
    (failed,) = run_test("assert a == 5, 'look again'", {"a": 4}, 2.0, ADA)
    assert (failed["output_type"], failed["traceback"]) == ("error", ["AssertionError: look again"])
    (missing,) = run_test("assert a == 5", {}, 2.0, ADA)
    assert missing["traceback"] == ["NameError"], "an error of a hidden test tells nothing of the test"
    assert names_in("import math\nb = 2\nassert math.isclose(a, b, rel_tol=c)") == ["a", "c"]


@pytest.mark.parametrize("points", [math.nan, math.inf, -math.inf])
def test_credit_is_finite(points: float) -> None:
    assert clamped(points, 3) == 0.0
    assert (clamped(-1, 3), clamped(9, 3), clamped(1.5, 3)) == (0.0, 3.0, 1.5)


def test_an_answer_is_compared_by_type_and_value() -> None:
    assert whole().credit(5, 5) == whole().credit(5.0, 5) == 1
    assert [whole().credit(value, 1) for value in (True, "1", [1], None, 1.5)] == [0] * 5
    assert wholes(2, "").credit([1, 3], [1, 2]) == 0.5
    assert wholes(2, "").credit([1, 2, 3], [1, 2]) == 0
    assert order().credit(["A ", "b"], ["a", "b"]) == 1
    assert order().credit(["b", "a"], ["a", "b"]) == order().credit(["a"], ["a", "b"]) == 0
    assert number("", 0.05).credit(12.34, 12.3) == 1
    assert number("", 0.05).credit(12.4, 12.3) == 0


def test_the_mark_is_for_the_numbers_of_the_student_whose_submission_it_is() -> None:
    question = question_of("hog_first")
    mine, theirs = (question.answer(numbers_of(question, quiz_settings().salt, each)) for each in ("ada", "bob"))
    assert mine != theirs
    assert marked("hog_first", mine, "ada", ADA).credit == 1
    other = marked("hog_first", theirs, "bob", ADA)
    assert other.credit == 0
    assert "the id in the first cell is not yours" in other.text
    assert marked("hog_first", mine, "bob", ADA).credit == 0
    assert marked("hog_first", mine, "", ADA).credit == 1


def test_explanations_can_be_kept_back() -> None:
    question = question_of("hog_first")
    text = marked("hog_first", 1, "ada", Marking("ada", {}, explain=False)).text
    assert text == "Not right."
    n = numbers_of(question, quiz_settings().salt, "ada")
    assert marked("hog_first", 1, "ada", ADA).text == f"Not right.\n{question.explain(n)}"
    assert marked("hog_first", None, "ada", ADA).text == f"No answer.\n{question.explain(n)}"
    assert marked("hog_first", None, "ada", Marking("ada", {}, explain=False)).text == "No answer."
    raising = Marking("ada", {"hog_first": "its cell ended in ValueError: no"})
    said = marked("hog_first", None, "ada", raising).text
    assert said == f"No answer: its cell ended in ValueError: no.\n{question.explain(n)}"


def test_a_known_mistake_earns_its_share_and_a_sentence() -> None:
    question = question_of("hog_first")
    mistake = next(question.mistakes(numbers_of(question, quiz_settings().salt, "ada")))
    result = marked("hog_first", mistake.answer, "ada", ADA)
    assert result.credit == mistake.credit == 0.5
    assert mistake.sentence in result.text
    assert "50% of the points" in result.text


def test_mark_gives_points(capsys: pytest.CaptureFixture[str]) -> None:
    question = question_of("third_wake")
    right = question.answer(numbers_of(question, quiz_settings().salt, "ada"))
    with marking(ADA):
        assert mark("third_wake", {"third_wake": right, "STUDENT_ID": "ada"}) == 4.0
        assert mark("third_wake", {"STUDENT_ID": "ada"}) == 0.0
    assert capsys.readouterr().out.startswith("Right.\n")


def test_merging_leaves_the_release_alone_and_gives_every_cell_an_id() -> None:
    before = copy.deepcopy(notebooks.RELEASE)
    submitted = [{"cell_type": "code", "source": "x = 1", "id": None, "grade_id": None}] * 3
    names = [cell["id"] for cell in merged(notebooks.RELEASE, submitted)["cells"]]
    assert before == notebooks.RELEASE
    assert len(set(names)) == len(names) == len(before["cells"]) + 3 - 3  # free-text cells that are gone stay gone
