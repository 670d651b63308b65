"""Where due timers belong: behind what is ready, in the order of their deadlines, and as soon as they are due."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from loopcheck.quiz import models
from loopcheck.quiz.kinds import Answer, order, wholes
from loopcheck.quiz.models import heartbeat, hog
from loopcheck.quiz.question import Mistake, Numbers, Question
from loopcheck.suite import closed_form


class TimersFirst(Question):
    id = "timers_first"
    title = "Timers that jump the queue"
    prompt = """\
Somebody "repairs" the lateness: in `run_once`, callbacks of due timers go to the **front** of the ready queue. The heartbeat
asks for {period} ms with `hops` 2, the hog burns {chunk} ms between yields. What is the steady period now, and how many ms of
the old lateness are left?"""
    kind = wholes(2, "a list of two whole numbers: the period, and how late each wake still is")
    space = {"period": list(range(500, 1700, 100)), "chunk": [130, 170, 210, 250]}
    points = 3

    def answer(self, n: Numbers) -> Answer:
        period = models.period([heartbeat(n.period), hog(n.chunk)], 2, "timers_first")
        return [period, period - n.period]

    def second(self, n: Numbers) -> Answer:
        period = (closed_form.passes(n.period, n.chunk) + 2 - 1) * n.chunk
        return [period, period - n.period]

    def explain(self, n: Numbers) -> str:
        passes = closed_form.passes(n.period, n.chunk)
        period = (passes + 1) * n.chunk
        return (
            f"The callback no longer waits for the hog, which saves one pass: ({passes} + 1) * {n.chunk} = {period}. But the "
            f"future still puts the task behind the hog, and the heap is still looked at only between passes: "
            f"{period} - {n.period} = {period - n.period} ms are left. And who queued first no longer runs first."
        )


def _armed(random: Random) -> list[list[Any]]:
    """Six timers, with deadlines that fall together."""
    names = random.sample("pqrstuvw", 6)
    return [[name, random.choice((200, 300, 400, 500))] for name in names]


class DueOrder(Question):
    id = "due_order"
    title = "Which timers, and in which order"
    prompt = """\
At clock 0 these timers are armed with `call_later`, in this order, as `[label, delay]`: {timers}. Nothing else is ready. Then
some work moves the clock to {clock}, and `run_once` is called. Which callbacks run in that pass, and in which order? (This
loop promises first-armed first among equal deadlines. The documentation of asyncio calls that order undefined.)"""
    kind = order("a list of labels, in the order in which they run")
    space = {"timers": [_armed(Random(f"due {number}")) for number in range(20)], "clock": [300, 410]}

    def answer(self, n: Numbers) -> Answer:
        loop = models.variant("")()
        fired: list[str] = []
        for label, delay in n.timers:
            loop.call_later(delay, lambda label=label: fired.append(label))
        loop.clock = n.clock
        loop.run_once()
        return fired

    def second(self, n: Numbers) -> Answer:
        due = [(delay, number, label) for number, (label, delay) in enumerate(n.timers) if delay <= n.clock]
        return [label for _, _, label in sorted(due)]

    def explain(self, n: Numbers) -> str:
        late = [label for label, delay in n.timers if delay > n.clock]
        left = f" {', '.join(late)} stay in the heap." if late else " None is left in the heap."
        right = self.answer(n)
        assert isinstance(right, list)
        return (
            f"At {n.clock} all timers whose deadline is not after {n.clock} expire, the earliest deadline first and among "
            f"equal ones in the order in which they were armed: {', '.join(map(str, right))}.{left}"
        )


class NotThisMillisecond(Question):
    id = "not_this_millisecond"
    title = "Less, or less or equal"
    prompt = """\
In `run_once` somebody wrote `<` for `<=`: a timer that is due this very millisecond is left for the next pass. The heartbeat
asks for {period} ms with `hops` 2. What is its steady period beside a hog of {divides} ms, and beside a hog of {other} ms?
"""
    kind = wholes(2, "a list of two whole numbers, the periods in ms")
    space = {"period": [600, 1200, 1800, 2400], "divides": [100, 120, 150, 200], "other": [110, 130, 170, 190]}
    points = 3

    def answer(self, n: Numbers) -> Answer:
        return [models.period([heartbeat(n.period), hog(chunk)], 2, "strictly_later") for chunk in (n.divides, n.other)]

    def second(self, n: Numbers) -> Answer:
        return [(n.period // chunk + 1 + 2) * chunk for chunk in (n.divides, n.other)]

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:
        right = [closed_form.period(n.period, chunk, 2) for chunk in (n.divides, n.other)]
        yield Mistake(right, 0.5, "Those are the periods of a right loop. One of the two hogs divides the period.")

    def explain(self, n: Numbers) -> str:
        mine = self.second(n)
        assert isinstance(mine, list)
        return (
            f"{n.divides} divides {n.period}, so passes begin exactly on the deadline, and each time the timer is left for "
            f"the next one: {mine[0]} instead of {closed_form.period(n.period, n.divides, 2)}. With {n.other} no pass begins "
            f"on a deadline, and the mistake is invisible: {mine[1]}. A test with that hog alone would have passed."
        )


QUESTIONS = (TimersFirst(), DueOrder(), NotThisMillisecond())
