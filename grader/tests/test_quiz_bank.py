"""The question bank: every answer is computed, by two ways where there are two, and no question is a lottery.

Forty students, as many as a class: their numbers differ, and every answer of each of them is recomputed the second way.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
import sys
from functools import cache

import pytest

from loopcheck.quiz.bank import bank, computed, numbers_of, question_of
from loopcheck.quiz.kinds import Answer
from loopcheck.quiz.question import FreeText, Numbers, Question

STUDENTS = [f"student-{number}" for number in range(40)]
SALT = "test"
TOPICS = 11

WRONG_STATEMENTS = (
    r"expiry is always (on time|punctual)",
    r"(is|are) (twice|2 ×|2 \*|two times) the chunk",
    r"lower bound on every loop",
    r"removes the lateness",
)
"""What SPEC lists as wrong, and a question must not teach; a mark scheme may quote it."""


def all_numbers(question: Question) -> list[Numbers]:
    return [numbers_of(question, SALT, student) for student in STUDENTS]


@cache
def all_answers(question: Question) -> list[Answer]:
    return [question.answer(n) for n in all_numbers(question)]


questions = pytest.mark.parametrize("question", computed(), ids=lambda question: question.id)


def test_the_bank_is_large_enough() -> None:
    assert len(computed()) >= 30
    assert sum(isinstance(question, FreeText) for question in bank().values()) >= 3
    assert len({type(question).__module__ for question in computed()}) == TOPICS - 1


@questions
def test_a_question_is_complete(question: Question) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]*", question.id)
    assert question.id.isidentifier()
    assert question.title
    assert len(question.prompt) > 80
    assert question.kind.words
    assert (question.points == 0) == question.practice
    prose = re.sub(r"```.*?```", "", question.prompt, flags=re.DOTALL)
    named = set(re.findall(r"\{(\w+)\}", prose))
    assert named == set(question.space), "every number is in the prompt, and nothing else"
    assert "asyncio.eager" not in question.prompt or (question.needs == (3, 12) and "3.12" in question.prompt)


@questions
def test_the_space_of_numbers_is_plain_data(question: Question) -> None:
    for values in question.space.values():
        assert list(values) == json.loads(json.dumps(list(values)))


@questions
def test_students_have_different_numbers(question: Question) -> None:
    drawn = {json.dumps(vars(n)) for n in all_numbers(question)}
    assert len(drawn) >= 12


@questions
def test_answers_differ_or_there_is_a_reason(question: Question) -> None:
    answers = set(map(json.dumps, all_answers(question)))
    if question.few_answers:
        assert len(answers) >= 5
    else:
        assert len(answers) >= 12, sorted(answers)


@questions
def test_every_answer_is_found_in_a_second_way(question: Question) -> None:
    if question.one_way or sys.version_info < question.needs:
        pytest.skip(question.one_way or f"needs Python {question.needs}")
    for n, first in zip(all_numbers(question), all_answers(question), strict=True):
        second = question.second(n)
        if isinstance(first, float) and isinstance(second, float):
            assert math.isclose(first, second, abs_tol=1e-9), n
        else:
            assert first == second, n


@questions
def test_an_answer_has_the_form_that_is_asked_for(question: Question) -> None:
    for answer in all_answers(question):
        assert question.kind.problem(answer) == "", answer
        assert json.loads(json.dumps(answer)) == answer
        assert question.kind.credit(answer, answer) == 1.0


@questions
def test_another_students_answer_is_right_only_for_equal_answers(question: Question) -> None:
    mine, *others = all_answers(question)
    for theirs in others:
        assert (question.kind.credit(theirs, mine) == 1.0) == (theirs == mine)


@questions
def test_mistakes_are_mistakes(question: Question) -> None:
    for n, right in zip(all_numbers(question), all_answers(question), strict=True):
        for mistake in question.mistakes(n):
            assert question.kind.problem(mistake.answer) == "", mistake
            assert 0 <= mistake.credit < 1
            assert mistake.sentence.endswith((".", "?"))
            if mistake.answer == right:
                pytest.fail(f"with {n} the mistake {mistake.answer} is the right answer")


@questions
def test_an_explanation_is_made_of_the_students_own_numbers(question: Question) -> None:
    explained = {question.explain(n) for n in all_numbers(question)}
    assert len(explained) >= 12 or question.few_answers or question.id in {"direct_or_task", "fairness"}
    for text in explained:
        assert 60 < len(text) < 700
        assert "{" not in text
        assert text.endswith(".")


def test_nothing_that_is_wrong_is_taught() -> None:
    for question in bank().values():
        texts = [question.prompt]
        if isinstance(question, Question):
            texts += [question.explain(n) for n in all_numbers(question)[:5]]
        for text in texts:
            for pattern in WRONG_STATEMENTS:
                assert not re.search(pattern, text, re.IGNORECASE), (question.id, pattern)


def test_a_free_text_has_a_mark_scheme_that_adds_up() -> None:
    for question in bank().values():
        if isinstance(question, FreeText):
            given = sum(map(int, re.findall(r"^- (\d+) points?:", question.scheme, re.MULTILINE)))
            assert given == question.points, question.id


def test_the_schedule_of_eight_tasks_is_the_known_one() -> None:
    overlap = sys.modules[type(question_of("seeded_schedule")).__module__]
    tasks = overlap.lehmer_tasks(20260817)
    assert overlap.simulate(tasks) == overlap.by_tick_of_each_step(tasks) == (31, 49)


def test_answers_can_be_computed_where_a_loop_runs_already() -> None:
    """As in Jupyter, where nbgrader's own autograder runs the marking cells."""

    async def in_a_loop() -> bool:
        question = question_of("soon_or_later")
        n = numbers_of(question, SALT, STUDENTS[0])
        before = asyncio.get_running_loop()
        answer = question.answer(n)
        return asyncio.get_running_loop() is before and answer == question.second(n)

    assert asyncio.run(in_a_loop())
