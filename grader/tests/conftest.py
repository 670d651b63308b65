"""Fixtures that several test files share: golden files, and one small run with a submission of every kind."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

from loopcheck.grading import Grader, GraderSettings
from loopcheck.results import Check, Exercise, Mistake, Outcome, Run, State, Submission

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# A loaded machine is slow, not wrong.
hypothesis.settings.register_profile("grader", deadline=None)
hypothesis.settings.load_profile("grader")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="run also what takes many minutes (marked `thorough`)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "thorough: takes long, and is run with --thorough only")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without `--thorough`, leave out what is marked so: pytest counts it as deselected."""
    if not config.getoption("--thorough"):
        left_out = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


GOLDENS = Path(__file__).parent / "goldens"


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """`golden(name, text)` compares the text with `goldens/<name>`; UPDATE_GOLDENS=1 writes the file instead."""

    def compare(name: str, text: str) -> None:
        path = GOLDENS / name
        if os.environ.get("UPDATE_GOLDENS") == "1":
            assert not os.environ.get("CI"), "goldens are recorded by a person who reads the difference, never in CI"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
        if not path.is_file():
            pytest.fail(f"there is no golden {name}: run with UPDATE_GOLDENS=1, read the new file, and commit it")
        expected = path.read_bytes().decode("utf-8")
        assert text == expected, f"{name} differs: if the new text is right, run with UPDATE_GOLDENS=1"

    return compare


@pytest.fixture(scope="module")
def graders() -> Iterator[Callable[[GraderSettings], Grader]]:
    """Warm graders, one for all tests of a module with the same settings, whatever their order."""
    made: list[tuple[GraderSettings, Grader]] = []  # a course in the settings has no hash
    with ExitStack() as stack:

        def warm(settings: GraderSettings) -> Grader:
            for known, grader in made:
                if known == settings:
                    return grader
            made.append((settings, stack.enter_context(Grader(settings))))
            return made[-1][1]

        yield warm


@pytest.fixture
def graded() -> Submission:
    """Three exercises: one right, one with a failed check that holds hostile text, one that waits for it."""
    return Submission(
        id="ann",
        state=State.GRADED,
        score=24,
        max_score=60,
        exercises=(
            Exercise(id="set_result", title="A future wakes its waiter", points=10, max_points=10),
            Exercise(id="step", title="A task takes one step", points=14, max_points=20),
            Exercise(id="whole_loop", title="The whole loop", points=0, max_points=30),
        ),
        checks=(
            _check("set_result.schedules", "set_result", "set_result schedules the waiter, once.", points=10, of=10),
            _check("step.burn", "step", "A BURN adds its cost to the clock.", points=14, of=14),
            _check(
                "step.wake",
                "step",
                "A task that was asleep leaves one Wake in loop.trace, before _suspend runs again.",
                outcome=Outcome.FAILED,
                of=6,
                message="asked  expired  ran\n 1000     1000  1200   <- ran is wrong\n\nsaid: \x1b[2J```\n::error::<b>",
                detail="expected 1400",
            ),
            _check(
                "whole_loop.traces",
                "whole_loop",
                "The four stamps of the pinned schedules are exact.",
                outcome=Outcome.SKIPPED,
                of=30,
                waits_for="step.wake",
            ),
        ),
        mistakes=(
            Mistake(
                exercise="step",
                name="wake_recorded_late",
                explanation="`step` records the Wake after the task's own code. That code has moved the clock by then.\n\n"
                "So `ran_at` is late by\nwhat the task burns.\n",
            ),
        ),
        notes=("Graded: the folder work/mini_asyncio.", "commands.py was changed and put back."),
        flags=("task.py names sys._getframe",),
    )


@pytest.fixture
def ungradable() -> Submission:
    return Submission(
        id="björn/../=cmd",
        state=State.UNGRADABLE,
        reason="there is no folder mini_asyncio in what you handed in; it holds <script>.py",
        max_score=60,
        notes=("The archive holds 1 file.",),
    )


@pytest.fixture
def grader_error() -> Submission:
    """Everything that ran is right, and one check could not be run, through our own fault."""
    return Submission(
        id="cleo@example.org",
        state=State.GRADED,
        score=60,
        max_score=60,
        exercises=(
            Exercise(id="set_result", title="A future wakes its waiter", points=30, max_points=30),
            Exercise(id="step", title="A task takes one step", points=30, max_points=30),
        ),
        checks=(
            _check("set_result.schedules", "set_result", "set_result schedules the waiter, once.", points=30, of=30),
            _check(
                "step.burn",
                "step",
                "A BURN adds its cost to the clock.",
                outcome=Outcome.GRADER_ERROR,
                points=30,
                of=30,
                message="not for the page",
                detail="Traceback: KeyError in our own code",
            ),
        ),
    )


@pytest.fixture
def infrastructure_error() -> Submission:
    return Submission(
        id="dora", state=State.INFRASTRUCTURE_ERROR, reason="the worker could not be started", max_score=60
    )


@pytest.fixture
def sample_run(
    graded: Submission, ungradable: Submission, grader_error: Submission, infrastructure_error: Submission
) -> Run:
    return run_of(graded, ungradable, grader_error, infrastructure_error)


@pytest.fixture
def make_run() -> Callable[..., Run]:
    """`make_run(*submissions)`: a run of these submissions."""
    return run_of


def run_of(*submissions: Submission) -> Run:
    return Run(suite="0.1.0/abc", python="3.11", sandbox="rlimits", seed=7, submissions=submissions)


def _check(
    check_id: str,
    exercise: str,
    sentence: str,
    *,
    outcome: Outcome = Outcome.PASSED,
    points: int = 0,
    of: int,
    message: str = "",
    detail: str = "",
    waits_for: str = "",
) -> Check:
    return Check(
        id=check_id,
        exercise=exercise,
        sentence=sentence,
        outcome=outcome,
        points=points,
        max_points=of,
        message=message,
        detail=detail,
        waits_for=waits_for,
    )
