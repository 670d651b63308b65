"""Who yields, and how often: a loop that drives real coroutines and counts what their yields are worth.

Time is counted in ticks, and work in steps. In one tick every task can do one step, as long as no two need the CPU: a step
is `IO` (somebody else works, and the task only waits) or `CPU` (the task needs a CPU slot, and there is one). But a task
that does not yield keeps everybody waiting, and then a tick is worth one step, and no more.

    counts                yields  ticks  overlap
    a yield at each step      80     31       49      8 tasks of 10 steps, 70 % of them I/O
    a yield at I/O only       54     36       44
    no yield at all            0     80        0
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Sequence
from types import coroutine
from typing import Any, NamedTuple

CPU = "cpu"
IO = "io"

Task = Coroutine[Any, Any, Any]


class Counts(NamedTuple):
    """What a run came to: how often a task yielded, how many ticks it took, and how many steps overlapped others."""

    yields: int
    ticks: int
    overlap: int


class Work:
    """All the steps that were done, by all tasks together: `steps` is their number. Bodies call `do` for each step."""

    def __init__(self) -> None:
        self.steps = 0

    def do(self) -> None:
        """Do one step."""
        self.steps += 1


@coroutine
def about_to(kind: str) -> Generator[str, None, None]:
    """Yield to the loop, and say what the next step needs: `await about_to(CPU)`."""
    yield kind


async def body(kinds: Sequence[str], work: Work, yields_at: Callable[[str], bool]) -> None:
    """A task: one step after the other, with a yield before each step at which `yields_at` says so."""
    for kind in kinds:
        if yields_at(kind):
            await about_to(kind)
        work.do()


def draw_tasks(tasks: int, steps: int, io_of_ten: int, seed: int) -> list[list[str]]:
    """The kinds of the steps of each task, drawn task by task with a Lehmer generator: the same everywhere, for ever."""
    state = seed % (2**31 - 2) + 1
    drawn: list[list[str]] = []
    for _ in range(tasks):
        kinds = []
        for _ in range(steps):
            state = state * 48271 % (2**31 - 1)
            kinds.append(IO if state % 10 < io_of_ten else CPU)
        drawn.append(kinds)
    return drawn


def run_tasks(tasks: Sequence[Task], work: Work, slots: int = 1) -> Counts:
    """Drive all tasks to their ends, and count.

    First every task is started, in order; each step that it does before its first yield takes one tick. Then, round by
    round, every task that has yielded is resumed once, in order; but only the first `slots` of those that wait for a `CPU`
    step, the others have to wait for the next round. A round takes one tick. A task that does more than one step when it
    is resumed keeps everybody else waiting: each step after its first one takes one tick more.

    `overlap` is what was gained: in a round in which five tasks were resumed, four steps overlapped.
    """
    # BEGIN SOLUTION who_yields.run_tasks
    yields = ticks = overlap = 0
    waiting: dict[int, str] = {}

    def resume(index: int) -> int:
        """Let a task do its steps, and give their number."""
        nonlocal yields
        before = work.steps
        waiting.pop(index, None)
        try:
            waiting[index] = tasks[index].send(None)
            yields += 1
        except StopIteration:
            pass
        return work.steps - before

    for index in range(len(tasks)):
        ticks += resume(index)
    while waiting:
        cpu = [index for index in sorted(waiting) if waiting[index] == CPU]
        resumed = [index for index in sorted(waiting) if index not in cpu[slots:]]
        ticks += 1 + sum(resume(index) - 1 for index in resumed)
        overlap += len(resumed) - 1
    return Counts(yields, ticks, overlap)
    # END SOLUTION who_yields.run_tasks


def run_workers(tasks: Sequence[Sequence[str]], slots: int = 1) -> tuple[int, int]:
    """The same without any coroutine: one worker per task, `slots` for `CPU` steps. In each tick every worker does its next
    step, but only the first `slots` of those whose next step is a `CPU` step. Gives ticks and overlap.
    """
    # BEGIN SOLUTION who_yields.run_workers
    done = [0] * len(tasks)
    ticks = overlap = 0
    while any(count < len(kinds) for count, kinds in zip(done, tasks, strict=True)):
        free, advanced = slots, 0
        for worker, kinds in enumerate(tasks):
            if done[worker] == len(kinds) or (kinds[done[worker]] == CPU and not free):
                continue
            free -= kinds[done[worker]] == CPU
            done[worker] += 1
            advanced += 1
        ticks += 1
        overlap += advanced - 1
    return ticks, overlap
    # END SOLUTION who_yields.run_workers
