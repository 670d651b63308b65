"""The student's page: goldens, what it must not tell, and hostile results."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from loopcheck.reports.student_markdown import feedback_markdown
from loopcheck.results import Check, Exercise, Mistake, Outcome, State, Submission

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS = ("graded", "ungradable", "grader_error", "infrastructure_error")


@pytest.mark.parametrize("kind", KINDS)
def test_golden(kind: str, request: pytest.FixtureRequest, golden: Callable[[str, str], None]) -> None:
    golden(f"feedback_{kind}.md", feedback_markdown(request.getfixturevalue(kind)))


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_the_instructors_is_shown(kind: str, request: pytest.FixtureRequest) -> None:
    submission: Submission = request.getfixturevalue(kind)
    checks = tuple(msgspec.structs.replace(check, detail="SECRET") for check in submission.checks)
    told = msgspec.structs.replace(submission, checks=checks, flags=("SECRET",))
    assert feedback_markdown(told) == feedback_markdown(submission)


def test_only_a_failed_check_shows_its_message(graded: Submission) -> None:
    checks = tuple(msgspec.structs.replace(check, message=f"said {check.outcome}") for check in graded.checks)
    page = feedback_markdown(msgspec.structs.replace(graded, checks=checks))
    assert "said failed" in page
    assert "said passed" not in page
    assert "said skipped" not in page


def test_a_mistake_stands_before_the_checks_of_its_exercise(graded: Submission) -> None:
    page = feedback_markdown(graded)
    places = [page.index(text) for text in ("## A task takes one step", "> **What probably", "> So `ran_at`", "A BURN")]
    assert places == sorted(places)


def test_a_mistake_in_an_exercise_without_checks_is_not_lost(graded: Submission) -> None:
    page = feedback_markdown(msgspec.structs.replace(graded, checks=(), exercises=()))
    assert "## step\n\n> **What probably happened**" in page


def test_a_grader_error_is_ours(grader_error: Submission) -> None:
    page = feedback_markdown(grader_error)
    assert "our fault, which costs you no points" in page
    assert "not for the page" not in page


def test_no_score_is_never_a_number(graded: Submission) -> None:
    for state in (State.UNGRADABLE, State.INFRASTRUCTURE_ERROR):
        page = feedback_markdown(msgspec.structs.replace(graded, state=state, reason="why"))
        assert "24" not in page
        assert "| Exercise" not in page
        assert "passed" not in page
        assert "The reason: why" in page
        assert "What to do:" in page


def test_a_check_without_an_exercise_is_not_lost(graded: Submission) -> None:
    page = feedback_markdown(msgspec.structs.replace(graded, exercises=graded.exercises[:1]))
    assert "## whole_loop\n" in page
    assert "The four stamps" in page


def test_a_check_that_waits_for_an_unknown_one_names_it(graded: Submission) -> None:
    checks = (msgspec.structs.replace(graded.checks[-1], waits_for="gone"),)
    assert "**waiting** for: gone" in feedback_markdown(msgspec.structs.replace(graded, checks=checks))


def test_a_flood_is_cut(graded: Submission) -> None:
    checks = tuple(msgspec.structs.replace(check, message="x" * 10**6) for check in graded.checks)
    page = feedback_markdown(msgspec.structs.replace(graded, checks=checks, id="i" * 10**5, notes=("n" * 10**5,)))
    assert len(page) < 10_000
    assert "Cut here" in page


HOSTILE = st.lists(
    st.characters() | st.sampled_from(["\n", "```", "~~~", "# x", "| a |", "- x", "<b>", "[a](b)", "\n\n", "  ", "\t"]),
    max_size=20,
).map("".join)


@given(HOSTILE, HOSTILE, st.sampled_from(list(State)))
def test_no_text_changes_the_shape_of_the_page(text: str, message: str, state: State) -> None:
    message = message or "x"

    def page(text: str, message: str) -> list[str]:
        check = Check(
            id="a", exercise="e", sentence="s", outcome=Outcome.FAILED, points=0, max_points=1, message=message
        )
        submission = Submission(
            id=f"i{text}",
            state=state,
            reason=f"r{text}",
            score=0,
            max_score=1,
            exercises=(Exercise(id="e", title=f"t{text}", points=0, max_points=1),),
            mistakes=(Mistake(exercise="e", name="m", explanation=f"m{text.replace('`', '')}".replace("\n", " ")),),
            checks=(check, msgspec.structs.replace(check, id="b", outcome=Outcome.SKIPPED, waits_for=f"w{text}")),
            notes=(f"n{text}", "last"),
        )
        source = feedback_markdown(submission)
        source.encode("utf-8")
        tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(source)
        inline = {child.type for token in tokens for child in token.children or ()} - {"text", "text_special"}
        return [token.type for token in tokens] + sorted(inline)

    if message.strip():
        assert page(text, message) == page("x", "x")


def test_an_exercise_in_which_all_is_right_takes_one_line(graded: Submission) -> None:
    right = msgspec.structs.replace(graded.checks[1], id="other", sentence="Another sentence.")
    page = feedback_markdown(msgspec.structs.replace(graded, checks=(graded.checks[1], right)))
    assert "All 2 checks passed." in page
    assert "Another sentence." not in page
    page = feedback_markdown(msgspec.structs.replace(graded, checks=(*graded.checks, right)))
    assert "Another sentence." in page, "beside a check that is not passed, each has its line"


def test_a_message_is_not_repeated(graded: Submission) -> None:
    failed = graded.checks[2]
    again = msgspec.structs.replace(failed, id="again", sentence="Again.")
    page = feedback_markdown(msgspec.structs.replace(graded, checks=(failed, again)))
    assert page.count("<- ran is wrong") == 1
    assert "- **FAILED**: Again. (0 of 6) (The same as above.)\n" in page
