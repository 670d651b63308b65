"""What a child claims is read as typed plain data of exactly the shape that was asked for, or it is garbage."""

from __future__ import annotations

import contextlib
import json
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loopcheck.course import course_files, load_course
from loopcheck.probes.plain import LARGEST
from loopcheck.probes.program import BUDGET, ProgramFacts
from loopcheck.probes.schedule import ScheduleFacts
from loopcheck.suite.expected import load_reference, right_answer
from loopcheck.worker.protocol import IMPORTS, GarbageError, decode_answer

from . import trust_support as support

if TYPE_CHECKING:
    from loopcheck.worker.protocol import Facts

BEAT, PROGRAM = replace(support.BEAT, log=True), support.PROGRAM
ASKED = {0: BEAT, 1: PROGRAM}
ERROR = ["KeyError", "'x'", "loop.py", 3, "KeyError"]

# One right answer to each question, by the names of the fields.
SCHEDULE = {"rows": [["beat", 1, 2, 3, 4]], "clock": 5, "resumed": [1, 2], "log": [[0, 0]], "next_timer": None}
PLAIN_PROGRAM = {"log": [["ran", "a", 0, 1, None]], "rows": [[]], "clocks": [0]}


def line(number: Any, facts: Any) -> bytes:
    return json.dumps([number, facts]).encode()


def schedule_line(**changed: Any) -> bytes:
    values = SCHEDULE | {"runaway": [], "raised": []} | changed
    return line(0, [values[field.name] for field in fields(ScheduleFacts)])


def program_line(**changed: Any) -> bytes:
    values = PLAIN_PROGRAM | {"runaway": [], "raised": [], "at": 0} | changed
    return line(1, [values[field.name] for field in fields(ProgramFacts)])


def test_a_right_answer_is_read() -> None:
    assert decode_answer(schedule_line(), ASKED) == (0, ScheduleFacts(**SCHEDULE))
    assert decode_answer(program_line(), ASKED) == (1, ProgramFacts(**PLAIN_PROGRAM))
    assert decode_answer(b"[-1,[]]", ASKED) == (IMPORTS, [])
    assert decode_answer(line(-1, ERROR), ASKED) == (IMPORTS, ERROR)


def test_an_answer_holds_no_log_that_was_not_asked_for_and_no_loop_that_is_not_there() -> None:
    with pytest.raises(GarbageError):
        decode_answer(schedule_line(), {0: support.BEAT})
    assert decode_answer(schedule_line(log=[]), {0: support.BEAT})
    two = program_line(rows=[[], []], clocks=[0, 0])
    with pytest.raises(GarbageError):
        decode_answer(two, ASKED)
    assert decode_answer(two, {1: replace(PROGRAM, ops=[*PROGRAM.ops, ["loop", 3], ["pass", 0, 0]])})


def test_what_the_reference_answers_is_read_unchanged() -> None:
    load_reference(course_files(), load_course())
    for number, probe in ASKED.items():
        right = right_answer(probe)
        values = [getattr(right, field.name) for field in fields(right)]
        assert decode_answer(line(number, values), ASKED) == (number, right)


@pytest.mark.parametrize(
    "changed",
    [
        {"clock": LARGEST - 1},
        {"clock": "an integer of more than 53 bits"},
        {"rows": [[]]},
        {"rows": [["no row at all"]]},
        {"resumed": []},
        {"runaway": [1, 20_000]},
        {"runaway": [None, 0]},
        {"raised": ERROR},
        {"raised": ["KeyError", "", None, None, "KeyError"]},
        {"raised": ["x" * 64, "x" * 120, "x" * 64, 3, "x" * 120]},
    ],
)
def test_whatever_an_honest_probe_may_say_is_read(changed: dict[str, Any]) -> None:
    decode_answer(schedule_line(**changed), ASKED)


@pytest.mark.parametrize(
    "changed",
    [
        {"clock": True},
        {"clock": 1.0},
        {"clock": [1]},
        {"clock": LARGEST},
        {"clock": -LARGEST},
        {"clock": 10**400},
        {"clock": "x" * 65},
        {"clock": "\ud800"},
        {"clock": {"a": 1}},
        {"rows": None},
        {"rows": [[[1]]]},
        {"rows": [list(range(9))]},
        {"rows": [[]] * 4001},
        {"resumed": [1]},
        {"resumed": [1, 2, 3]},
        {"resumed": [1, None]},
        {"resumed": [1, True]},
        {"log": [[]]},
        {"log": [[0]]},
        {"log": [[0, 0, 0]]},
        {"log": [[2, 0]]},
        {"log": [["0", 0]]},
        {"log": [[None, 0]]},
        {"runaway": [0]},
        {"runaway": [2, 9]},
        {"runaway": [-1, 9]},
        {"runaway": ["x", 9]},
        {"runaway": [0, "9"]},
        {"raised": ["KeyError"]},
        {"raised": [1, "", None, None, "KeyError"]},
        {"raised": ["KeyError", None, None, None, "KeyError"]},
        {"raised": ["KeyError", "", None, "3", "KeyError"]},
        {"raised": [*ERROR, ""]},
        {"raised": ["KeyError", "x" * 121, "loop.py", 3, "KeyError"]},
    ],
    ids=lambda changed: repr(changed)[:40],
)
def test_a_schedule_answer_of_another_shape_is_garbage(changed: dict[str, Any]) -> None:
    with pytest.raises(GarbageError):
        decode_answer(schedule_line(**changed), ASKED)


