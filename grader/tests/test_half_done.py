"""A student in the middle of the exercise: what is told of functions that are not written, and of the one that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from loopcheck.authoring.regions import parse_regions
from loopcheck.authoring.stubs import stub_line
from loopcheck.grading import Grader, GraderSettings
from loopcheck.reports.obstacles import first_to_do, obstacles, remark
from loopcheck.results import Outcome
from loopcheck.submissions.model import Source
from loopcheck.unwritten import unwritten_functions
from loopcheck.worker import starters

from . import trust_support as support
from .sampling import sampled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from loopcheck.results import Submission

needs_fork = pytest.mark.skipif(not hasattr(starters.os, "fork"), reason="these children are forked")

FUNCTIONS = {exercise.id: exercise for exercise in support.COURSE.exercises if exercise.module and not exercise.bonus}
RIGHT = "the reference's"
GONE = "gone"
OWN_WORDS = "raise NotImplementedError('tomorrow')"
TEMPLATE = "the template's"
EMPTY = ("pass", "...", "return None", OWN_WORDS, GONE, TEMPLATE)
WRONG = {
    "set_result": "self.done = True\nif self.waiter is not None:\n    self.waiter()",
    "step": "next(self.coro)",
    "suspend": "self.deadline = self.loop.clock + delay\nself.loop.call_later(delay, self.step)",
    "run_once": "while self.ready:\n    self.ready.pop()()",
}


def handed_in(bodies: dict[str, str], others: str) -> dict[str, bytes]:
    """The three modules with these bodies, and `others` in the place of every other function's."""
    modules = {}
    for module in support.COURSE.edit:
        text = support.REFERENCE[module].decode()
        lines = text.split("\n")
        for region in reversed(parse_regions(text, module)):
            exercise = FUNCTIONS[region.name]
            body = bodies.get(region.name, others)
            if body == TEMPLATE:
                body = stub_line(f"exercise {list(FUNCTIONS).index(region.name) + 1}", exercise.function, exercise)
            if body == GONE:
                name = exercise.function.rpartition(".")[2]
                begin = next(number for number, line in enumerate(lines) if line.startswith(f"    def {name}("))
                lines[begin : region.end] = []
            elif body != RIGHT:
                lines[region.begin - 1 : region.end] = [region.indent + line for line in body.split("\n")]
        modules[module] = "\n".join(lines).encode()
    return modules


@pytest.fixture(scope="module")
def grade() -> Iterator[Callable[[dict[str, bytes]], Submission]]:
    with Grader(GraderSettings(seed=20260817)) as grader:
        yield lambda modules: grader.grade(Source("student", modules))[0]


def messages(result: Submission, exercise: str) -> dict[str, str]:
    """What is told of the failed checks of one exercise."""
    checks = [check for check in result.checks if check.exercise == exercise]
    return {check.id: check.message for check in checks if check.outcome is Outcome.FAILED}


@needs_fork
@pytest.mark.parametrize("others", EMPTY)
def test_what_is_not_written_is_told_in_one_line_however_it_was_left(
    grade: Callable[[dict[str, bytes]], Submission], others: str
) -> None:
    result = grade(handed_in({}, others))
    assert result.score == 0
    assert list(obstacles(result)) == [*FUNCTIONS, "whole_loop"]
    assert [each.sentence.partition(" is ")[0].partition(" raises ")[0] for each in obstacles(result).values()][
        :-1
    ] == [f"Not written yet: {exercise.function}" for exercise in FUNCTIONS.values()]
    assert remark(result) == f"not written yet: {', '.join(FUNCTIONS)}"
    assert result.mistakes == (), "nobody is told twice, or what he did wrong where he did nothing"


@needs_fork
@pytest.mark.parametrize("others", sampled(EMPTY, ("pass", GONE)))
@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_right_function_keeps_its_points_whatever_is_beside_it(
    grade: Callable[[dict[str, bytes]], Submission], function: str, others: str
) -> None:
    result = grade(handed_in({function: RIGHT}, others))
    points = {exercise.id: exercise.points for exercise in result.exercises}
    assert points[function] == FUNCTIONS[function].max_points
    assert list(obstacles(result)) == [name for name in (*FUNCTIONS, "whole_loop") if name != function]


