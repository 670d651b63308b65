"""Which questions are asked again, what trouble costs, and that one broken function does not cost the others' points."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from loopcheck.grading import Grader, GraderSettings
from loopcheck.interview import Interview, Patience, Question, Silence
from loopcheck.results import Outcome, State
from loopcheck.submissions.model import Source
from loopcheck.worker import starters
from loopcheck.worker.deadline import Deadline

from . import trust_support as support

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from loopcheck.results import Submission
    from loopcheck.worker.host import Worker

spy, reference, with_body = support.spy, support.reference, support.with_body

pytestmark = pytest.mark.skipif(not hasattr(starters.os, "fork"), reason="these children are forked")

FUNCTIONS = ("set_result", "step", "suspend", "run_once")
POINTS = {exercise.id: exercise.max_points for exercise in support.COURSE.exercises}
CHECKS = sum(len(exercise.points) for exercise in support.COURSE.exercises)


@pytest.fixture(scope="module")
def grader() -> Iterator[Grader]:
    with Grader(GraderSettings(seed=20)) as grader:
        yield grader


@pytest.fixture(scope="module")
def grade(grader: Grader) -> Callable[[dict[str, bytes]], Submission]:
    def graded(modules: dict[str, bytes]) -> Submission:
        result, _ = grader.grade(Source("student", modules))
        assert result.state is State.GRADED, result.reason
        assert len(result.checks) == CHECKS
        assert not [check for check in result.checks if check.outcome is Outcome.GRADER_ERROR]
        return result

    return graded


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = support.CountingWorker("fork", support.PRELOADED)
    yield worker
    worker.close()


@pytest.fixture
def interview(worker: Worker) -> Callable[..., Interview]:
    """An interview with a deadline of 0.3 s. Patience is ample unless the test says otherwise."""

    def begin(modules: dict[str, bytes], **patience: Any) -> Interview:
        limits = Patience(
            **(
                dict.fromkeys(("seconds", "seconds_per_part", "seconds_per_exercise", "ends_per_exercise"), 60)
                | patience
            )
        )
        sources = modules | support.PROVIDED
        return Interview(worker, support.COURSE.package, sources, lambda: Deadline(0.3, "the test"), limits)

    return begin


def questions(count: int, exercise: str = "an exercise") -> list[Question]:
    return [Question(number, exercise, support.BEAT, support.BEAT) for number in range(count)]


def ask_all(interview: Interview, group: list[Question]) -> list[Any]:
    return interview.answers(support.LOOP, [question.number for question in group], group)


def points(submission: Submission) -> dict[str, int]:
    return {exercise.id: exercise.points for exercise in submission.exercises}


def test_everything_is_asked_in_one_child_and_once(interview: Callable[..., Interview], worker: Any) -> None:
    begun = interview(reference())
    first = ask_all(begun, questions(4))
    assert ask_all(begun, questions(4)) == first
    assert worker.asked == [[0, 1, 2, 3]]
    assert begun.patience.ends == {}


def test_an_answer_that_is_missing_is_asked_for_again_alone(interview: Callable[..., Interview], worker: Any) -> None:
    dies_second = spy("calls.append(0)\nif len(calls) > 1: os._exit(9)\nreturn 0", "import os\ncalls = []")
    begun = interview(dies_second)
    answers = ask_all(begun, questions(3))
    assert not any(isinstance(answer, Silence) for answer in answers)
    assert worker.asked == [[0, 1, 2], [1], [2]]
    assert begun.patience.ends == {("loop alone", "an exercise"): 1}, (
        "it was no trouble alone, but it was not slow either"
    )


def test_a_question_that_ends_its_child_twice_is_silence_and_the_rest_is_answered(
    interview: Callable[..., Interview], worker: Any
) -> None:
    long = support.Schedule(support.BEAT.tasks, 12_345)
    group = questions(4)
    group[1] = Question(1, "an exercise", long, long)
    modules = {"loop.py": spy("return 0")["loop.py"].replace(b"text =", b"until == 12_345 and os._exit(9); text =")}
    modules["loop.py"] = b"import os\n" + modules["loop.py"]
    answers = ask_all(interview(modules), group)
    assert [isinstance(answer, Silence) for answer in answers] == [False, True, False, False]
    assert answers[1].reason == "its process ended before it had answered, with exit code 9"
    assert worker.asked == [[0, 1, 2, 3], [1], [2, 3]]


def test_a_wrong_answer_is_not_asked_for_again(interview: Callable[..., Interview], worker: Any) -> None:
    answers = ask_all(interview(spy("raise KeyError")), questions(3))
    assert [answer.raised[0] for answer in answers] == ["KeyError"] * 3
    assert worker.asked == [[0, 1, 2]]


def test_patience_ends_by_the_number_of_ends(interview: Callable[..., Interview], worker: Any) -> None:
    begun = interview(spy("os._exit(9)", "import os"), ends_per_exercise=4)
    answers = ask_all(begun, questions(10))
    assert begun.patience.ends == {("loop alone", "an exercise"): 4}
    assert len(worker.asked) == 4
    assert [answer.reason.partition(",")[0] for answer in answers] == (
        ["its process ended before it had answered"] * 2 + ["this was not tried any more"] * 8
    )


def test_patience_of_one_exercise_leaves_the_others_theirs(interview: Callable[..., Interview]) -> None:
    begun = interview(spy("os._exit(9)", "import os"), ends_per_exercise=2)
    other = [Question(5, "another", support.BEAT, support.BEAT)]
    answers = ask_all(begun, questions(3) + other)
    assert answers[3].reason == "its process ended before it had answered, with exit code 9"
    assert begun.patience.ends == {("loop alone", "an exercise"): 2, ("loop alone", "another"): 2}


def test_patience_ends_by_the_seconds_spent(interview: Callable[..., Interview]) -> None:
    begun = interview(spy("while True: pass"), seconds=0.8)
    answers = ask_all(begun, questions(10))
    assert all(isinstance(answer, Silence) for answer in answers)
    spent = sum(begun.patience.spent.values())
    assert spent == pytest.approx(0.9), "three hangs of 0.3 s: the first that is not below 0.8"
    assert answers[0].ended_by == "the test"
    assert "used up the time" in answers[-1].reason


def test_a_hang_on_import_is_given_a_second_chance_while_there_is_patience(
    interview: Callable[..., Interview], worker: Any
) -> None:
    hangs = spy("return 0", "while True: pass")
    answers = ask_all(interview(hangs), questions(3))
    assert len(worker.asked) == 2
    assert {answer.reason for answer in answers} == {
        "when your code was imported, it did not come back, and the test stopped it"
    }
    ask_all(interview(hangs, seconds=0.1), questions(3))
    assert len(worker.asked) == 3


@pytest.mark.parametrize("before", ["raise KeyError", "import os\nos._exit(0)"])
def test_what_cannot_be_imported_is_not_imported_again_where_nothing_differs(
    interview: Callable[..., Interview], worker: Any, before: str
) -> None:
    begun = interview(spy("return 0", before))
    first = ask_all(begun, questions(3))
    asked = len(worker.asked)
    alike = support.Setting("beside a method by hand", ("loop",), by_hand=True, fakes=("step",))
    assert begun.answers(alike, [0, 1, 2], questions(3)) == first
    assert len(worker.asked) == asked
    begun.answers(support.Setting("beside a fake module", ("loop",), fakes=("task",)), [0], questions(1))
    assert len(worker.asked) > asked


def test_a_worker_that_cannot_be_started_is_our_fault(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    grader.worker.close()
    with monkeypatch.context() as broken:
        broken.setattr(starters, "ZYGOTE", Path("no/such/zygote.py"))
        result, _ = grader.grade(Source("student", reference()))
        grader.worker.close()
    assert (result.state, result.score) == (State.INFRASTRUCTURE_ERROR, None)
    assert "not the submission's fault" in result.reason
    again, _ = grader.grade(Source("student", reference()))
    assert again.score == 100


BREAKAGES = {
    "hang": "while True:\n    pass",
    "exit": "import os\nos._exit(0)",
    "raise": "raise KeyError('broken')",
}


@pytest.mark.parametrize("how", BREAKAGES)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_broken_function_does_not_cost_the_others_points(
    grade: Callable[[dict[str, bytes]], Submission], function: str, how: str
) -> None:
    got = points(grade(with_body(function, BREAKAGES[how])))
    assert {name: got[name] for name in FUNCTIONS if name != function} == {
        name: POINTS[name] for name in FUNCTIONS if name != function
    }
    assert got[function] <= 2, "what can be right about it"
    assert got["whole_loop"] <= 2


@pytest.mark.parametrize(
    ("module", "lost"), [("future", {"set_result"}), ("task", {"step", "suspend"}), ("loop", {"run_once"})]
)
def test_a_syntax_error_costs_the_functions_of_its_module(
    grade: Callable[[dict[str, bytes]], Submission], module: str, lost: set[str]
) -> None:
    got = points(grade(reference(**{module: "def broken(:\n"})))
    assert got == {name: 0 if name in lost | {"whole_loop"} else full for name, full in POINTS.items()}


ON_IMPORT = {
    "an exception": "raise KeyError('broken')",
    "SystemExit": "raise SystemExit(0)",
    "an exit": "import os\nos._exit(0)",
    "a hang": "while True:\n    pass",
    "a kill": "import os\nos.kill(os.getpid(), 9)",
    "a real-time signal": "import os\nos.kill(os.getpid(), 40)",
}


@pytest.mark.parametrize("how", ON_IMPORT)
@pytest.mark.parametrize("module", ["future", "task", "loop"])
def test_a_module_that_cannot_be_imported_still_gives_every_check_a_row(
    grade: Callable[[dict[str, bytes]], Submission], module: str, how: str
) -> None:
    result = grade(reference(**{module: ON_IMPORT[how]}))
    lost = {"future": {"set_result"}, "task": {"step", "suspend"}, "loop": {"run_once"}}[module]
    got = points(result)
    assert {name for name in FUNCTIONS if got[name] == 0} == lost
    assert {name for name in FUNCTIONS if got[name] == POINTS[name]} == set(FUNCTIONS) - lost
    for check in result.checks:
        assert check.message or check.outcome is not Outcome.FAILED


def test_a_submission_that_hangs_everywhere_ends_within_its_patience(grader: Grader) -> None:
    hang = "    while True:\n        pass\n"
    modules = reference(
        future=f"class Future:\n  def __init__(self, *_):\n{hang}\n  def set_result(self):\n{hang}",
        task=f"class Task:\n  def __init__(self, *_):\n{hang}\n  def step(self):\n{hang}\n  def _suspend(self, d):\n{hang}",
        loop=f"class EventLoop:\n  def __init__(self, hops=2):\n{hang}",
    )
    interview = grader._interviewer.interview(Source("student", modules))
    verdicts = grader.session.grade(interview)
    assert {verdict.outcome for verdict in verdicts.values()} <= {Outcome.FAILED, Outcome.SKIPPED}
    patience = interview.patience
    longest = 0.8 * grader._interviewer.slowness
    assert sum(patience.spent.values()) < patience.seconds + longest


def test_what_is_right_only_for_the_first_loop_of_a_process_stays_red(
    grade: Callable[[dict[str, bytes]], Submission],
) -> None:
    once = with_body(
        "run_once",
        """
        if not hasattr(EventLoop, "first"):
            EventLoop.first = self
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready) if EventLoop.first is self else 1):
            self.ready.popleft()()
        """,
    )
    result = grade(once)
    got = points(result)
    assert got["run_once"] < POINTS["run_once"]
    assert got["whole_loop"] < 5


def test_an_import_error_names_the_module_and_the_line(interview: Callable[..., Interview]) -> None:
    for before, words in (
        ("\n\nimport nowhere", "ModuleNotFoundError in loop.py"),
        ("raise SystemExit(3)", "SystemExit in loop.py"),
    ):
        [answer] = ask_all(interview(spy("return 0", before)), questions(1))
        assert answer.reason.startswith(f"your code could not be imported: {words}, line ")


DIES_AFTER_EACH_ANSWER = """
import os, loopcheck.worker.inside.child as child
answered, run = [0], child.run_probe

