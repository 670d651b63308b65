"""What is asked of `what_runs_next`: programs drawn at random. Which of them runs first depends on what was drawn."""

from __future__ import annotations

from random import Random

from ...probes.bonus import Experiment
from ...probes.bonus.what_runs_next import Op

UNIT = "what_runs_next"
SIZE = 4

Scripts = dict[str, list[Op]]


def _program(scripts: Scripts) -> Experiment:
    return Experiment(UNIT, "program", {"scripts": scripts})


def _some(r: Random, letter: str, fewest: int = 2, most: int = 4) -> list[str]:
    return [f"{letter}{number}" for number in range(1, r.randint(fewest, most) + 1)]


def _telling(r: Random) -> list[Experiment]:
    """Small programs in which each of the usual mistakes about the queue and the timers comes to another order, always."""
    far, near = r.randint(60, 99), r.randint(20, 50)
    programs: list[Scripts] = [
        {
            "main": [
                ["later", far, "far"],
                ["later", near, "near"],
                ["later", 0, "zero"],
                ["later", 0, "tie"],
                ["soon", "c"],
            ]
        },
        {"main": [["later", 0, "timer"], ["soon", "a"]], "a": [["soon", "a2"]], "a2": [["soon", "a3"]]},
        {"main": [["later", 1, "x"], ["later", 2, "y"], ["burn", r.randint(5, 9)]], "x": [["soon", "z"]]},
        {"main": [["later", 0, "timer"], ["yield"], ["yield"], ["note", "later"]]},
        {"main": [["soon", "a"], ["soon", "b"]], "a": [["later", 0, "timer"]], "b": [["soon", "c"]]},
    ]
    return list(map(_program, programs))


def arguments(r: Random) -> list[Experiment]:
    """Callbacks with arguments, timers in any order."""
    experiments = []
    for _ in range(SIZE):
        values = [[r.randrange(100) for _ in range(r.randrange(4))] for _ in range(r.randint(3, 6))]
        delays = [1000, *r.sample(range(1, 1000), len(values) - 1)]
        experiments.append(Experiment(UNIT, "arguments", {"values": values, "delays": delays}))
    return experiments


def queues(r: Random) -> list[Experiment]:
    """Callbacks that queue callbacks and arm timers that are due at once: who waits for the next pass?"""
    experiments = _telling(r)
    for _ in range(SIZE):
        names = _some(r, "c", 3, 5)
        scripts: Scripts = {"main": [["soon", name] for name in names]}
        for name in r.sample(names, 2):
            scripts[name] = [["soon", f"{name}-next"], ["later", 0, f"{name}-timer"], ["burn", r.randint(1, 9)]]
            scripts[f"{name}-next"] = [["soon", f"{name}-last"], ["later", r.randint(1, 20), f"{name}-late"]]
        experiments.append(_program(scripts))
    return experiments


def timers(r: Random) -> list[Experiment]:
    """Timers of all kinds: far, near, due at once, two with one deadline, and one that is overdue."""
    experiments = _telling(r)
    for _ in range(SIZE):
        names = _some(r, "t", 4, 6)
        arm: list[Op] = [
            ["later", delay, name] for delay, name in zip(r.sample(range(1, 500), len(names)), names, strict=True)
        ]
        twice = r.randint(1, 500)
        arm += [["later", twice, "first"], ["later", 0, "at once"], ["later", twice, "second"]]
        r.shuffle(arm)
        arm.insert(r.randrange(len(arm)), ["burn", r.randint(10, 200)])
        scripts: Scripts = {"main": [*arm, ["soon", "ready"], ["yield"], ["note", "goes on"]]}
        scripts[names[0]] = [["soon", "behind"], ["later", 0, "later still"]]
        scripts["ready"] = [["burn", r.randint(200, 400)]]
        experiments.append(_program(scripts))
    return experiments


def tasks(r: Random) -> list[Experiment]:
    """Tasks among callbacks: when does each start, and how do they take turns?"""
    experiments = []
    for _ in range(SIZE):
        names, callbacks = _some(r, "t", 2, 3), _some(r, "c", 2, 3)
        make: list[Op] = [["task", name] for name in names] + [["soon", name] for name in callbacks]
        r.shuffle(make)
        script: list[Op] = [*make, ["note", "still running"], ["yield"], ["note", "goes on"]]
        scripts: Scripts = {"main": script}
        for name in names:
            scripts[name] = []
            for number in range(r.randint(2, 4)):
                scripts[name] += [["note", f"part {number}"], r.choice((["yield"], ["yield"], ["soon", f"{name}-cb"]))]
        experiments.append(_program(scripts))
    return experiments


