"""The figures of the course, asserted on the reference package.

The arithmetic of the closed form is typed again in here, and the counterfactual loops are written out: nothing of this
is taken from the hidden suite, which is measured against the same figures at the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise, permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from loopcheck.course import course_files, load_course
from loopcheck.probes.schedule import run_schedule
from loopcheck.suite import schedules
from loopcheck.suite.expected import PACKAGE, load_reference

PERIODS = (500, 700, 1000, 1500, 2500)
CHUNKS = (10, 50, 90, 200, 300, 400)
GRID = tuple(product(PERIODS, CHUNKS, (1, 2), (1, 2, 3)))
"""Period, chunk, hops, number of hogs."""

TWO_HOPS = [
    (1000, 1000, 1200, 1400),
    (2400, 2400, 2600, 2800),
    (3800, 3800, 4000, 4200),
    (5200, 5200, 5400, 5600),
    (6600, 6600, 6800, 7000),
]
ONE_HOP = [
    (1000, 1000, 1200, 1200),
    (2200, 2200, 2400, 2400),
    (3400, 3400, 3600, 3600),
    (4600, 4600, 4800, 4800),
    (5800, 5800, 6000, 6000),
]
CHOPPED = {250: 1500, 200: 1400, 125: 1250, 100: 1200, 50: 1100, 40: 1080, 25: 1050, 20: 1040, 10: 1020}
CHOPPED |= {8: 1016, 5: 1010, 2: 1004, 1: 1002}


class EscapeError(Exception):
    """How a hog gets out of a pass that does not end."""


@cache
def reference(module: str) -> Any:
    load_reference(course_files(), load_course())
    return import_module(f"{PACKAGE}.{module}")


def period_of(asked: int, pass_ms: int, hops: int) -> int:
    """(⌈P/R⌉ + h)·R, typed once more."""
    whole, rest = divmod(asked, pass_ms)
    return (whole + (rest > 0) + hops) * pass_ms


def loop_with(asked: Any, chunks: tuple[Any, ...], hops: int = 2, loop_class: Any = None) -> Any:
    """A loop with the heartbeat, created first, and its hogs."""
    loop = (loop_class or reference("loop").EventLoop)(hops)
    loop.create_task(reference("workloads").heartbeat(asked), "heartbeat")
    for number, chunk in enumerate(chunks):
        loop.create_task(reference("workloads").hog(chunk), f"hog{number}")
    return loop


def stamps_of(loop: Any, name: str = "heartbeat") -> list[tuple[Any, ...]]:
    return [tuple(row)[1:] for row in loop.trace if row[0] == name]


def stamps(asked: Any, chunks: tuple[Any, ...], hops: int, until: Any, loop_class: Any = None) -> list[tuple[Any, ...]]:
    loop = loop_with(asked, chunks, hops, loop_class)
    loop.run(until)
    return stamps_of(loop)


def measured_period(asked: int, chunks: tuple[int, ...], hops: int) -> int:
    """The period of at least three full ones, all of which must agree."""
    ran = [0] + [row[3] for row in stamps(asked, chunks, hops, 4 * (asked + 3 * sum(chunks)))]
    periods = {later - earlier for earlier, later in pairwise(ran)}
    assert len(ran) > 3
    assert len(periods) == 1, periods
    return periods.pop()


@pytest.mark.parametrize(("hops", "rows"), [(2, TWO_HOPS), (1, ONE_HOP)])
def test_the_pinned_demo(hops: int, rows: list[tuple[int, ...]]) -> None:
    assert stamps(1000, (200,), hops, 7000) == rows
    assert {expired - deadline for deadline, expired, _, _ in rows} == {0}


@pytest.mark.parametrize(
    ("chunk", "hops", "burns"),
    [(200, 1, 6), (200, 2, 7), (300, 1, 5), (300, 2, 6), (400, 1, 4), (400, 2, 5)],
)
def test_burns_between_two_ticks(chunk: int, hops: int, burns: int) -> None:
    ticks: list[int] = []
    burned = [0]

    def heartbeat() -> Iterator[Any]:
        while True:
            yield reference("commands").sleep(1000)
            ticks.append(burned[0])

    def hog() -> Iterator[Any]:
        while True:
            yield reference("commands").burn(chunk)
            burned[0] += 1

    loop = reference("loop").EventLoop(hops)
    loop.create_task(heartbeat(), "heartbeat")
    loop.create_task(hog(), "hog")
    loop.run(12000)
    assert len(ticks) >= 5
    assert {later - earlier for earlier, later in pairwise(ticks)} == {burns}


@pytest.mark.parametrize(
    ("chunks", "hops", "period"),
    [
        ((200,), 2, 1400),
        ((200,), 1, 1200),
        ((300,), 2, 1800),
        ((300,), 1, 1500),
        ((400, 400, 400), 2, 3600),
        ((400, 400, 400), 1, 2400),
        ((1,), 2, 1002),
        ((90,), 2, 1260),
        ((100,), 2, 1200),
    ],
)
def test_periods_that_the_course_names(chunks: tuple[int, ...], hops: int, period: int) -> None:
    assert measured_period(1000, chunks, hops) == period


def test_beside_a_hog_of_300_the_heap_itself_is_late() -> None:
    for hops in (1, 2):
        rows = stamps(1000, (300,), hops, 9000)
        assert len(rows) >= 4
        assert {expired - deadline for deadline, expired, _, _ in rows} == {200}


@pytest.mark.parametrize("chunk", CHOPPED)
def test_chopping_finer(chunk: int) -> None:
    assert measured_period(1000, (chunk,), 2) == CHOPPED[chunk]


def test_the_grid_has_180_combinations() -> None:
    assert len(set(GRID)) == 180


@pytest.mark.parametrize(("asked", "chunk"), sorted({(asked, chunk) for asked, chunk, _, _ in GRID}))
def test_closed_form_and_all_four_stamps(asked: int, chunk: int) -> None:
    """Wake i: asked for iT+P, expired iT+⌈P/R⌉R, fired one pass later, ran (i+1)T."""
    for hops, count in product((1, 2), (1, 2, 3)):
        pass_ms = chunk * count
        period = period_of(asked, pass_ms, hops)
        noticed = -(-asked // pass_ms) * pass_ms
        rows = stamps(asked, (chunk,) * count, hops, 4 * period)
        assert rows == [(i * period + asked, i * period + noticed, i * period + noticed + pass_ms, (i + 1) * period)
                        for i in range(4)], (hops, count)  # fmt: skip


@pytest.mark.parametrize(("asked", "chunk"), sorted({(asked, chunk) for asked, chunk, _, _ in GRID}))
def test_the_heap_is_late_by_minus_p_mod_r(asked: int, chunk: int) -> None:
    for hops, count in product((1, 2), (1, 2, 3)):
        rows = stamps(asked, (chunk,) * count, hops, 3 * period_of(asked, chunk * count, hops))
        assert {expired - deadline for deadline, expired, _, _ in rows} == {-asked % (chunk * count)}


def test_lateness_is_not_twice_the_chunk() -> None:
    rows = stamps(20, (50,), 2, 600)
    assert {later[3] - earlier[3] for earlier, later in pairwise(rows)} == {150}
    assert {ran - deadline for deadline, _, _, ran in rows} == {130}


@pytest.mark.parametrize("hops", [1, 2])
@pytest.mark.parametrize("kinds", sorted(set(permutations(("beat", "beat", "hog", "hog", "hog")))))
def test_first_tick_in_any_order_of_creation(kinds: tuple[str, ...], hops: int) -> None:
    """First tick (max(1, ⌈(a+P)/R⌉) + h)·R, where a is burned before the heartbeat's first step; then the closed form."""
    chunks, beats = iter((30, 200, 170)), iter((90, 1000))
    loop = reference("loop").EventLoop(hops)
    burned, wanted = 0, {}
    for kind in kinds:
        if kind == "hog":
            chunk = next(chunks)
            loop.create_task(reference("workloads").hog(chunk), f"hog{chunk}")
            burned += chunk
        else:
            asked = next(beats)
            loop.create_task(reference("workloads").heartbeat(asked), f"beat{asked}")
            first = (max(1, -(-(burned + asked) // 400)) + hops) * 400
            wanted[asked] = [first + number * period_of(asked, 400, hops) for number in range(3)]
    loop.run(8000)
    for asked, ran in wanted.items():
        assert [row[3] for row in stamps_of(loop, f"beat{asked}")][:3] == ran


def test_hogs_created_first_shift_the_demo_by_one_pass() -> None:
    for hops, rows in ((2, TWO_HOPS), (1, ONE_HOP)):
        loop = reference("loop").EventLoop(hops)
        loop.create_task(reference("workloads").hog(200), "hog")
        loop.create_task(reference("workloads").heartbeat(1000), "heartbeat")
        loop.run(7000)
        ran = [row[3] for row in stamps_of(loop)]
        assert ran == [row[3] + 200 for row in rows][: len(ran)]
        assert len(ran) >= 4


@pytest.mark.parametrize(("asked", "pass_ms", "work"), [(1000, 200, 50), (700, 90, 7), (90, 200, 33), (1500, 400, 400)])
def test_a_heartbeat_that_works_is_one_pass_later(asked: int, pass_ms: int, work: int) -> None:
    """(⌈P/R⌉ + h + 1)·R + w."""

    def heartbeat() -> Iterator[Any]:
        while True:
            yield reference("commands").sleep(asked)
            yield reference("commands").burn(work)

    for hops in (1, 2):
        loop = reference("loop").EventLoop(hops)
        loop.create_task(heartbeat(), "heartbeat")
        loop.create_task(reference("workloads").hog(pass_ms), "hog")
        period = (-(-asked // pass_ms) + hops + 1) * pass_ms + work
        loop.run(6 * period)
        ran = [row[3] for row in stamps_of(loop)]
        assert len(ran) >= 4
        assert {later - earlier for earlier, later in pairwise(ran)} == {period}


def draining(loop_class: Any) -> Any:
    """The loop whose pass runs `while self.ready`."""

    class Draining(loop_class):  # type: ignore[misc]  # the class is loaded by name
        def run_once(self) -> None:
            expire(self)
            while self.ready:
                self.ready.popleft()()

    return Draining


def expire(loop: Any) -> None:
    import heapq

    while loop.timers and loop.timers[0][0] <= loop.clock:
        timer = heapq.heappop(loop.timers)[2]
        timer.expired_at = loop.clock
        loop.ready.append(timer.callback)


def test_a_finite_hog_shows_drain_without_a_timeout() -> None:
    def first_wake(loop_class: Any) -> tuple[int, ...]:
        loop = loop_class(2)
        loop.create_task(reference("workloads").heartbeat(1000), "heartbeat")
        loop.create_task((reference("commands").burn(200) for _ in range(30)), "hog")
        loop.run(9000)
        return stamps_of(loop)[0]

    right = reference("loop").EventLoop
    assert first_wake(right) == (1000, 1000, 1200, 1400)
    assert first_wake(draining(right)) == (1000, 6000, 6000, 6000)


@pytest.mark.parametrize(("until", "deliveries"), [(58600, 41), (58601, 42), (59300, 42), (60000, 42), (60001, 43)])
def test_deliveries_of_a_minute(until: int, deliveries: int) -> None:
    assert len(stamps(1000, (200,), 2, until)) == deliveries


def test_a_drained_loop_delivers_nothing() -> None:
    def hog() -> Iterator[Any]:
        for _ in range(1000):
            yield reference("commands").burn(200)
        raise EscapeError

    loop = draining(reference("loop").EventLoop)(2)
    loop.create_task(reference("workloads").heartbeat(1000), "heartbeat")
    loop.create_task(hog(), "hog")
    with pytest.raises(EscapeError):
        loop.run(60000)
    assert loop.trace == []
    assert [when for when, _, _ in loop.timers] == [1000]
    assert loop.clock == 200_000, "it never came back at 60000, either"


def test_a_lone_endless_hog_is_enough_for_drain() -> None:
    passes = []

    def hog() -> Iterator[Any]:
        for _ in range(100):
            yield reference("commands").burn(200)
        raise EscapeError

    class Counting(draining(reference("loop").EventLoop)):  # type: ignore[misc]  # made by a function
        def run_once(self) -> None:
            passes.append(self.clock)
            super().run_once()

    loop = Counting(2)
    loop.create_task(hog(), "hog")
    with pytest.raises(EscapeError):
        loop.run(1000)
    assert passes == [0]


def test_due_timers_that_jump_the_queue_get_half_the_lateness_back() -> None:
    class TimersFirst(reference("loop").EventLoop):  # type: ignore[misc]  # the class is loaded by name
        def run_once(self) -> None:
            queued = list(self.ready)
            self.ready.clear()
            expire(self)
            self.ready.extend(queued)
            for _ in range(len(self.ready)):
                self.ready.popleft()()

    assert stamps(1000, (200,), 2, 7000, TimersFirst)[0] == (1000, 1000, 1000, 1200)
    for asked, chunk, hops in product((500, 700, 1000), (90, 200, 300), (1, 2)):
        period = (-(-asked // chunk) + hops - 1) * chunk
        ran = [row[3] for row in stamps(asked, (chunk,), hops, 5 * period, TimersFirst)]
        assert len(ran) >= 3
        assert {later - earlier for earlier, later in pairwise(ran)} == {period}


def test_a_waiter_that_runs_inline_comes_after_1200(monkeypatch: pytest.MonkeyPatch) -> None:
    class Inline(reference("future").Future):  # type: ignore[misc]  # the class is loaded by name
        def set_result(self) -> None:
            self.done = True
            if self.waiter is not None:
                self.waiter()

    monkeypatch.setattr(reference("task"), "Future", Inline)
    ran = [row[3] for row in stamps(1000, (200,), 2, 7000)]
    assert ran == [1200, 2400, 3600, 4800, 6000]


def test_float_seconds_lose_a_pass_at_the_seventh_delivery() -> None:
    ran = [0.0] + [row[3] for row in stamps(1.0, (0.2,), 2, 20)]
    periods = [later - earlier for earlier, later in pairwise(ran)]
    assert periods[:4] == [1.4, 1.4000000000000004, 1.4000000000000008, 1.4000000000000012]
    assert [round(period, 6) for period in periods[:6]] == [1.4] * 6
    assert len(periods) > 10
    assert {round(period, 6) for period in periods[6:]} == {1.6}


def test_float_seconds_with_one_hop_miss_a_deadline() -> None:
    passes = []

    class Watched(reference("loop").EventLoop):  # type: ignore[misc]  # the class is loaded by name
        def run_once(self) -> None:
            passes.append(self.clock)
            super().run_once()

    second = stamps(1.0, (0.2,), 1, 5, Watched)[1]
    assert 2.1999999999999997 in passes
    assert second[:2] == (2.2, 2.4)


@pytest.mark.parametrize(("name", "rows"), [("two_hops", TWO_HOPS), ("one_hop", ONE_HOP)])
def test_the_pinned_files_are_what_the_reference_gives(name: str, rows: list[tuple[int, ...]]) -> None:
    folder = Path(schedules.__file__).parent / "traces"
    assert sorted(path.stem for path in folder.iterdir()) == ["one_hop", "two_hops"]
    data = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    assert data["rows"] == [["heartbeat", *row] for row in rows]
    assert [list(row)[1:] for row in data["rows"]] == [
        list(row) for row in stamps(data["period"], (data["chunk"],), data["hops"], data["until"])
    ]


def test_the_suites_grid_has_180_schedules_of_three_full_periods() -> None:
    reference("loop")
    asked = schedules.grid(Random(0))
    described = {
        (
            tuple((task.name, tuple(map(tuple, task.commands)), task.endless) for task in schedule.tasks),
            schedule.hops,
        )
        for schedule in asked
    }
    assert len(asked) == len(described) == 180
    combinations = set()
    for schedule in asked:
        beat, *hogs = schedule.tasks
        period, chunk = beat.commands[0][1], hogs[0].commands[0][1]
        combinations.add((period, chunk, schedule.hops, len(hogs)))
        facts = run_schedule(schedule, PACKAGE)
        assert len(facts.rows) >= 3
        assert schedule.until >= 3 * period_of(period, chunk * len(hogs), schedule.hops)
    assert combinations == set(GRID)


@pytest.mark.parametrize("seed", range(5))
def test_half_of_the_random_schedules_have_equal_deadlines(seed: int) -> None:
    reference("loop")
    asked = schedules.random_schedules(Random(f"figures {seed}"))
    assert len(asked) == 60
    with_ties = 0
    for schedule in asked:
        deadlines = [row[1] for row in run_schedule(schedule, PACKAGE).rows]
        with_ties += len(set(deadlines)) < len(deadlines)
    assert with_ties >= len(asked) // 2