def once(*arguments):
    answered[0] += 1
    return run(*arguments) if answered[0] < 2 else os._exit(0)

child.run_probe = once
"""


def test_whoever_ends_the_process_gets_no_fresh_one_for_each_question(grade: Callable[..., Submission]) -> None:
    """What is right only for the first loop of a process stays wrong: deaths are not forgiven as slowness is."""
    modules = reference()
    batch = b"for _ in range(len(self.ready)):"
    assert batch in modules["loop.py"]
    state = b"FIRST = []\n" + modules["loop.py"].replace(
        batch, b"FIRST or FIRST.append(self)\n        for _ in range(len(self.ready) if FIRST[0] is self else 1):"
    )
    honest = grade(modules | {"loop.py": state}).score
    dying = grade(modules | {"loop.py": DIES_AFTER_EACH_ANSWER.encode() + state}).score
    assert honest is not None
    assert dying is not None
    assert dying <= honest


def test_a_child_that_changes_the_limits_of_the_zygote_harms_nobody_else(grade: Callable[..., Submission]) -> None:
    """Its parent is the zygote that this test's own grader started."""
    limit = b"import os, resource\nresource.prlimit(os.getppid(), resource.RLIMIT_DATA, (2**20, 2**20))\n"
    modules = reference()
    grade(modules | {"loop.py": limit + modules["loop.py"]})
    assert grade(modules).score == 100
