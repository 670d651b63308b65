"""Yields and overlap: what the number of yields has to do with how much happens at the same time.

The model: tasks are lists of steps, `I` (waits for input or output, and needs no CPU) or `C` (computes, and needs the one
CPU slot). In each tick every task is looked at, in the order of its number. One that waits with an `I` step advances; one
with a `C` step advances if the slot of this tick is still free. A task that yields after each step advances by one step per
tick. A step of one that does not yield is a tick in which nobody else advances.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random

from loopcheck.quiz import asyncio_model
from loopcheck.quiz.kinds import Answer, whole, wholes
from loopcheck.quiz.question import Mistake, Numbers, Question, listed

RULES = """\
Each task is a row of steps: `I` is a step that waits for input or output, `C` one that computes and needs the only CPU slot.
Each task yields after every step. In each tick the tasks are looked at in order; an `I` advances in any case, a `C` only if no
other `C` has advanced in this tick. In one tick a task advances by one step at the most."""


def simulate(tasks: list[str]) -> tuple[int, int]:
    """Ticks, and overlapping steps: those beyond the first in a tick."""
    left = [list(task) for task in tasks]
    ticks = overlap = 0
    while any(left):
        ticks += 1
        free, advanced = True, 0
        for steps in left:
            if steps and (steps[0] == "I" or free):
                free = free and steps[0] == "I"
                steps.pop(0)
                advanced += 1
        overlap += max(0, advanced - 1)
    return ticks, overlap


def by_tick_of_each_step(tasks: list[str]) -> tuple[int, int]:
    """The same from the other side: who wants to advance, and who of those that compute is first."""
    position = [0] * len(tasks)
    busy: list[int] = []
    while sum(position) < sum(map(len, tasks)):
        wanting = [number for number, task in enumerate(tasks) if position[number] < len(task)]
        computing = [number for number in wanting if tasks[number][position[number]] == "C"]
        advancing = [number for number in wanting if number not in computing[1:]]
        busy.append(len(advancing))
        for number in advancing:
            position[number] += 1
    return len(busy), sum(busy) - len(busy)


def lehmer_tasks(seed: int) -> list[str]:
    """8 tasks of 10 steps, about 70 % of them I, drawn by a Lehmer generator."""
    state = seed % (2**31 - 2) + 1
    tasks = []
    for _ in range(8):
        steps = ""
        for _ in range(10):
            state = state * 48271 % (2**31 - 1)
            steps += "I" if state % 10 < 7 else "C"
        tasks.append(steps)
    return tasks


def _tables(count: int) -> list[list[str]]:
    random = Random("tables")
    return [
        ["".join(random.choice("IIC") for _ in range(random.randint(4, 8))) for _ in range(3)] for _ in range(count)
    ]


class TicksAndOverlap(Question):
    id = "ticks_and_overlap"
    title = "Ticks and overlap"
    prompt = f"""\
{RULES} The tasks are {{tasks}}.

How many ticks does it take until all are done, and how many steps overlap? (In a tick in which k tasks advance, k - 1 steps
overlap. Check yourself: ticks plus overlapping steps are all steps.)"""
    kind = wholes(2, "a list of two whole numbers: ticks, overlapping steps")
    space = {"tasks": _tables(24)}
    points = 3

    def answer(self, n: Numbers) -> Answer:
        return list(simulate(n.tasks))

    def second(self, n: Numbers) -> Answer:
        return list(by_tick_of_each_step(n.tasks))

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:
        ticks, overlap = simulate(n.tasks)
        if ticks != overlap:
            yield Mistake([overlap, ticks], 0.5, "The right two numbers, the other way round.")

    def explain(self, n: Numbers) -> str:
        ticks, overlap = simulate(n.tasks)
        computing = sum(task.count("C") for task in n.tasks)
        return (
            f"There are {ticks + overlap} steps, {computing} of them need the slot, and the longest task has "
            f"{max(map(len, n.tasks))}: it takes at least as many ticks as the larger of the two. Tick by tick it is {ticks}, "
            f"and {ticks + overlap} - {ticks} = {overlap} steps overlap."
        )


class BlockingCall(Question):
    id = "blocking_call"
    title = "What a blocking call costs"
    prompt = f"""\
{RULES} The tasks are {{tasks}}.

