"""`results.json` in parts: the same text as in one piece, for any run."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from loopcheck import results
from loopcheck.results import Run, State, Submission


def in_one_piece(run: Run) -> bytes:
    return msgspec.json.format(msgspec.json.encode(run), indent=1) + b"\n"


def test_the_sample_run(sample_run: Run) -> None:
    assert results.encode(sample_run) == in_one_piece(sample_run)
    assert len(list(results.encoded_parts(sample_run))) == len(sample_run.submissions) + 2
    assert results.decode(results.encode(sample_run)) == sample_run


@pytest.mark.parametrize("count", [0, 1, 3])
def test_any_number_of_submissions(graded: Submission, make_run: Callable[..., Run], count: int) -> None:
    run = make_run(*[msgspec.structs.replace(graded, id=f"s{number}") for number in range(count)])
    assert results.encode(run) == in_one_piece(run)


TEXT = st.text(st.sampled_from('[]{}",:\n\\ \u2028é') | st.characters(exclude_categories=["Cs"]), max_size=12)


@given(TEXT, TEXT, st.lists(st.tuples(TEXT, st.lists(TEXT, max_size=3)), max_size=3))
def test_any_text(suite: str, python: str, found: list[tuple[str, list[str]]]) -> None:
    submissions = tuple(
        Submission(id=name, state=State.UNGRADABLE, max_score=1, notes=tuple(notes)) for name, notes in found
    )
    run = Run(suite=suite, python=python, sandbox="[]", seed=1, submissions=submissions)
    assert results.encode(run) == in_one_piece(run)


def test_a_lone_surrogate_is_a_visible_escape() -> None:
    one = Submission(id="a\ud800", state=State.UNGRADABLE, max_score=1)
    run = Run(suite="x", python="y\udcff", sandbox="", seed=1, submissions=(one, one))
    again = results.decode(results.encode(run))
    assert (again.python, [each.id for each in again.submissions]) == ("y\\udcff", ["a\\ud800"] * 2)