def futures(r: Random) -> list[Experiment]:
    """Futures with waiters and done-callbacks, resolved by a callback, among others that are ready."""
    experiments = []
    for _ in range(SIZE):
        value, late = r.randrange(100), r.randrange(100, 200)
        waiters = _some(r, "w", 2, 4)
        twice: list[Op] = [["wait", "f"], ["note", "goes on"], ["wait", "f"], ["note", "no need to wait"]]
        scripts: Scripts = dict.fromkeys(waiters, twice)
        begin: list[Op] = [["task", name] for name in waiters] + [["when", "f", name] for name in _some(r, "d")]
        r.shuffle(begin)
        scripts["main"] = [
            ["future", "f"],
            ["future", "g"],
            *begin,
            ["yield"],
            ["soon", "before"],
            ["soon", "resolver"],
            ["soon", "after"],
            ["wait", "g"],
            ["when", "f", "too late"],
            ["note", "still running"],
            ["yield"],
            ["note", "at the end"],
        ]
        scripts["resolver"] = [
            ["resolve", "f", value],
            ["soon", "queued by the resolver"],
            ["later", r.randint(1, 9), "last"],
        ]
        scripts["last"] = [["resolve", "g", late]]
        experiments.append(_program(scripts))
    return experiments


def joins(r: Random) -> list[Experiment]:
    """Tasks that wait for tasks, for some that are done already, and coroutines that are awaited directly."""
    together: Scripts = {
        "main": [["task", "a"], ["task", "b"], ["task", "c"], ["note", "made them"]],
        "a": [["note", "begins"], ["yield"], *[["yield"]] * r.randrange(3), ["soon", "x"]],
        "b": [["join", "a"]],
        "c": [["join", "a"], ["soon", "c2"], ["join", "b"]],
        "x": [["soon", "y"]],
    }
    experiments = [_program(together)]
    for _ in range(SIZE):
        names = _some(r, "t", 2, 4)
        scripts: Scripts = {"main": [["task", name] for name in names], "inner": [["note", "runs in place"]]}
        if r.randrange(2):
            scripts["inner"] += [["yield"], ["note", "goes on"]]
        for number, name in enumerate(names):
            scripts[name] = [["note", "begins"], *[["yield"]] * r.randrange(4), ["call", "inner"]]
            scripts[name] += [["join", names[number - 1]], ["note", "is done"]] if number else []
        for name in r.sample(names, len(names)):
            scripts["main"] += [["join", name], ["done", name], ["soon", f"after {name}"]]
        experiments.append(_program(scripts))
    return experiments


def eager_tasks(r: Random) -> list[Experiment]:
    """Eager tasks: one that is done at once, one that yields, one that waits, beside lazy ones and callbacks."""
    experiments = []
    for _ in range(SIZE):
        make: list[Op] = [
            ["eager", "instant"],
            ["eager", "yields"],
            ["task", "lazy"],
            ["eager", "waits"],
            ["soon", "c"],
        ]
        r.shuffle(make)
        looks: list[Op] = [["done", name] for name in ("instant", "yields", "waits", "lazy")]
        joins_: list[Op] = [["join", name] for name in r.sample(("instant", "yields", "waits", "lazy"), 4)]
        experiments.append(
            _program(
                {
                    "main": [
                        ["future", "f"],
                        *make,
                        *looks,
                        ["soon", "resolver"],
                        ["yield"],
                        *looks,
                        *joins_,
                        ["soon", "last"],
                        ["join", "instant"],
                    ],
                    "instant": [["note", "only this"]],
                    "yields": [["note", "first"], *[["yield"]] * r.randint(1, 3), ["note", "then"]],
                    "waits": [["note", "first"], ["wait", "f"], ["eager", "instant"], ["note", "then"]],
                    "lazy": [["note", "first"], ["yield"], ["note", "then"]],
                    "resolver": [["soon", "r1"], ["resolve", "f", r.randrange(100)]],
                    "r1": [["soon", "r2"]],
                }
            )
        )
    return experiments


