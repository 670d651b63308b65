"""`grades.csv`: columns, empty cells, and names that come back as they were."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from loopcheck.reports.grades_csv import Person, grades_csv
from loopcheck.results import Exercise, Run, State, Submission

if TYPE_CHECKING:
    from collections.abc import Callable


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_columns_and_rows(sample_run: Run) -> None:
    roster = {"ann": Person("Müller, Ann", "ann@example.org"), "nobody": Person("Not in the run")}
    assert grades_csv(sample_run, roster) == (
        "student_id,name,email,state,score,max_score,set_result,step,whole_loop,misconception,reason\n"
        'ann,"Müller, Ann",ann@example.org,graded,24,60,10,14,0,wake_recorded_late,\n'
        "björn/../=cmd,,,ungradable,,60,,,,,"
        "there is no folder mini_asyncio in what you handed in; it holds <script>.py\n"
        "cleo@example.org,,,graded,60,60,30,30,,,\n"
        "dora,,,infrastructure_error,,60,,,,,the worker could not be started\n"
    )


def test_a_list_of_exercises_gives_the_order(sample_run: Run) -> None:
    text = grades_csv(sample_run, exercises=["whole_loop", "bonus", "step"])
    assert text.splitlines()[0].endswith(",max_score,whole_loop,bonus,step,misconception,reason")
    assert text.splitlines()[1] == "ann,,,graded,24,60,0,,14,wake_recorded_late,"


def test_an_exercise_that_only_a_later_submission_has_gets_a_column(
    graded: Submission, make_run: Callable[..., Run]
) -> None:
    extra = Exercise(id="bonus", title="Bonus", points=3, max_points=5)
    later = msgspec.structs.replace(graded, id="zoe", exercises=(extra,))
    text = grades_csv(make_run(graded, later))
    assert text.splitlines()[0].endswith("set_result,step,whole_loop,bonus,misconception,reason")
    assert text.splitlines()[2].endswith(",,,,3,wake_recorded_late,")


def test_nothing_is_scored_unless_it_was_graded(graded: Submission, make_run: Callable[..., Run]) -> None:
    for state in (State.UNGRADABLE, State.INFRASTRUCTURE_ERROR):
        odd = msgspec.structs.replace(graded, state=state)
        (row,) = rows(grades_csv(make_run(odd), exercises=["step"]))
        assert (row["score"], row["step"], row["misconception"], row["max_score"]) == ("", "", "", "60")


def test_several_mistakes_share_the_cell(graded: Submission, make_run: Callable[..., Run]) -> None:
    second = msgspec.structs.replace(graded.mistakes[0], name="other")
    (row,) = rows(grades_csv(make_run(msgspec.structs.replace(graded, mistakes=(*graded.mistakes, second)))))
    assert row["misconception"] == "wake_recorded_late; other"


def test_a_score_of_zero_is_not_empty(graded: Submission, make_run: Callable[..., Run]) -> None:
    (row,) = rows(grades_csv(make_run(msgspec.structs.replace(graded, score=0))))
    assert row["score"] == "0"
    assert row["whole_loop"] == "0"


def test_formulas_are_text(make_run: Callable[..., Run]) -> None:
    hostile = Submission(id="=HYPERLINK(1)", state=State.UNGRADABLE, max_score=1, reason='=1+1, "read" me')
    (row,) = rows(grades_csv(make_run(hostile), {hostile.id: Person("@SUM(1)", "\uff1dx")}))
    assert (row["student_id"], row["name"], row["email"]) == ("'=HYPERLINK(1)", "'@SUM(1)", "'\uff1dx")
    assert row["reason"] == '\'=1+1, "read" me'


@given(st.text(st.sampled_from("aü日,\"'\n ;|\\"), max_size=12), st.text(st.characters(), max_size=8))
def test_names_come_back_and_rows_stay_whole(name: str, email: str) -> None:
    submissions = tuple(Submission(id=each, state=State.UNGRADABLE, max_score=1) for each in ("a", "b"))
    run = Run(suite="", python="", sandbox="", seed=1, submissions=submissions)
    text = grades_csv(run, {"a": Person(name, email)})
    text.encode("utf-8")
    first, second = rows(text)
    assert first["name"] == name
    assert (second["student_id"], second["state"]) == ("b", "ungradable")
