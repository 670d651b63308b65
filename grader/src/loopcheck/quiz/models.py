"""The course's own loop, and what it becomes by the mistakes that the questions talk about.

What must stay true: the loop is the reference's; a variant replaces one function and nothing else. All times in ms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from heapq import heappop
from importlib import import_module
from typing import Any

from ..course import course_files, load_course
from ..suite.expected import PACKAGE, load_reference

Command = tuple[str, int]
Spec = tuple[str, Sequence[Command], bool]
"""A task: its name, its commands, and whether they go round for ever."""
Stamps = tuple[int, int, int, int]


@cache
def reference(module: str) -> Any:
    """A module of the reference package."""
    load_reference(course_files(), load_course())
    return import_module(f"{PACKAGE}.{module}")


def heartbeat(period: int, work: int = 0, name: str = "heartbeat") -> Spec:
    """Asks for `period` ms for ever; with `work`, it burns that much each time it is woken."""
    return name, [("sleep", period), *([("burn", work)] if work else [])], True


def hog(*chunks: int, name: str = "hog") -> Spec:
    """Burns these chunks in turn, for ever."""
    return name, [("burn", chunk) for chunk in chunks], True


def finite_hog(chunk: int, burns: int, name: str = "hog") -> Spec:
    """Burns so many chunks, and ends."""
    return name, [("burn", chunk)] * burns, False


def body(commands: Sequence[Command], endless: bool, on_resume: Callable[[], object] = lambda: None) -> Iterator[Any]:
    """The generator of a task. `on_resume` is called whenever it has the CPU."""
    on_resume()
    while True:
        for command in commands:
            yield command
            on_resume()
        if not endless:
            return


def run(tasks: Sequence[Spec], until: int, hops: int = 2, loop: str = "") -> list[Any]:
    """The wakes that a loop of the course records; `loop` names a variant."""
    made = variant(loop)(hops)
    for name, commands, endless in tasks:
        made.create_task(body(commands, endless), name)
    made.run(until)
    return list(made.trace)


def stamps(tasks: Sequence[Spec], count: int, hops: int = 2, loop: str = "", name: str = "heartbeat") -> list[Stamps]:
    """The four stamps of the first `count` wakes of one task."""
    made = variant(loop)(hops)
    for each, commands, endless in tasks:
        made.create_task(body(commands, endless), each)
    while sum(wake.name == name for wake in made.trace) < count:
        made.run(made.clock + 1)
    return [tuple(wake[1:]) for wake in made.trace if wake.name == name][:count]


def ran(tasks: Sequence[Spec], count: int, hops: int = 2, loop: str = "") -> list[int]:
    """When the heartbeat really ran, the first `count` times."""
    return [wake[3] for wake in stamps(tasks, count, hops, loop)]


def period(tasks: Sequence[Spec], hops: int = 2, loop: str = "") -> int:
    """The heartbeat's period once it is steady: from its third wake to its fourth."""
    third, fourth = ran(tasks, 4, hops, loop)[2:]
    return fourth - third


def burns_per_tick(tasks: Sequence[Spec], hops: int) -> int:
    """How often the hogs burn from the heartbeat's third wake to its fourth."""
    made = variant("")(hops)
    seen: list[str] = []
    for name, commands, endless in tasks:
        made.create_task(body(commands, endless, partial(seen.append, name)), name)
    marks: list[int] = []
    while len(made.trace) < 4:
        made.run(made.clock + 1)
        marks += [len(seen) - seen.count("heartbeat")] * (len(made.trace) - len(marks))
    return marks[3] - marks[2]


@cache
def variant(name: str) -> Any:
    """The reference's loop, or a loop with one mistake."""
    loop = reference("loop").EventLoop
    if not name:
        return loop
    return type(name, (loop,), {"create_task": _inline_task} if name == "inline" else {"run_once": VARIANTS[name]})


def _expire(loop: Any, queue: Callable[[Any], object], due: Callable[[int], bool]) -> None:
    while loop.timers and due(loop.timers[0][0]):
        timer = heappop(loop.timers)[2]
        timer.expired_at = loop.clock
        queue(timer.callback)


def _batch(loop: Any) -> None:
    for _ in range(len(loop.ready)):
        loop.ready.popleft()()


def _drains(loop: Any) -> None:
    """The pass goes on while anything is ready."""
    _expire(loop, loop.ready.append, lambda when: when <= loop.clock)
    while loop.ready:
        loop.ready.popleft()()


def _timers_first(loop: Any) -> None:
    """Callbacks of due timers go to the front."""
    due: list[Any] = []
    _expire(loop, due.append, lambda when: when <= loop.clock)
    loop.ready.extendleft(reversed(due))
    _batch(loop)


def _strictly_later(loop: Any) -> None:
    """A timer that is due this very millisecond is left for the next pass."""
    if not loop.ready and loop.timers and loop.timers[0][0] == loop.clock:
        loop.clock += 1  # or `run` would never get on
    _expire(loop, loop.ready.append, lambda when: when < loop.clock)
    _batch(loop)


VARIANTS = {"drains": _drains, "timers_first": _timers_first, "strictly_later": _strictly_later}


def _inline_task(loop: Any, coro: Iterator[Any], name: str | None = None) -> Any:
    """A task whose future runs its waiter itself, instead of scheduling it."""
    return _inline_class()(loop, coro, name)


@cache
def _inline_class() -> Any:
    task = reference("task").Task

    class InlineTask(task):  # type: ignore[misc, valid-type]  # the reference is loaded at run time
        def _suspend(self, delay: int) -> None:
            def fire() -> None:
                self.expired_at, self.fired_at = timer.expired_at, self.loop.clock
                self.step()

            self.deadline = self.loop.clock + delay
            timer = self.loop.call_later(delay, fire)

    return InlineTask


def printed_in_passes(schedule: Callable[[Any, list[str]], object]) -> list[list[str]]:
    """What callbacks print, pass by pass: `schedule` is given the loop and the list to print to."""
    loop = variant("")()
    printed: list[str] = []
    schedule(loop, printed)
    passes: list[list[str]] = []
    while loop.ready:
        done = len(printed)
        loop.run_once()
        passes.append(printed[done:])
    return passes
