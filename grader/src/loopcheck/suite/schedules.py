"""What is asked of the whole loop: the pinned schedules of the demo, the grid of the closed form, and random schedules."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from ..probes.errors import ERRORS
from ..probes.schedule import Command, Schedule, TaskSpec
from . import closed_form

PERIODS = (500, 700, 1000, 1500, 2500)
CHUNKS = (10, 50, 90, 200, 300, 400)
HOG_COUNTS = (1, 2, 3)
CHOPPED = (250, 200, 125, 100, 50, 40, 25, 20, 10, 8, 5, 2, 1)
RANDOM_SCHEDULES = 60
NAMES = ("ada", "bob", "cy", "heartbeat", "hog", "hog0", "task0", "task1")
AT_THEIR_END = 1_000_000
"""A horizon that finite tasks do not come to."""
WAKES = 3
"""Full periods of each schedule of the grid: fewer, and a loop that delivers nothing would pass."""


def heartbeat(period: int, name: str = "heartbeat") -> TaskSpec:
    return TaskSpec(name, [["sleep", period]], endless=True)


def hog(chunk: int, name: str = "hog") -> TaskSpec:
    return TaskSpec(name, [["burn", chunk]], endless=True)


@cache
def pinned_trace(name: str) -> dict[str, Any]:
    """A pinned trace: the parameters of its schedule, and its rows."""
    data: dict[str, Any] = json.loads((files(__package__) / "traces" / f"{name}.json").read_text(encoding="utf-8"))
    return data


def _pinned(name: str) -> list[Schedule]:
    data = pinned_trace(name)
    return [Schedule([heartbeat(data["period"]), hog(data["chunk"])], data["until"], data["hops"])]


def pinned_two_hops(_: Random) -> list[Schedule]:
    """The demo, through a future."""
    return _pinned("two_hops")


def pinned_one_hop(_: Random) -> list[Schedule]:
    """The demo, straight from the timer."""
    return _pinned("one_hop")


def pinned_both(_: Random) -> list[Schedule]:
    """Both pinned schedules."""
    return _pinned("two_hops") + _pinned("one_hop")


def short(r: Random) -> list[Schedule]:
    """A few hundred ms of a heartbeat and hogs: enough to see whether a pass ends."""
    return [
        Schedule(
            [heartbeat(r.randrange(100, 400)), *(hog(r.randrange(20, 90), f"hog{n}") for n in range(2))], 900, hops
        )
        for hops in (1, 2)
    ]


def grid(_: Random) -> list[Schedule]:
    """5 periods x 6 chunks x 2 hops x 3 hog counts."""
    schedules = []
    for asked in PERIODS:
        for chunk in CHUNKS:
            for hops in (1, 2):
                for count in HOG_COUNTS:
                    until = WAKES * closed_form.period(asked, chunk * count, hops)
                    hogs = [hog(chunk, f"hog{number}") for number in range(count)]
                    schedules.append(Schedule([heartbeat(asked), *hogs], until, hops))
    return schedules


def chopped(_: Random) -> list[Schedule]:
    """The same work in ever smaller chunks: two periods of each, one of the two that take a thousand passes for it."""
    periods = {chunk: 1 if chunk <= 2 else 2 for chunk in CHOPPED}
    return [Schedule([heartbeat(1000), hog(c)], n * closed_form.period(1000, c, 2)) for c, n in periods.items()]


def burns_per_tick(_: Random) -> list[Schedule]:
    """How often the hog runs between two ticks."""
    return [
        Schedule([heartbeat(1000), hog(chunk)], 4 * closed_form.period(1000, chunk, hops), hops, log=True)
        for chunk in (200, 300, 400)
        for hops in (1, 2)
    ]


def mixed(r: Random) -> list[Schedule]:
    """Several heartbeats and hogs of different sizes, created in random order; and deadlines on the millisecond on which a
    pass begins, one later, and two at once."""
    schedules = [Schedule([heartbeat(1000, "heartbeat0"), hog(200, "hog0")], 5000, 1)]
    for hops in (1, 2):
        chunk, passes = r.randrange(50, 200), r.randrange(2, 5)
        beats = [heartbeat(chunk * passes + late, f"heartbeat{number}") for number, late in enumerate((0, 1, 0))]
        schedules.append(Schedule([*beats, hog(chunk, "hog0")], 5000, hops))
    for number in range(13):
        hogs = [hog(r.randrange(20, 250), f"hog{n}") for n in range(r.randrange(1, 4))]
        beats = [heartbeat(r.randrange(30, 900), f"heartbeat{n}") for n in range(r.randrange(1, 4))]
        tasks = r.sample(hogs + beats, len(hogs + beats))
        schedules.append(Schedule(tasks, 5000, 1 + number % 2))
    return schedules


def working(r: Random) -> list[Schedule]:
    """A heartbeat that burns time of its own at every tick, made before, between or after its hogs. It is due on the
    millisecond on which a pass begins, one later, or anywhere."""
    schedules = [_working(600, 50, [200], 0, 2)]
    for number in range(12):
        hops, count, place = 1 + number % 2, 1 + number // 2 % 3, number // 6
        chunks = [r.randrange(20, 150) for _ in range(count)]
        asked = sum(chunks) * r.randrange(1, 4) + (0, 1, r.randrange(2, 20))[number % 3]
        schedules.append(_working(asked, r.randrange(5, 60), chunks, place, hops))
    return schedules


def _working(asked: int, work: int, chunks: list[int], place: int, hops: int) -> Schedule:
    """One such heartbeat in this place among its hogs, for some of its periods."""
    tasks = [hog(chunk, f"hog{number}") for number, chunk in enumerate(chunks)]
    tasks.insert(place, TaskSpec("heartbeat", [["sleep", asked], ["burn", work]], endless=True))
    return Schedule(tasks, 5 * closed_form.working_period(asked, sum(chunks), hops, work), hops)


def finite_hog(_: Random) -> list[Schedule]:
    """Thirty burns of 200 ms, then peace: the first wake shows whether the hog kept the CPU."""
    return [Schedule([heartbeat(1000), TaskSpec("hog", [["burn", 200]] * 30)], 9000, hops) for hops in (2, 1)]


def random_schedules(r: Random) -> list[Schedule]:
    """Finite tasks that burn and sleep at random, to their end; more than half of the schedules have equal deadlines. In some
    of them one task burns for ever, and the horizon is in the middle of its work."""
    schedules = []
    for number in range(RANDOM_SCHEDULES):
        step = r.choice([1, 5, 10, 50])
        tasks = []
        for name in r.sample(NAMES, r.randrange(3, 6)):
            commands: list[Command] = [
                [r.choice(["burn", "sleep"]), step * r.randrange(1, 6)] for _ in range(r.randrange(1, 9))
            ]
            tasks.append(TaskSpec(name, commands))
        until = AT_THEIR_END
        if number % 6 == 5:
            tasks.insert(r.randrange(3), hog(step * r.randrange(2, 6), "endless"))
            # Once, the first pass alone reaches the horizon: nothing is left to `run`.
            until = step * (1 if number == 5 else r.randrange(10, 60))
        schedules.append(Schedule(tasks, until, 1 + number % 2, log=True))
    return schedules


def raising(r: Random) -> list[Schedule]:
    """A task that raises something: each error once at least, each place on both hops. Neither names nor horizons tell
    these schedules from others, and no message is known before."""
    places = (_raising_soon, _raising_beside, _raising_idle, _raising_alone, _raising_late, _raising_last)
    errors = r.sample(sorted(ERRORS), len(ERRORS))
    asked = [(place, hops) for place in places for hops in (1, 2)]
    errors += r.sample(errors, len(asked) - len(errors))
    told = [["raise", f"{error} {r.randrange(10_000)}"] for error in errors]
    return [place(r, command, hops) for command, (place, hops) in zip(told, asked, strict=True)]


def _raising_soon(r: Random, error: Command, hops: int) -> Schedule:
    """In the second pass, the first one that is left to `run`; others have run in it, and more would."""
    names = r.sample(NAMES, 3)
    before, behind = (hog(r.randrange(20, 90), names.pop()) for _ in range(2))
    return _raising([before, TaskSpec(names.pop(), [["burn", r.randrange(1, 40)], error]), behind], r, hops)


def _raising_beside(r: Random, error: Command, hops: int) -> Schedule:
    """After a sleep and some burns, beside tasks that burn and tasks that sleep."""
    names = r.sample(NAMES, 5)
    script = [["sleep", r.randrange(50, 400)], *[["burn", r.randrange(1, 40)]] * r.randrange(1, 4), error]
    tasks = [TaskSpec(names.pop(), script)]
    tasks += [heartbeat(r.randrange(100, 300), names.pop()) for _ in range(2)]
    tasks += [hog(r.randrange(20, 90), names.pop()) for _ in range(2)]
    return _raising(r.sample(tasks, len(tasks)), r, hops)


def _raising_idle(r: Random, error: Command, hops: int) -> Schedule:
    """After a sleep, when the others sleep, too: nothing is ready, and timers are armed."""
    names = r.sample(NAMES, 3)
    period = r.randrange(100, 200)
    tasks = [heartbeat(period, names.pop()), TaskSpec(names.pop(), [["sleep", period + r.randrange(1, 99)], error])]
    return _raising(r.sample(tasks, 2), r, hops)


def _raising_alone(r: Random, error: Command, hops: int) -> Schedule:
    """After a sleep: nothing else is there. The horizon is that of the random schedules."""
    script = [["sleep", r.randrange(50, 400)], error]
    return Schedule([TaskSpec(r.choice(NAMES), script)], AT_THEIR_END, hops, log=True)


def _raising_late(r: Random, error: Command, hops: int) -> Schedule:
    """On waking, behind a hundred passes of another task that burns; no timer is armed then."""
    names = r.sample(NAMES, 2)
    tasks = [TaskSpec(names.pop(), [["sleep", r.randrange(3000, 4000)], error]), hog(r.randrange(20, 30), names.pop())]
    return _raising(r.sample(tasks, 2), r, hops)


def _raising_last(r: Random, error: Command, hops: int) -> Schedule:
    """In the pass in which another task burns past the horizon; no timer is armed."""
    names = r.sample(NAMES, 2)
    chunk, burns, count = r.randrange(20, 90), r.randrange(1, 40), r.randrange(2, 4)
    tasks = [hog(chunk, names.pop()), TaskSpec(names.pop(), [*[["burn", burns]] * count, error])]
    return Schedule(tasks, count * (chunk + burns) + r.randrange(1, chunk), hops, log=True)


def _raising(tasks: list[TaskSpec], r: Random, hops: int) -> Schedule:
    """These tasks, to a horizon far behind the exception."""
    return Schedule(tasks, r.randrange(5000, 9999), hops, log=True)


def starving(r: Random) -> list[Schedule]:
    """The demo for a minute, without a step budget: a pass that does not end must be ended from outside."""
    return [Schedule([heartbeat(1000), hog(200)], r.randrange(58601, 58801), budget=0)]
