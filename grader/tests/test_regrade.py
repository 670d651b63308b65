"""What a newer suite changes, told before anything is overwritten."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from loopcheck.regrade import compare, lines
from loopcheck.results import Check, Outcome, Run, State, Submission

Make = Callable[..., Run]


def with_check(submission: Submission, name: str, **changes: object) -> Submission:
    checks = tuple(
        msgspec.structs.replace(check, **changes) if check.id == name else check for check in submission.checks
    )
    return msgspec.structs.replace(submission, checks=checks, score=sum(check.points for check in checks))


def told(before: Run, after: Run) -> str:
    return "\n".join(lines(compare(before, after)))


def test_nothing_changes(sample_run: Run) -> None:
    comparison = compare(sample_run, sample_run)
    assert (comparison.changes, comparison.unchanged) == ((), 4)
    assert told(sample_run, sample_run) == "0 scores change; 4 results stay as they are."


def test_whose_score_changes_by_which_check(graded: Submission, make_run: Make) -> None:
    after = with_check(graded, "step.wake", outcome=Outcome.PASSED, points=6)
    text = told(make_run(graded), make_run(after))
    assert "ann: 24/60 -> 30/60" in text
    assert "+6  failed -> passed: A task that was asleep" in text
    assert "1 score changes; 0 results stay as they are" in text
    assert "set_result schedules" not in text


def test_one_result_stays_as_it_is(graded: Submission, make_run: Make) -> None:
    assert told(make_run(graded), make_run(graded)) == "0 scores change; 1 result stays as it is."


def test_points_that_move_between_checks_are_a_change(graded: Submission, make_run: Make) -> None:
    after = with_check(graded, "step.wake", outcome=Outcome.PASSED, points=6)
    after = with_check(after, "step.burn", outcome=Outcome.FAILED, points=8)
    comparison = compare(make_run(graded), make_run(after))
    (change,) = comparison.changes
    assert not change.moves_score
    assert [check.points for check in change.checks] == [-6, 6]
    assert "0 scores change, 1 with the same score for other reasons" in told(make_run(graded), make_run(after))


def test_checks_that_come_and_go(graded: Submission, make_run: Make) -> None:
    new = Check(id="step.new", exercise="step", sentence="New.", outcome=Outcome.PASSED, points=2, max_points=2)
    after = msgspec.structs.replace(graded, checks=(*graded.checks[1:], new), score=16)
    text = told(make_run(graded), make_run(after))
    assert "+2  no such check -> passed: New." in text
    assert "-10  passed -> no such check: set_result schedules" in text


@pytest.mark.parametrize("state", [State.UNGRADABLE, State.INFRASTRUCTURE_ERROR])
def test_a_score_that_is_gone(graded: Submission, make_run: Make, state: State) -> None:
    after = msgspec.structs.replace(graded, state=state, score=None, checks=())
    assert f"ann: 24/60 -> {state.value.replace('_', ' ')}" in told(make_run(graded), make_run(after))
    assert "ann: ungradable -> 24/60" in told(
        make_run(msgspec.structs.replace(after, state=State.UNGRADABLE)), make_run(graded)
    )


def test_submissions_that_come_and_go(graded: Submission, make_run: Make) -> None:
    other = msgspec.structs.replace(graded, id="bob")
    text = told(make_run(graded), make_run(other))
    assert "ann: 24/60 -> no submission any more; its result would be gone" in text
    assert "bob: new: 24/60" in text


def test_other_conditions_are_said(sample_run: Run) -> None:
    after = msgspec.structs.replace(sample_run, suite="0.2.0/def", seed=8)
    text = told(sample_run, after)
    assert "suite: 0.1.0/abc before, 0.2.0/def now" in text
    assert "the seed of the random schedules is another" in text
    assert "7" not in text.replace("0.2.0/def", ""), "the seed itself is a secret"