def anything(r: Random) -> list[Experiment]:
    """Random programs: four tasks, callbacks and futures, everything in any order. None is eager."""
    return [*_telling(r), *(_program(_random_scripts(r)) for _ in range(5 * SIZE))]


def _random_scripts(r: Random) -> Scripts:
    names = ["main", "a", "b", "c"]
    scripts: Scripts = {name: [] for name in names}
    for name in names:
        scripts[name] = [_random_op(r, name, number) for number in range(r.randint(4, 9))]
    scripts["main"] = [["future", "f"], ["future", "g"], ["task", "a"], ["task", "b"], *scripts["main"], ["task", "c"]]
    # Each future is resolved once, from somewhere: a second result is an error in asyncio.
    for future in ("f", "g"):
        scripts[f"resolver of {future}"] = [["resolve", future, r.randrange(100)], ["soon", f"with {future}"]]
        schedule: Op = r.choice(
            (["soon", f"resolver of {future}"], ["later", r.randint(0, 60), f"resolver of {future}"])
        )
        scripts["main"].insert(r.randrange(2, 5), schedule)
    return scripts


def _random_op(r: Random, who: str, number: int) -> Op:
    label = f"{who}{number}"
    ops: list[Op] = [
        ["note", f"part {number}"],
        ["yield"],
        ["soon", f"soon {label}"],
        ["later", r.randint(0, 40), f"later {label}"],
        ["sleep", r.randint(1, 40)],
        ["burn", r.randint(1, 30)],
        ["when", r.choice("fg"), f"when {label}"],
        ["wait", r.choice("fg")],
    ]
    if who == "main":
        ops += [["join", r.choice("ab")], ["done", r.choice("ab")]]
    return r.choice(ops)


ORDER: Scripts = {
    "main": [
        ["soon", "call_soon 1"],
        ["later", 0, "call_later 0"],
        ["task", "t1"],
        ["task", "t2"],
        ["soon", "call_soon 2"],
        ["note", "still running"],
        ["yield"],
        ["note", "resumed"],
        ["join", "t1"],
        ["join", "t2"],
        ["note", "done"],
    ],
    "t1": [["note", "1"], ["yield"], ["note", "2"]],
    "t2": [["note", "1"], ["yield"], ["note", "2"]],
}
ORDER_ROWS = (
    "main still running / call_soon 1 ran / t1 1 / t2 1 / call_soon 2 ran / main resumed / call_later 0 ran / t1 2 / t2 2"
    " / main has the result of t1 / main has the result of t2 / main done"
)
EAGER: Scripts = {
    "main": [
        ["eager", "e1"],
        ["note", "goes on"],
        ["eager", "instant"],
        ["eager", "sleeper"],
        ["done", "instant"],
        ["done", "sleeper"],
        ["yield"],
    ],
    "e1": [["note", "1"], ["yield"], ["note", "2"]],
    "instant": [],
    "sleeper": [["yield"]],
}
EAGER_ROWS = "e1 1 / main goes on / main instant is done / main sleeper is not done / e1 2"


def _beside(greedy: list[Op]) -> Scripts:
    tick: list[Op] = [["note", "0"], ["yield"], ["note", "1"], ["yield"], ["note", "2"]]
    return {"main": [["task", "tick"], ["task", "greedy"]], "tick": tick, "greedy": greedy}


GREEDY = _beside([["note", "0"], ["note", "1"], ["note", "2"]])
GREEDY_ROWS = "tick 0 / greedy 0 / greedy 1 / greedy 2 / tick 1 / tick 2"
POLITE = _beside([["note", "0"], ["yield"], ["note", "1"], ["yield"], ["note", "2"]])
POLITE_ROWS = "tick 0 / greedy 0 / tick 1 / greedy 1 / tick 2 / greedy 2"

PINNED = ((ORDER, ORDER_ROWS), (EAGER, EAGER_ROWS), (GREEDY, GREEDY_ROWS), (POLITE, POLITE_ROWS))
"""The orders that the course publishes, each with what it notes, at 0 ms."""


def pinned(_: Random) -> list[Experiment]:
    """The published orders."""
    return [_program(scripts) for scripts, _rows in PINNED]