@pytest.mark.parametrize(
    "changed",
    [
        {"log": [[]]},
        {"log": [["ran", "a", 0, 1]]},
        {"log": [["ran", "a", 0, 1, None, None]]},
        {"log": [["flew", "a", 0, 1, None]]},
        {"log": [[1, "a", 0, 1, None]]},
        {"log": [["ran", 1, 0, 1, None]]},
        {"log": [["ran", "a", 0, "1", None]]},
        {"log": [["ran", "a", 0, None, None]]},
        {"log": [["ran", "a", 0, 1, None]] * (BUDGET + 1)},
        {"rows": []},
        {"rows": [[], []]},
        {"clocks": [[0]]},
        {"runaway": ["a"]},
        {"runaway": [0, 9]},
        {"at": -1},
        {"at": len(PROGRAM.ops)},
        {"at": None},
    ],
    ids=lambda changed: repr(changed)[:40],
)
def test_a_program_answer_of_another_shape_is_garbage(changed: dict[str, Any]) -> None:
    with pytest.raises(GarbageError):
        decode_answer(program_line(**changed), ASKED)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"\x00",
        b"null",
        b"[]",
        b"[0]",
        b'{"0": []}',
        b'{"0": [], "0": []}',
        b"[0,{}]",
        b'[0,{"rows":[],"rows":[]}]',
        b"[0,[]]",
        b"[true,[]]",
        b"[0.0,[]]",
        b'["0",[]]',
        b"[-1]",
        b"[-1,[]]]",
        b"[-1,[]] [-1,[]]",
        b"x[-1,[]]",
        b"[-1,[],[]]",
        b"[-1,{}]",
        b"[-1,NaN]",
        b"[-1,[NaN]]",
        b"[-1,[Infinity]]",
        b"[-1,[-Infinity]]",
        b"[-1,[1e999]]",
        b"[-2,[]]",
        b"[" + b"9" * 5000 + b",[]]",
        b'[-1,["\xff"]]',
        b'[-1,["\xed\xa0\x80"]]',
        b'[-1,["\\ud800"]]',
        b"[-1," + b"[" * 100_000 + b"]" * 100_000 + b"]",
        b"[" * 100_000,
        b"\xff\xfe[-1,[]]",
        b"\xef\xbb\xbf[-1,[]]",
    ],
    ids=lambda data: repr(data[:24]),
)
def test_a_line_that_is_no_answer_is_garbage(data: bytes) -> None:
    with pytest.raises(GarbageError):
        decode_answer(data, ASKED)


def test_an_answer_to_a_question_that_was_not_asked_is_garbage() -> None:
    with pytest.raises(GarbageError):
        decode_answer(schedule_line(), {1: PROGRAM})
    with pytest.raises(GarbageError):
        decode_answer(schedule_line(), {0: PROGRAM})


def typed(facts: Facts) -> bool:
    """Whether nothing but lists, ints, short strings and None is in there."""
    todo: list[Any] = [getattr(facts, field.name) for field in fields(facts)]
    while todo:
        value = todo.pop()
        if type(value) is list:
            todo += value
        elif not (value is None or type(value) in (int, str)):
            return False
    return True


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
)
ALMOST = st.builds(schedule_line, rows=VALUES, clock=VALUES, log=VALUES, runaway=VALUES, raised=VALUES) | st.builds(
    program_line, log=VALUES, rows=VALUES, clocks=VALUES, at=VALUES
)


@given(st.binary() | ALMOST | st.builds(line, st.sampled_from([-1, 0, 1, 2]), VALUES))
def test_any_bytes_are_typed_facts_or_garbage(data: bytes) -> None:
    try:
        number, facts = decode_answer(data, ASKED)
    except GarbageError:
        return
    if number == IMPORTS:
        assert isinstance(facts, list)
        assert len(facts) in (0, 5)
    else:
        assert not isinstance(facts, list)
        assert typed(facts)


@given(st.integers(0), st.binary(max_size=3), st.integers(0, 1))
def test_an_answer_that_was_damaged_on_its_way_is_typed_facts_or_garbage(where: int, patch: bytes, number: int) -> None:
    data = (schedule_line, program_line)[number]()
    where %= len(data)
    with contextlib.suppress(GarbageError):
        decode_answer(data[:where] + patch + data[where + 1 :], ASKED)