@needs_fork
@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_mistake_is_told_alike_however_its_neighbours_were_left(
    grade: Callable[[dict[str, bytes]], Submission], function: str
) -> None:
    """What neighbours do that are not there says nothing of this function."""
    told = {}
    for others in EMPTY:
        result = grade(handed_in({function: WRONG[function]}, others))
        assert list(obstacles(result)) == [name for name in (*FUNCTIONS, "whole_loop") if name != function]
        assert remark(result).endswith(f"; wrong: {function}")
        told[others] = messages(result, function)
        assert len(told[others]) >= 3
        assert "NotImplementedError" not in "".join(told[others].values())
    # In which line of the module it is, is another matter: functions are gone.
    shortened = [{name: text[:40] for name, text in each.items()} for each in told.values()]
    assert all(each == shortened[0] for each in shortened)


@needs_fork
@pytest.mark.parametrize("broken", ["loop.py", "task.py"])
def test_a_mistake_is_told_though_another_module_cannot_be_imported(
    grade: Callable[[dict[str, bytes]], Submission], broken: str
) -> None:
    modules = handed_in({"set_result": WRONG["set_result"]}, "pass")
    result = grade(modules | {broken: b"def broken(\n"})
    told = messages(result, "set_result")
    assert len(told) >= 3
    assert [text for text in told.values() if "imported" in text] == []
    assert first_to_do(result).startswith("What to do first: mend this. Your code could not be imported: SyntaxError")


@needs_fork
@pytest.mark.parametrize("body", ["pass", OWN_WORDS, GONE])
def test_the_whole_loop_says_which_of_the_four_is_missing(
    grade: Callable[[dict[str, bytes]], Submission], body: str
) -> None:
    for function, exercise in FUNCTIONS.items():
        result = grade(handed_in({function: body}, RIGHT))
        assert set(obstacles(result)) == {function, "whole_loop"}
        assert exercise.function in obstacles(result)["whole_loop"].sentence
        assert "begin with" in first_to_do(result)
        assert remark(result) == f"not written yet: {function}"


@needs_fork
def test_what_is_wrong_is_mended_before_a_later_exercise_is_begun(
    grade: Callable[[dict[str, bytes]], Submission],
) -> None:
    result = grade(handed_in({"set_result": RIGHT, "step": WRONG["step"]}, "pass"))
    assert "What to do first: mend exercise 2, " in first_to_do(result)


def written(source: str) -> bool:
    modules = handed_in({}, RIGHT) | {"future.py": source.encode()}
    return "set_result" not in unwritten_functions(modules, support.COURSE)


@pytest.mark.parametrize(
    "source",
    [
        "class Future(Base):\n    pass",
        "@made\nclass Future:\n    def set_result(self): pass",
        "class Future:\n    @made\n    def set_result(self): pass",
        "class Future:\n    def set_result(self): pass\nFuture.set_result = done",
        "class Future:\n    def set_result(self): pass\nsetattr(Future, 'set_result', done)",
        "class Future:\n    set_result = done",
        "class Future:\n    def __getattr__(self, name): return done",
        "class Future:\n    def set_result(self): pass\n    def set_result(self): self.done = True",
        "class Future:\n    def set_result(self):\n        if not self.waiter:\n            raise NotImplementedError",
        "class Future:\n    def set_result(self): return self.resolve()",
        "from .own import Future",
        "class Own:\n    def set_result(self): self.done = True\nFuture = Own",
        "class Future:\n    def broken(",
        "class Future:\n    def set_result(self): return self" + ".loop" * 5_000,
        "class Future:\n    def set_result(self): raise NotImplementedError" + "(1)" * 5_000,
        "class Future:\n    def set_result(self): pass\n" + "#" * 100_000,
        "# coding: nobody\nclass Future:\n    def set_result(self): pass",
        "",
    ],
)
def test_in_doubt_a_function_counts_as_written(source: str) -> None:
    assert written(source)


@pytest.mark.parametrize("body", ['"""Later."""', "pass", "return", "return 1", "...", "raise NotImplementedError"])
def test_a_stub_in_any_form_counts_as_not_written(body: str) -> None:
    assert not written(f"class Future:\n    def set_result(self):\n        {body}")


def test_odd_escapes_are_nobody_s_business(recwarn: pytest.WarningsRecorder) -> None:
    assert not written("class Future:\n    def set_result(self): '\\d'")
    assert not recwarn.list


def test_the_reference_is_written() -> None:
    assert unwritten_functions(handed_in({}, RIGHT), support.COURSE) == {}