Now one more task makes a blocking call: it stands in front of the others, needs {{blocked}} ticks without a yield, and nobody
else advances meanwhile; then it has ended. How many ticks does the whole take, and how many steps overlap?"""
    kind = wholes(2, "a list of two whole numbers: ticks, overlapping steps")
    space = {"tasks": _tables(40)[24:], "blocked": [3, 4, 5, 6]}
    points = 2

    def answer(self, n: Numbers) -> Answer:
        ticks, overlap = simulate(n.tasks)
        return [ticks + n.blocked, overlap]

    def second(self, n: Numbers) -> Answer:
        ticks, overlap = by_tick_of_each_step(n.tasks)
        return [n.blocked + ticks, overlap]

    def explain(self, n: Numbers) -> str:
        ticks, overlap = simulate(n.tasks)
        return (
            f"For {n.blocked} ticks nothing but the call happens, and nothing overlaps. Afterwards the others take their {ticks} "
            f"ticks as before, with {overlap} overlapping steps: {n.blocked} + {ticks} = {n.blocked + ticks}. Its steps are "
            f"{n.blocked} more, and every one of them is paid by everybody."
        )


class SequentialAwaits(Question):
    id = "sequential_awaits"
    title = "One after the other"
    prompt = """\
Three coroutines do nothing but await `asyncio.sleep(0)`, {counts} times each. In a first run, `main` awaits them directly, one
after the other. In a second run it gives all three to one `gather`. In how many passes of the loop is at least one of them
resumed from a `sleep(0)`, in the first run and in the second?"""
    kind = wholes(2, "a list of two whole numbers: passes one after the other, passes side by side")
    space = {"counts": [[a, b, c] for a in (2, 3, 4) for b in (5, 6) for c in (1, 7, 8)]}
    points = 1

    def answer(self, n: Numbers) -> Answer:
        return [self._passes(n.counts, together) for together in (False, True)]

    def _passes(self, counts: list[int], together: bool) -> int:
        with asyncio_model.virtual_loop() as loop:
            resumed: set[int] = set()

            async def work(count: int) -> None:
                for _ in range(count):
                    await asyncio.sleep(0)
                    resumed.add(loop.passes)

            async def main() -> None:
                if together:
                    await asyncio.gather(*map(work, counts))
                    return
                for count in counts:
                    await work(count)

            loop.run_until_complete(main())
            return len(resumed)

    def second(self, n: Numbers) -> Answer:
        return [sum(n.counts), max(n.counts)]

    def explain(self, n: Numbers) -> str:
        return (
            f"Directly awaited, they share one task: {' + '.join(map(str, n.counts))} = {sum(n.counts)} yields, one after the "
            f"other, and nothing overlaps. Side by side they wait in the same passes: the longest takes {max(n.counts)}."
        )


class SeededSchedule(Question):
    id = "seeded_schedule"
    title = "Eight tasks: write it as a program"
    prompt = f"""\
{RULES}

This one is too long for paper: write ten lines of Python. There are 8 tasks of 10 steps. The steps are drawn task by task
with a generator whose state begins at `{{seed}} % (2**31 - 2) + 1`; before each step the state becomes
`state * 48271 % (2**31 - 1)`, and the step is an `I` if `state % 10 < 7`, else a `C`. How many ticks does it take?"""
    kind = whole("a whole number of ticks")
    space = {"seed": [20260000 + 37 * number for number in range(40)]}
    points = 3
    few_answers = "ticks of 80 steps lie between some 20 and 40; the seeds give what they give"

    def answer(self, n: Numbers) -> Answer:
        return simulate(lehmer_tasks(n.seed))[0]

    def second(self, n: Numbers) -> Answer:
        return by_tick_of_each_step(lehmer_tasks(n.seed))[0]

    def explain(self, n: Numbers) -> str:
        tasks = lehmer_tasks(n.seed)
        ticks, overlap = simulate(tasks)
        computing = listed([task.count("C") for task in tasks])
        return (
            f"The tasks have {computing} computing steps, which share one slot. It takes {ticks} ticks, and 80 - {ticks} = "
            f"{overlap} steps overlap. Without a single yield it would be 80 ticks, and no overlap."
        )


QUESTIONS = (TicksAndOverlap(), BlockingCall(), SequentialAwaits(), SeededSchedule())
