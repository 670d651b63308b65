"""Claims against CPython: who agrees, and how the first divergence is told. Wrong solutions are found, each for its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from loopcheck.course import course_files, load_course
from loopcheck.interview import Silence
from loopcheck.oracle.answering import answer
from loopcheck.oracle.kinds import kinds
from loopcheck.probes.program import Program, ProgramFacts
from loopcheck.probes.schedule import Schedule, ScheduleFacts
from loopcheck.suite import schedules
from loopcheck.verify import questions
from loopcheck.verify.claims import Folder, ModelError, Reference
from loopcheck.verify.comparing import Claim, Comparison, compare
from loopcheck.worker.protocol import Probe

WRONG = Path(__file__).parents[2] / "solutions" / "wrong"
ROW = ["heartbeat", 1000, 1000, 1200, 1400]


def demo() -> Schedule:
    return Schedule([schedules.heartbeat(1000), schedules.hog(200)], 1400, log=True)


def compared(claim: Claim, probe: Probe) -> Comparison:
    (comparison,) = compare({"it": [claim]}, [probe], kinds(), lambda: None)
    return comparison


def truth(probe: Probe) -> ScheduleFacts:
    facts = answer(probe, kinds()[0])
    assert isinstance(facts, ScheduleFacts)
    return facts


def test_what_is_right_agrees_and_is_counted_for_every_kind_of_tasks() -> None:
    comparison = compared(truth(demo()), demo())
    assert (comparison.asked, comparison.mismatches, comparison.simplest) == (1, 0, "")
    assert comparison.stamps == 4 * len(kinds())
    assert comparison.steps == 9 * len(kinds())


def test_rows_alone_can_be_claimed() -> None:
    assert compared([ROW], demo()).mismatches == 0
    assert compared([ROW, ROW], demo()).mismatches == 1


def test_one_wrong_stamp_is_marked_and_its_gap_named() -> None:
    told = compared([[*ROW[:4], 1200]], demo()).simplest
    assert "task hog: burn 200, for ever" in told
    assert "*1200*" in told
    assert told.count("*") == 2
    assert "the third gap, between fired and ran" in told


def test_a_missing_wake_up_is_told() -> None:
    told = compared([], demo()).simplest
    assert "model    (no wake-up)" in told
    assert "1  CPython  heartbeat          1000       1000       1200       1400" in told


def test_right_rows_do_not_hide_a_step_at_the_wrong_time() -> None:
    facts = truth(demo())
    facts.log[3] = [1, 401]
    told = compared(facts, demo()).simplest
    assert "Event 4" in told
    assert "model    hog at 401 ms" in told
    assert "CPython  hog at 400 ms" in told


def test_right_steps_do_not_hide_a_wrong_end() -> None:
    facts = truth(demo())
    facts.next_timer = 7
    told = compared(facts, demo()).simplest
    assert "next timer is 7 in the model, and 2400 on CPython" in told


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (Silence("it did not come back"), "No answer: it did not come back."),
        (ScheduleFacts(runaway=[1, 20_000]), "did not come to an end: hog had run 20000 times"),
        (ScheduleFacts(runaway=[None, 0]), "a pass ran none of the tasks"),
        (ScheduleFacts(raised=["KeyError", "'x'", None, None, "KeyError"]), "It raised KeyError: 'x'"),
    ],
    ids=["silence", "runaway", "nobody", "raised"],
)
def test_who_does_not_answer_does_not_agree(claim: Claim, words: str) -> None:
    comparison = compared(claim, demo())
    assert comparison.mismatches == 1
    assert words in comparison.simplest


def test_a_program_differs_in_its_events_or_in_its_stamps() -> None:
    program = Program(hops=2).task("t", ["sleep", 5]).one_pass().clock(5).one_pass().one_pass()
    wrong, late = answer(program, kinds()[0]), answer(program, kinds()[0])
    assert isinstance(wrong, ProgramFacts)
    wrong.log.pop()
    assert "model    (nothing more)" in compared(wrong, program).simplest
    assert isinstance(late, ProgramFacts)
    late.rows[0][0][2] = 4
    assert "*4*" in compared(late, program).simplest


def test_questions_without_a_counterpart_are_counted_apart() -> None:
    program = Program().soon("broken", ["raise", "KeyError"]).one_pass()
    comparison = compared(ProgramFacts(), program)
    assert (comparison.asked, comparison.left_out, comparison.mismatches) == (0, 1, 0)


@pytest.mark.parametrize("large_first", [True, False])
def test_the_simplest_mismatch_is_told(large_first: bool) -> None:
    large = Schedule([schedules.heartbeat(1000), *(schedules.hog(50, f"hog{n}") for n in range(4))], 2000)
    probes = [large, demo()] if large_first else [demo(), large]
    (comparison,) = compare({"it": [[], []]}, probes, kinds(), lambda: None)
    assert comparison.mismatches == 2
    assert "hog3" not in comparison.simplest


def test_the_grid_is_the_one_of_the_course_in_three_orders() -> None:
    grid = questions.grid()
    assert len(grid) == 540
    assert {schedule.hops for schedule, _ in grid} == {1, 2}
    assert {[task.commands[0][0] for task in schedule.tasks].index("sleep") for schedule, _ in grid} == {0, 1, 2, 3}
    assert min(len(rows) for _, rows in grid) == 3


def test_files_formula_and_reference_agree_with_cpython() -> None:
    reference = Reference(course_files(), load_course())
    pairs = [*questions.pinned(), *questions.grid()[::7]]
    probes = [schedule for schedule, _ in pairs]
    claims = {"loop": reference.answers(probes), "rows": [rows for _, rows in pairs]}
    for comparison in compare(claims, probes, kinds(), lambda: None):
        assert comparison.asked == len(pairs)
        assert (comparison.mismatches, comparison.simplest) == (0, "")


def test_random_schedules_depend_on_the_seed_alone() -> None:
    first = list(questions.random_schedules(60, 5))
    assert first == list(questions.random_schedules(60, 5))
    assert first[:20] == list(questions.random_schedules(20, 5))
    assert first != list(questions.random_schedules(60, 6))
    assert {schedule.hops for schedule in first} == {1, 2}
    assert {task.endless for schedule in first for task in schedule.tasks} == {True, False}


@pytest.mark.parametrize(
    ("name", "pinned", "words"),
    [
        ("run_once_drains_with_a_cap", 2, "(no wake-up)"),
        ("run_once_puts_timers_at_the_front", 2, "the second gap, between expired and fired"),
        ("set_result_runs_the_waiter_inline", 1, "the third gap, between fired and ran"),
        ("run_once_expires_one_timer_per_pass", 0, "the first gap, between asked for and expired"),
        ("run_once_stamps_the_deadline", 0, "the first gap, between asked for and expired"),
    ],
)
def test_a_wrong_solution_is_found_and_its_gap_named(name: str, pinned: int, words: str) -> None:
    """Some are right in the pinned traces, and no wrong one is right on random schedules."""
    model = Folder(WRONG / f"{name}.py", course_files(), load_course())
    try:
        demo_probes = [schedule for schedule, _ in questions.pinned()]
        (demo_comparison,) = compare({name: model.answers(demo_probes)}, demo_probes, kinds(), lambda: None)
        drawn = list(questions.random_schedules(50, 1))
        (comparison,) = compare({name: model.answers(drawn)}, drawn, kinds(), lambda: None)
    finally:
        model.close()
    assert demo_comparison.mismatches == pinned
    assert comparison.mismatches > 5
    assert words in demo_comparison.simplest + comparison.simplest


def test_a_pass_that_never_ends_is_an_answer_too() -> None:
    model = Folder(WRONG / "run_once_drains_the_queue.py", course_files(), load_course())
    probes = [schedule for schedule, _ in questions.pinned()]
    try:
        (comparison,) = compare({"drain": model.answers(probes)}, probes, kinds(), lambda: None)
    finally:
        model.close()
    assert comparison.mismatches == 2
    assert "It did not come to an end: hog had run " in comparison.simplest


def test_no_question_leaves_a_loop_running_for_ever() -> None:
    asked = [probe for probes in questions.asked_by_the_suite(3).values() for probe in probes]
    for probe in [*asked, *(schedule for schedule, _ in questions.grid()), *questions.random_schedules(300, 3)]:
        if isinstance(probe, Schedule):
            facts = answer(probe, kinds()[0])
            assert isinstance(facts, ScheduleFacts)
            assert 2 * sum(facts.resumed) < probe.budget, "a right loop must never reach the budget"


def test_a_solution_folder_as_students_hand_it_in(tmp_path: Path) -> None:
    sources = course_files().package_sources(load_course())
    for name in ("future.py", "task.py", "loop.py"):
        (tmp_path / name).write_bytes(sources[name])
    model = Folder(tmp_path, course_files(), load_course())
    probes = list(questions.random_schedules(80, 2))
    try:
        (comparison,) = compare({"it": model.answers(probes)}, probes, kinds(), lambda: None)
    finally:
        model.close()
    assert (comparison.asked, comparison.mismatches) == (80, 0)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import os\nos._exit(3)\n", "No answer"),
        ("raise KeyError('x')\n", "cannot be imported: KeyError in task.py, line "),
    ],
    ids=["dies", "raises"],
)
def test_a_solution_that_dies_or_cannot_be_imported_is_a_mismatch_everywhere(
    tmp_path: Path, source: str, words: str
) -> None:
    sources = course_files().package_sources(load_course())
    for name in ("future.py", "task.py", "loop.py"):
        (tmp_path / name).write_bytes(sources[name] + (source.encode() if name == "task.py" else b""))
    model = Folder(tmp_path, course_files(), load_course())
    probes = list(questions.random_schedules(10, 2))
    try:
        (comparison,) = compare({"it": model.answers(probes)}, probes, kinds(), lambda: None)
    finally:
        model.close()
    assert comparison.mismatches == 10
    assert words in comparison.simplest


def test_a_folder_without_a_solution_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="empty"):
        Folder(tmp_path, course_files(), load_course())
