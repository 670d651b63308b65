"""What is asked of `who_yields`: tasks drawn at random, in which the right counts depend on what was drawn."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ...probes.bonus import Experiment

UNIT = "who_yields"
IO, CPU, RUN = "io", "cpu", "run"
SIZE = 4

PINNED_SEED = 20_260_817
PINNED_COUNTS = ([80, 31, 49], [54, 36, 44], [0, 80, 0])
"""Yields, ticks and overlapping steps of 8 tasks of 10 steps, 70 % I/O, on one slot: a yield at each step, at I/O, never."""
PINNED_WORKERS = [31, 49]
POLICIES = ((IO, CPU), (IO,), ())
"""At which kinds of steps the bodies of the pinned figures yield."""

TELLING = ((CPU, CPU), (CPU, IO, IO, IO), (IO, CPU))
"""Whoever gives the one slot to another task than the first comes to another order, and to other ticks and overlap."""
TELLING_OF_TWO = ((CPU, CPU, CPU, CPU), (CPU, IO, CPU), (CPU,), (IO, CPU, IO, IO, IO))
"""The same for two slots."""

Items = list[list[Any]]


def _tasks(tasks: list[Items], slots: int = 1) -> Experiment:
    return Experiment(UNIT, "tasks", {"tasks": tasks, "slots": slots})


def _workers(tasks: list[list[str]], slots: int = 1) -> Experiment:
    return Experiment(UNIT, "workers", {"tasks": tasks, "slots": slots})


def _kinds(r: Random, fewest: int = 2, most: int = 6) -> list[str]:
    return r.choices((IO, CPU), (3, 2), k=r.randint(fewest, most))


def _telling(length: Callable[[], int] = lambda: 1) -> list[Items]:
    return [[[kind, length()] for kind in kinds] for kinds in TELLING]


def starts(r: Random) -> list[Experiment]:
    """Tasks that do some steps before their first yield, that never yield, and that end at once."""
    experiments = []
    for _ in range(SIZE):
        tasks = [[[RUN, r.randint(1, 4)], [IO, 1]], [[RUN, r.randint(1, 4)]], [], [[IO, 1]], [[CPU, 1]]]
        experiments.append(_tasks(r.sample(tasks, len(tasks))))
    return experiments


def io_only(r: Random) -> list[Experiment]:
    """Tasks of different lengths that yield for I/O at each step."""
    return [_tasks([[[IO, 1]] * r.randint(1, 6) for _ in range(r.randint(3, 6))]) for _ in range(SIZE)]


def one_slot(r: Random) -> list[Experiment]:
    """Tasks that yield at each step, I/O and CPU mixed: several of them want the one slot at once."""
    experiments = [_tasks(_telling()), _tasks([[[CPU, 1]] * r.randint(1, 3) for _ in range(r.randint(3, 5))])]
    mixed = (_tasks([[[kind, 1] for kind in _kinds(r)] for _ in range(r.randint(3, 6))]) for _ in range(SIZE))
    return [*experiments, *mixed]


def more_slots(r: Random) -> list[Experiment]:
    """The same with two, three and four slots."""
    experiments = [_tasks([[[kind, 1] for kind in kinds] for kinds in TELLING_OF_TWO], 2)]
    for slots in (2, 3, 4):
        tasks = [
            [[kind, 1] for kind in r.choices((IO, CPU), (1, 4), k=r.randint(2, 5))] for _ in range(r.randint(5, 7))
        ]
        experiments.append(_tasks(tasks, slots))
    return experiments


def long_runs(r: Random) -> list[Experiment]:
    """Tasks that do several steps after some of their yields: everybody else waits for them."""
    experiments = [_tasks(_telling(lambda: r.randint(1, 4)))]
    for _ in range(SIZE):
        tasks = [[[kind, r.choice((1, 1, 2, 3, 4))] for kind in _kinds(r)] for _ in range(r.randint(3, 5))]
        tasks[r.randrange(len(tasks))] = [[IO, r.randint(2, 5)], [CPU, r.randint(2, 5)]]
        experiments.append(_tasks(tasks))
    return experiments


def blocking_calls(r: Random) -> list[Experiment]:
    """Bodies that yield at each step, but for one that once makes a blocking call of many steps."""
    experiments = []
    for number in range(SIZE):
        tasks = [[[kind, 1] for kind in _kinds(r, 3)] for _ in range(r.randint(3, 5))] if number else _telling()
        body = tasks[r.randrange(len(tasks))]
        body[r.randrange(len(body))][1] = r.randint(6, 20)
        experiments.append(_tasks(tasks))
    return experiments


def calls(r: Random) -> list[Experiment]:
    """Coroutines that await coroutines: what is yielded deep inside arrives at the loop, and an await alone yields nothing."""
    experiments = [_tasks([[["call", items]] for items in _telling()])]
    for _ in range(SIZE):
        inner = [[[kind, r.randint(1, 3)] for kind in _kinds(r, 1, 3)] for _ in range(4)]
        tasks: list[Items] = [
            [["call", inner[0]], ["call", inner[1]]],
            [["call", [["call", inner[2]], [RUN, r.randint(1, 3)]]], [IO, 1]],
            [["call", [[RUN, r.randint(1, 3)]]], *inner[3]],
        ]
        experiments.append(_tasks(r.sample(tasks, len(tasks))))
    return experiments


def anything(r: Random) -> list[Experiment]:
    """All of it together: lengths, kinds, runs before the first yield, slots."""
    experiments = [_tasks(_telling(lambda: r.randint(1, 3)))]
    for _ in range(3 * SIZE):
        tasks: list[Items] = []
        for _ in range(r.randint(2, 8)):
            first: Items = [[RUN, r.randint(1, 3)]] if r.randrange(3) == 0 else []
            tasks.append(first + [[kind, r.choice((1, 1, 1, 2, 5))] for kind in _kinds(r, 0, 8)])
        experiments.append(_tasks(tasks, r.choice((1, 1, 2, 3))))
    return experiments


def workers(r: Random) -> list[Experiment]:
    """The plain scheduler, on tasks of different lengths, some of them empty."""
    experiments = [_workers([list(kinds) for kinds in TELLING]), _workers([list(kinds) for kinds in TELLING_OF_TWO], 2)]
    for slots in (1, 1, 1, 2, 3):
        tasks = [_kinds(r, 0, 8) for _ in range(r.randint(2, 8))]
        experiments.append(_workers([*tasks, [IO], [CPU, CPU]], slots))
    return experiments


def pairs(r: Random) -> list[Experiment]:
    """One set of tasks after the other: driven with a yield at each step, and by plain workers."""
    experiments = []
    for number in range(SIZE + 2):
        slots = r.choice((1, 2)) if number > 1 else number + 1
        drawn = [_kinds(r, 1, 8) for _ in range(r.randint(2, 8))]
        if number < 2:
            drawn = [list(kinds) for kinds in (TELLING, TELLING_OF_TWO)[number]]
        experiments += [_tasks([[[kind, 1] for kind in kinds] for kinds in drawn], slots), _workers(drawn, slots)]
    return experiments


def pinned(_: Random) -> list[Experiment]:
    """The published figures: the three policies, and the plain scheduler."""
    drawn = draw_kinds(8, 10, 7, PINNED_SEED)
    policies = [
        _tasks([[[kind if kind in policy else RUN, 1] for kind in kinds] for kinds in drawn]) for policy in POLICIES
    ]
    return [*policies, _workers(drawn)]


def draw_kinds(tasks: int, steps: int, io_of_ten: int, seed: int) -> list[list[str]]:
    """The steps of the published figures: a Lehmer generator, task by task, a draw below 7 of 10 is I/O."""
    state = seed % (2**31 - 2) + 1
    drawn: list[list[str]] = []
    for _ in range(tasks):
        kinds: list[str] = []
        for _ in range(steps):
            state = state * 48271 % (2**31 - 1)
            kinds.append(IO if state % 10 < io_of_ten else CPU)
        drawn.append(kinds)
    return drawn
