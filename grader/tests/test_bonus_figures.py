"""The figures of the bonus exercises against judges that share nothing with the reference: asyncio, and plain arithmetic."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from importlib import import_module
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loopcheck.authoring.counterfactuals import importable
from loopcheck.course import course_files, load_course
from loopcheck.probes.bonus import Experiment, run_experiment
from loopcheck.suite.bonus import programs_what_runs_next as orders
from loopcheck.suite.bonus import programs_who_yields as yields
from loopcheck.suite.bonus.oracle_what_runs_next import asyncio_rows, can_answer
from loopcheck.suite.expected import PACKAGE, load_reference

from .test_bonus_guides import Page

load_reference(course_files(), load_course())


def reference(module: str) -> Any:
    return import_module(f"{PACKAGE}.{module}")


@pytest.mark.parametrize(
    ("policy", "counts"),
    [(("io", "cpu"), (80, 31, 49)), (("io",), (54, 36, 44)), ((), (0, 80, 0))],
    ids=["at each step", "at I/O", "never"],
)
def test_the_table_of_who_yields(policy: tuple[str, ...], counts: tuple[int, int, int]) -> None:
    """With everything that students are given: the generator of the steps, the bodies, the work."""
    module = reference("who_yields")
    drawn = module.draw_tasks(8, 10, 7, 20_260_817)
    work = module.Work()
    bodies = [module.body(kinds, work, policy.__contains__) for kinds in drawn]
    assert tuple(module.run_tasks(bodies, work)) == counts
    assert (work.steps, drawn) == (80, yields.draw_kinds(8, 10, 7, yields.PINNED_SEED))
    assert module.run_workers(drawn) == (31, 49)


KINDS = st.lists(st.sampled_from(["io", "cpu"]), min_size=1, max_size=8)


@given(st.lists(KINDS, min_size=1, max_size=8), st.sets(st.sampled_from(["io", "cpu"])), st.integers(1, 3))
def test_what_always_holds_of_who_yields(drawn: list[list[str]], policy: set[str], slots: int) -> None:
    """ticks + overlap = steps, overlap <= yields, and a yield at each step is the plain scheduler."""
    module = reference("who_yields")
    work = module.Work()
    counts = module.run_tasks([module.body(kinds, work, policy.__contains__) for kinds in drawn], work, slots)
    assert work.steps == sum(map(len, drawn)) == counts.ticks + counts.overlap
    assert counts.overlap <= counts.yields == sum(kind in policy for kinds in drawn for kind in kinds)
    if policy == {"io", "cpu"}:
        assert counts[1:] == module.run_workers(drawn, slots) == slots_by_hand(drawn, slots)


def slots_by_hand(drawn: list[list[str]], slots: int) -> tuple[int, int]:
    """The plain scheduler once more, as a table of who does what in which tick: nothing of the reference's way."""
    steps = sum(map(len, drawn))
    position = [0] * len(drawn)
    tick = 0
    while any(at < len(kinds) for at, kinds in zip(position, drawn, strict=True)):
        tick += 1
        asked = [
            (worker, kinds[position[worker]]) for worker, kinds in enumerate(drawn) if position[worker] < len(kinds)
        ]
        lucky = [worker for worker, kind in asked if kind == "cpu"][:slots]
        for worker, kind in asked:
            position[worker] += kind == "io" or worker in lucky
    return tick, steps - tick


def test_await_by_hand_is_what_asyncio_does(capsys: pytest.CaptureFixture[str]) -> None:
    """The order of a and b, without anything of ours: asyncio's own loop, and `print`."""

    async def say(name: str) -> None:
        print(name, end=" ")

    async def main(*, tasks: bool) -> None:
        beside = asyncio.create_task(say("b"))
        for _ in range(3):
            await (asyncio.create_task(say("a")) if tasks else say("a"))
        await beside

    asyncio.run(main(tasks=False))
    asyncio.run(main(tasks=True))
    assert capsys.readouterr().out.split() == ["a", "a", "a", "b", "b", "a", "a", "a"]


def test_the_sleeps_of_await_by_hand_sleep_on_the_real_loop() -> None:
    module = reference("await_by_hand")

    async def nap(sleep: Any) -> float:
        loop = asyncio.get_running_loop()
        began = loop.time()
        await sleep(0.002)
        return loop.time() - began

    for sleep in (module.sleep_with_watcher, module.sleep_without_future):
        assert asyncio.run(nap(sleep)) >= 0.002


def test_seven_forty_two_twenty_three() -> None:
    """By Python alone: an awaitable is whatever has `__await__`."""
    module = reference("await_by_hand")

    async def ask() -> int:
        assert await module.Question(7) == 42
        return 23

    asking: Coroutine[Any, Any, int] = ask()
    assert asking.send(None) == 7
    with pytest.raises(StopIteration) as end:
        asking.send(42)
    assert end.value.value == 23
    assert module.drive(ask(), [42]) == ([7], 23)


def programs() -> list[tuple[str, int]]:
    families = ("queues", "timers", "tasks", "futures", "joins", "eager_tasks", "anything", "pinned")
    return [(family, seed) for family in families for seed in range(1 if family == "pinned" else 25)]


@pytest.mark.parametrize(("family", "seed"), programs())
def test_the_reference_runs_next_what_asyncio_runs(family: str, seed: int) -> None:
    """Row by row with the clock, on CPython's own loop; eager tasks from 3.12 on."""
    compared = 0
    for experiment in getattr(orders, family)(Random(seed)):
        assert isinstance(experiment, Experiment)
        if can_answer(experiment):
            facts = run_experiment(experiment, PACKAGE)
            assert (facts.rows, facts.raised, facts.runaway) == (asyncio_rows(experiment), [], [])
            assert facts.rows
            compared += 1
    assert compared or (family == "eager_tasks" and sys.version_info < (3, 12))


def test_the_page_of_the_guide_shows_the_orders_of_asyncio() -> None:
    runs = Page("what_runs_next", course_files().root / "exercises/bonus-what_runs_next/GUIDE.md").runs
    able = [run for run in runs.values() if can_answer(run)]
    assert len(able) >= len(runs) - 1
    assert [run_experiment(run, PACKAGE).rows for run in able] == [asyncio_rows(run) for run in able]


def test_a_note_holds_no_object_in_pythons_own_words() -> None:
    """They hold its address, which is another one in each run, and the mark of a mistake would be."""
    sources = course_files().package_sources(load_course().with_bonus("what_runs_next"))
    module = sources["what_runs_next.py"].replace(b"return self.result", b"return self")
    with importable({**sources, "what_runs_next.py": module}) as package:
        rows = run_experiment(orders.pinned(Random(0))[0], package).rows
    assert ["main", "has the result an object of type Task", 0] in rows


def test_a_wrong_order_is_no_order_of_asyncio() -> None:
    """The comparison can fail."""
    [first, *_] = orders.pinned(Random(0))
    swapped = Experiment(first.unit, first.name, {"scripts": {**first.args["scripts"], "t1": [["note", "2"]]}})
    assert asyncio_rows(first) != asyncio_rows(swapped)


@pytest.mark.parametrize(("scripts", "order"), orders.PINNED, ids=["order", "eager", "greedy", "polite"])
def test_the_published_orders_are_asyncios(scripts: Any, order: str) -> None:
    experiment = Experiment("what_runs_next", "program", {"scripts": scripts})
    if not can_answer(experiment):
        pytest.skip("asyncio has eager tasks from Python 3.12 on")
    assert [f"{row[0]} {row[1]}" for row in asyncio_rows(experiment)] == order.split(" / ")
