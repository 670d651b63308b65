"""Experiments and the wall: what goes to the child, and what is believed of what comes back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from loopcheck.course import course_files, load_course
from loopcheck.interview import provided_modules
from loopcheck.probes.bonus import BUDGET, Experiment, ExperimentFacts, Log, run_experiment, who_yields
from loopcheck.worker.host import Worker
from loopcheck.worker.protocol import GarbageError, Request, Setting, decode_answer, encode_request

EXPERIMENT = Experiment("who_yields", "workers", {"tasks": [["io"], ["cpu", "io"]], "slots": 1})
ASKED = {4: EXPERIMENT}
SETTING = Setting("who_yields", ("who_yields",))


def decoded(facts: Any) -> Any:
    return decode_answer(json.dumps([4, facts]).encode(), ASKED)


def test_an_honest_answer_is_read() -> None:
    assert decoded([[["ticks", 2], ["overlap", 1]], [], []]) == (4, ExperimentFacts([["ticks", 2], ["overlap", 1]]))
    raised = ["ValueError", "no", "who_yields.py", 3, "ValueError Exception"]
    assert decoded([[], ["workers", BUDGET], raised])[1] == ExperimentFacts([], ["workers", BUDGET], raised)


@pytest.mark.parametrize(
    "facts",
    [
        [],
        {},
        None,
        [[], []],
        [[], [], [], []],
        [[["ticks", True]], [], []],
        [[["ticks", 1.0]], [], []],
        [[["ticks", float("nan")]], [], []],
        [[["ticks", {"a": 1}]], [], []],
        [[["ticks", [1]]], [], []],
        [[["ticks", 2**53]], [], []],
        [[["x" * 300]], [], []],
        [[list(range(9))], [], []],
        [[["row"]] * 4001, [], []],
        ["row", [], []],
        [["row"], [], []],
        [[], ["workers"], []],
        [[], [1, 2], []],
        [[], [], ["ValueError"]],
        [[], [], [1, 2, 3, 4, 5]],
    ],
    ids=lambda facts: str(facts)[:40],
)
def test_anything_else_is_garbage(facts: Any) -> None:
    with pytest.raises(GarbageError):
        decoded(facts)


def test_a_request_holds_the_one_module_that_carries_the_experiment_out() -> None:
    """And neither what is right, nor anything of another exercise, nor of the reference."""
    request = Request("mini_asyncio", {}, SETTING, [(4, EXPERIMENT)])
    body = json.loads(encode_request(request)[8:])
    assert list(body["stand_ins"]) == ["loopcheck.probes.bonus.who_yields"]
    assert body["probes"] == [[4, "experiment", {"unit": "who_yields", "name": "workers", "args": EXPERIMENT.args}]]
    assert json.loads(encode_request(Request("mini_asyncio", {}, SETTING, []))[8:])["stand_ins"] == {}


def test_a_child_answers_and_knows_no_other_experiments() -> None:
    """The student's module is asked; modules of other exercises, and of the suite, cannot be imported there."""
    spy = b"""
def run_workers(tasks, slots=1):
    found = []
    for name in ("loopcheck.probes.bonus.await_by_hand", "loopcheck.suite", "loopcheck_reference", "loopcheck.course"):
        try:
            __import__(name)
            found.append(name)
        except ImportError:
            pass
    return len(tasks), str(found)
"""
    course = load_course()
    worker = Worker(provided=provided_modules(course_files(), course))
    try:
        sources = {**course_files().provided_sources(course), "who_yields.py": spy}
        reply = worker.ask(Request("mini_asyncio", sources, SETTING, [(4, EXPERIMENT)]), None)
    finally:
        worker.close()
    assert reply.answers == {4: ExperimentFacts([["ticks", 2], ["overlap", "[]"]])}


def test_whatever_a_submission_does_is_a_fact() -> None:
    """An experiment that notes for ever is stopped; the flag outlives an `except` of the student's."""
    module = type("Module", (), {})()

    def endless(tasks: list[Any], _: Any) -> tuple[int, int, int]:
        while True:
            try:
                tasks[0].send(None)
            except StopIteration:
                return 0, 0, 0

    module.run_tasks = endless
    log = Log("tasks")
    who_yields.tasks(module, log, [[["io", 1]] * (BUDGET + 50)], 1)
    assert log.facts.runaway == ["tasks", BUDGET]
    missing = run_experiment(EXPERIMENT, "no_such_package")
    assert missing.raised[0] == "ModuleNotFoundError"
