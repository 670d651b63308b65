"""Drain and snapshot: what belongs to one pass of the loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from loopcheck.quiz import models
from loopcheck.quiz.kinds import Answer, order, whole, wholes
from loopcheck.quiz.models import finite_hog, heartbeat, hog
from loopcheck.quiz.question import Mistake, Numbers, Question, listed
from loopcheck.suite import closed_form

Tree = dict[str, list[str]]


def _tree(random: Random) -> Tree:
    """Two callbacks that schedule others, up to four passes deep."""
    names = iter(random.sample("cdefghijklmnopqrstuvwxyz", 24))
    level = ["a", "b"]
    tree: Tree = {}
    for choices in ((1, 2), (0, 1, 2), (0, 1)):
        for name in level:
            tree[name] = [next(names) for _ in range(random.choice(choices))]
        level = [child for name in level for child in tree[name]]
    return {name: children for name, children in tree.items() if children}


def _trees(count: int) -> list[Tree]:
    random = Random("trees")
    found: list[Tree] = []
    while len(found) < count:
        tree = _tree(random)
        third = [name for child in [*tree["a"], *tree["b"]] for name in tree.get(child, [])]
        if tree not in found and len(third) >= 2:
            found.append(tree)
    return found


def _schedule(tree: Tree) -> Callable[[Any, list[str]], None]:
    def begin(loop: Any, printed: list[str]) -> None:
        def callback(name: str) -> Callable[[], None]:
            def run() -> None:
                printed.append(name)
                for child in tree.get(name, []):
                    loop.call_soon(callback(child))

            return run

        for name in ("a", "b"):
            loop.call_soon(callback(name))

    return begin


class ThirdPass(Question):
    id = "third_pass"
    title = "What belongs to which pass"
    prompt = """\
Before the first pass, the ready queue holds the callbacks `a` and `b`, in this order. Each callback that runs queues others
with `call_soon`, in the order given here; those that are not named queue nothing: {schedules}. Which callbacks run in the
**third** call of `run_once`, and in which order?"""
    kind = order("a list of labels, in the order in which they run")
    space = {"schedules": _trees(24)}
    points = 2

    def answer(self, n: Numbers) -> Answer:
        return models.printed_in_passes(_schedule(n.schedules))[2]

    def second(self, n: Numbers) -> Answer:
        level = ["a", "b"]
        for _ in range(2):
            level = [child for name in level for child in n.schedules.get(name, [])]
        return level

    def explain(self, n: Numbers) -> str:
        passes = models.printed_in_passes(_schedule(n.schedules))
        told = "; ".join(f"pass {number} runs {listed(names)}" for number, names in enumerate(passes, 1))
        return f"A pass runs what was ready when it began, and what that queues waits for the next one: {told}."


class DrainedFirstWake(Question):
    id = "drained_first_wake"
    title = "A pass that does not stop"
    prompt = """\
In the second half of `run_once` a student wrote `while self.ready:`, so a pass goes on until nothing is ready any more. Beside
a heartbeat that asks for {period} ms (created first, `hops` 2) runs a hog that burns {chunk} ms exactly {burns} times and then
ends. Give the four stamps of the heartbeat's first wake **on that loop**."""
    kind = wholes(4, "a list of four whole numbers: asked for, expired, fired, ran")
    space = {"period": list(range(500, 1200, 100)), "chunk": [130, 170, 200, 230], "burns": [12, 15, 18, 22]}
    points = 3

    def answer(self, n: Numbers) -> Answer:
        return list(models.stamps([heartbeat(n.period), finite_hog(n.chunk, n.burns)], 1, 2, "drains")[0])

    def second(self, n: Numbers) -> Answer:
        return [n.period, *[n.chunk * n.burns] * 3]

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:
        right = list(closed_form.stamps(n.period, n.chunk, 2, 0))
        yield Mistake(right, 0.25, "These are the stamps of a right loop, whose pass ends.")

    def explain(self, n: Numbers) -> str:
        end = n.chunk * n.burns
        return (
            f"The hog queues itself again before the pass ends, so the first pass goes on until the hog has ended, at "
            f"{n.chunk} * {n.burns} = {end}. Only the next pass looks at the heap: the timer of {n.period} expires, fires "
            f"and wakes its task all at {end}. With a hog that never ends, it never would."
        )


class Deliveries(Question):
    id = "deliveries"
    title = "How often, in a minute"
    prompt = """\
A right loop runs `run({until})`. A heartbeat that was created first asks for {period} ms with `hops` 2, beside an endless hog of
{chunk} ms. How many wakes does the trace hold afterwards? (On a loop that drains its queue the answer would be 0.)"""
    kind = whole("a whole number of wakes")
    space = {"until": [30_000, 45_000, 60_000], "period": list(range(600, 1500, 100)), "chunk": [130, 170, 210]}

    def answer(self, n: Numbers) -> Answer:
        return len(models.run([heartbeat(n.period), hog(n.chunk)], n.until))

    def second(self, n: Numbers) -> Answer:
        # A pass begins as long as the clock is before `until`; wake i ends the pass that began at i * T - R.
        period = closed_form.period(n.period, n.chunk, 2)
        return sum(number * period - n.chunk < n.until for number in range(1, n.until // period + 2))

    def explain(self, n: Numbers) -> str:
        period = closed_form.period(n.period, n.chunk, 2)
        return (
            f"The period is {period} ms. `run` begins passes as long as the clock is before {n.until}, and each wake ends a "
            f"pass that began {n.chunk} ms earlier: {self.answer(n)} wakes, the last at {self.answer(n)} * {period}."
        )


class PassesUntilWake(Question):
    id = "passes_until_wake"
    title = "Counting passes"
    prompt = """\
A heartbeat (created first, `hops` 2) asks for {period} ms beside hogs of {chunks} ms. How many calls of `run_once` have begun
when the heartbeat runs again for the first time? Its very first step, in the first call, counts as the first."""
    kind = whole("a whole number of calls")
    space = {
        "period": list(range(700, 1900, 100)),
        "chunks": [[50], [70], [90], [50, 40], [60, 50], [30, 30, 40], [80, 70]],
    }

    def answer(self, n: Numbers) -> Answer:
        loop = models.variant("")()
        loop.create_task(models.body([("sleep", n.period)], endless=True), "heartbeat")
        for chunk in n.chunks:
            loop.create_task(models.body([("burn", chunk)], endless=True), "hog")
        count = 0
        while not loop.trace:
            loop.run_once()
            count += 1
        return count

    def second(self, n: Numbers) -> Answer:
        return closed_form.passes(n.period, sum(n.chunks)) + 2

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:
        right = self.second(n)
        assert isinstance(right, int)
        yield Mistake(right - 1, 0.5, "Is there one hop missing, or the pass of the first step?")
        yield Mistake(
            right + 1, 0.5, "There is one pass too many: the timer is noticed and queued at the start of one pass."
        )

    def explain(self, n: Numbers) -> str:
        one_pass = sum(n.chunks)
        passes = closed_form.passes(n.period, one_pass)
        return (
            f"One pass costs {one_pass} ms. Passes 1 to {passes} bring the clock to {passes * one_pass}, at or after "
            f"{n.period}. Pass {passes + 1} notices the timer and fires it behind the hogs; pass {passes + 2} runs the task."
        )


QUESTIONS = (ThirdPass(), DrainedFirstWake(), Deliveries(), PassesUntilWake())
