"""What is asked of `await_by_hand`: questions, answers, results, neighbours and delays drawn at random."""

from __future__ import annotations

from random import Random
from typing import Any

from ...probes.bonus import Experiment

UNIT = "await_by_hand"
SIZE = 4
DIRECTLY, AS_TASKS = "await_directly", "await_as_tasks"
WATCHER, WITHOUT_FUTURE = "sleep_with_watcher", "sleep_without_future"


def _talk(name: str, r: Random, fewest: int = 1, **more: Any) -> Experiment:
    """A coroutine that asks a few things; there may be more answers than it needs."""
    texts = [r.randrange(10, 1000) for _ in range(r.randint(fewest, 5))]
    answers = [r.randrange(1000, 10_000) for _ in range(len(texts) + r.randrange(3))]
    args = {"texts": texts, "answers": answers, "result": r.randrange(10_000, 100_000)}
    return Experiment(UNIT, name, args | more)


def questions(r: Random) -> list[Experiment]:
    """The student's awaitable, in a coroutine that is driven by hand."""
    return [_talk("questions", r, 2) for _ in range(SIZE)]


def driven(r: Random) -> list[Experiment]:
    """Coroutines for the student's `drive`; one yields nothing, one has exactly the answers that it needs."""
    experiments = [_talk("driven", r, 2, error=False) for _ in range(SIZE)]
    experiments.append(_talk("driven", r, error=False, texts=[]))
    exact = _talk("driven", r, 2, error=False)
    exact.args["answers"] = exact.args["answers"][: len(exact.args["texts"])]
    return [*experiments, exact]


def driven_to_errors(r: Random) -> list[Experiment]:
    """Coroutines that raise at their end."""
    return [_talk("driven", r, error=True) for _ in range(SIZE)]


def _awaited(name: str, r: Random) -> list[Experiment]:
    """With no yield of the coroutine's own, and with some."""
    return [
        Experiment(
            UNIT,
            "awaited",
            {
                "name": name,
                "times": r.randint(2, 5),
                "yields": yields,
                "neighbours": r.randint(1, 3),
                "turns": r.randint(2, 5),
                "first": r.randrange(1000),
            },
        )
        for yields in (0, 0, 1, r.randint(2, 3))
    ]


def directly(r: Random) -> list[Experiment]:
    """Coroutines that are awaited directly."""
    return _awaited(DIRECTLY, r)


def as_tasks(r: Random) -> list[Experiment]:
    """Coroutines that are awaited as tasks."""
    return _awaited(AS_TASKS, r)


def _sleeps(name: str, r: Random) -> list[Experiment]:
    """Several sleepers at once, some of them with the same delay, none of it a multiple of the step."""
    experiments = []
    for _ in range(SIZE):
        step = r.randint(3, 7)
        delays = [step * r.randint(4, 40) + r.randint(1, step - 1) for _ in range(r.randint(2, 4))]
        args = {"name": name, "delays": [*delays, delays[0]], "step": step, "begins_at": r.randrange(1000, 5000)}
        experiments.append(Experiment(UNIT, "sleeps", args))
    return experiments


def watcher_sleeps(r: Random) -> list[Experiment]:
    """The sleep with a watcher."""
    return _sleeps(WATCHER, r)


def bare_sleeps(r: Random) -> list[Experiment]:
    """The sleep without a future."""
    return _sleeps(WITHOUT_FUTURE, r)


def pinned(_: Random) -> list[Experiment]:
    """The figures of the course: 7 goes out, 42 comes in, 23 is returned; and who of a and b comes first."""
    order = {"times": 3, "yields": 0, "neighbours": 1, "turns": 1, "first": 0}
    return [
        Experiment(UNIT, "questions", {"texts": [7], "answers": [42], "result": 23}),
        Experiment(UNIT, "awaited", {"name": DIRECTLY, **order}),
        Experiment(UNIT, "awaited", {"name": AS_TASKS, **order}),
    ]
