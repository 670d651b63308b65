"""Every probe that asyncio has a counterpart for is answered by it, whatever its tasks are made of; and the reference
answers the same. The schedules here are drawn by hypothesis, which knows neither of the two."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loopcheck.course import course_files, load_course
from loopcheck.oracle.answering import answer, equal_deadlines, no_counterpart, uses_tasks
from loopcheck.oracle.kinds import Kind, kinds
from loopcheck.oracle.mini import EventLoop
from loopcheck.probes.program import Program, ProgramFacts
from loopcheck.probes.schedule import Schedule, ScheduleFacts, TaskSpec
from loopcheck.suite.expected import load_reference, right_answer
from loopcheck.verify.questions import asked_by_the_suite

DEMO = [TaskSpec("heartbeat", [["sleep", 1000]], endless=True), TaskSpec("hog", [["burn", 200]], endless=True)]

every_kind = pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)


@pytest.fixture(scope="module", autouse=True)
def reference() -> None:
    load_reference(course_files(), load_course())


def test_all_kinds_of_tasks_that_this_interpreter_has() -> None:
    eager = ["C, eager", "Python, eager"] if sys.version_info >= (3, 12) else []
    assert [kind.name for kind in kinds()] == ["C", "Python", *eager]
    assert len({kind.task for kind in kinds()}) == 2


@every_kind
def test_a_loop_makes_tasks_and_futures_of_its_kind(kind: Kind) -> None:
    loop = kind.loop()
    seen: list[int] = []

    async def note() -> None:
        seen.append(loop.clock)
        await asyncio.sleep(10)

    def make() -> None:
        loop.create_task(note())
        loop.clock = 5

    loop.call_soon(make)
    loop.run(until=100)
    assert seen == ([0] if kind.eager else [5]), "an eager task takes its first step while it is made"
    assert type(loop.tasks[0]) is kind.task
    assert type(loop.create_future()) is kind.future
    loop.shut_down()


@every_kind
def test_an_eager_task_is_made_within_the_pass_of_its_first_step(kind: Kind) -> None:
    """Made outside of a pass, it would not be eager."""
    loop = EventLoop(2, kind)
    loop.create_task(iter([("burn", 3)]), "t")
    assert len(loop.real.tasks) == int(not kind.eager)
    loop.run_once()
    assert (len(loop.real.tasks), loop.clock) == (1, 3)
    loop.close()


@every_kind
def test_the_pinned_schedule(kind: Kind) -> None:
    facts = answer(Schedule(DEMO, 3000, log=True), kind)
    assert isinstance(facts, ScheduleFacts)
    assert facts.rows == [["heartbeat", 1000, 1000, 1200, 1400], ["heartbeat", 2400, 2400, 2600, 2800]]
    assert facts.log[:4] == [[0, 0], [1, 0], [1, 200], [1, 400]]
    assert (facts.clock, facts.next_timer, sum(facts.resumed)) == (3000, 3800, len(facts.log))


@every_kind
def test_the_pinned_schedule_without_a_future(kind: Kind) -> None:
    facts = answer(Schedule(DEMO, 2400, hops=1), kind)
    assert facts.rows == [["heartbeat", 1000, 1000, 1200, 1200], ["heartbeat", 2200, 2200, 2400, 2400]]


COMMANDS = st.lists(st.tuples(st.sampled_from(["burn", "sleep"]), st.integers(1, 60)).map(list), min_size=1, max_size=6)
SCHEDULES = st.builds(
    Schedule,
    st.lists(st.builds(TaskSpec, st.sampled_from("abc"), COMMANDS, st.booleans()), min_size=1, max_size=5),
    st.integers(1, 600),
    st.sampled_from([1, 2]),
    st.just(True),
)


@every_kind
@settings(max_examples=60)
@given(schedule=SCHEDULES)
def test_reference_and_asyncio_agree_on_any_schedule(kind: Kind, schedule: Schedule) -> None:
    assert right_answer(schedule) == answer(schedule, kind)


@every_kind
@settings(max_examples=30)
@given(schedule=SCHEDULES)
def test_only_equal_deadlines_may_run_in_another_order(kind: Kind, schedule: Schedule) -> None:
    if not equal_deadlines(schedule, kind):
        assert answer(schedule, kind, first_armed_first=False) == answer(schedule, kind)


@pytest.mark.parametrize("seed", [0, 20260817])
def test_all_that_the_hidden_suite_asks(seed: int) -> None:
    asked = asked_by_the_suite(seed)
    assert list(asked) == [exercise.id for exercise in load_course().exercises]
    left_out = 0
    for exercise, probes in asked.items():
        assert probes, exercise
        for number, probe in enumerate(probes):
            if no_counterpart(probe):
                left_out += 1
                continue
            kind = kinds()[number % len(kinds())]
            facts = answer(probe, kind)
            assert facts == right_answer(probe), (exercise, number)
            assert not facts.raised
    assert 0 < left_out < 53  # twelve of them are schedules in which a task raises


@every_kind
def test_a_program_of_futures_timers_and_tasks(kind: Kind) -> None:
    program = (
        Program(hops=2).future("f").wait("f", "waiter").soon("early").resolve("f").resolve_again("f").look("done", "f")
    )
    program.later(7, "timer", ["soon", "after"]).task("t", ["burn", 9], ["sleep", 5]).look("armed").look("due")
    program.one_pass().one_pass().look("expired", "timer").one_pass().one_pass().clock(5).one_pass().one_pass()
    facts = answer(program, kind)
    assert isinstance(facts, ProgramFacts)
    assert [word for event in facts.log[3:5] for word in event[:2]] == ["ran", "early", "ran", "waiter"]
    assert facts == right_answer(program)


def test_what_asyncio_has_nothing_for_is_said_with_the_reason() -> None:
    assert "exception" in no_counterpart(Program().soon("broken", ["raise", "KeyError"]).one_pass())
    assert "commands" in no_counterpart(Program().task("t", ["burn", 1], ["yield", "nap", 3]))
    assert "by hand" in no_counterpart(Program().task("t").asleep("t", 1, 2, 3))
    assert "by hand" in no_counterpart(Program(record_suspend=True).task("t", ["sleep", 3]))
    assert not no_counterpart(Program().task("t", ["burn", 1]).soon("c", ["clock", 3]).one_pass())
    assert not no_counterpart(Schedule(DEMO, 10))


def test_tasks_take_part_wherever_a_future_wakes_or_nobody_sleeps() -> None:
    assert uses_tasks(Schedule(DEMO, 10, hops=2))
    assert not uses_tasks(Schedule(DEMO, 10, hops=1))
    assert uses_tasks(Program(hops=1).task("t", ["burn", 3]))
    assert not uses_tasks(Program(hops=1).task("t", ["sleep", 3]))
    assert not uses_tasks(Program().soon("c"))


def test_the_oracle_knows_nothing_of_the_answers() -> None:
    """It may not import the reference, nor the suite that holds the expected values."""
    code = "import sys, loopcheck.oracle.answering; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "loopcheck.oracle.virtual" in modules
    assert not [
        name for name in modules if name.startswith("loopcheck.suite") or "reference" in name or "mini_a" in name
    ]
