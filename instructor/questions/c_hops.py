"""Counting hops: the trips through the ready queue from the timer's callback to the task."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from itertools import product
from typing import Any

from loopcheck.quiz import asyncio_model, models
from loopcheck.quiz.kinds import Answer, whole, wholes
from loopcheck.quiz.models import heartbeat, hog
from loopcheck.quiz.question import Mistake, Numbers, Question
from loopcheck.suite import closed_form


async def _as_task(ms: int) -> None:
    await asyncio.create_task(asyncio.sleep(ms))


async def _gathered(ms: int) -> None:
    await asyncio.gather(asyncio.sleep(ms))


WAITS: dict[int, Callable[[int], Coroutine[Any, Any, None]]] = {2: asyncio.sleep, 4: _as_task, 5: _gathered}
"""A way of waiting for each number of hops, to measure it on CPython's loop."""

MEASURED = [
    [asked, chunk, closed_form.period(asked, chunk, hops)]
    for (asked, chunk), hops in product([(900, 150), (1000, 130), (1200, 200), (700, 90), (1500, 250)], WAITS)
]


class UnknownWait(Question):
    id = "unknown_wait"
    title = "A wait of an unknown kind"
    prompt = """\
Somebody waits in a way that you do not know (it might be `sleep`, `gather`, a task in a task), with some number of hops of its
own. A measurement, `[asked for, hog's chunk, measured period]`, says: {measured}. The next time the task asks for
{asked} ms, in the same way, beside a hog of {chunk} ms. What period will you measure?"""
    kind = whole()
    space = {"measured": MEASURED, "asked": [800, 1100, 1300], "chunk": [110, 170, 240]}
    points = 3

    def _hops(self, n: Numbers) -> int:
        asked, chunk, period = n.measured
        return int(period // chunk - closed_form.passes(asked, chunk))

    def answer(self, n: Numbers) -> Answer:
        return closed_form.period(n.asked, n.chunk, self._hops(n))

    def second(self, n: Numbers) -> Answer:
        asked, chunk, period = n.measured
        ways = [wait for wait in WAITS.values() if asyncio_model.period_of(wait, asked, chunk) == period]
        assert len(ways) == 1
        return asyncio_model.period_of(ways[0], n.asked, n.chunk)

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:
        sleep = closed_form.period(n.asked, n.chunk, 2)
        if self._hops(n) != 2:
            yield Mistake(sleep, 0.25, "That would be a `sleep`, with 2 hops. The measurement says how many these are.")

    def explain(self, n: Numbers) -> str:
        asked, chunk, period = n.measured
        hops = self._hops(n)
        return (
            f"{period} ms are {period // chunk} passes of {chunk} ms; {closed_form.passes(asked, chunk)} of them pass until "
            f"the timer is noticed, so {hops} are hops. With your numbers: "
            f"({closed_form.passes(n.asked, n.chunk)} + {hops}) * {n.chunk} = {self.answer(n)}."
        )


class BurnsBetween(Question):
    id = "burns_between"
    title = "A measurement without a clock"
    prompt = """\
On a loaded machine you trust no clock, so you count: how often do hogs burn from one wake of the heartbeat to the next?
There are {hogs} hogs, each burns {chunk} ms between yields, the heartbeat asks for {period} ms. Give the number of burns, of all
hogs together, with `hops` 1 and with `hops` 2."""
    kind = wholes(2, "a list of two whole numbers: burns with hops 1, burns with hops 2")
    space = {"hogs": [2, 3, 4], "chunk": [40, 60, 70], "period": list(range(600, 1500, 100))}

    def _tasks(self, n: Numbers) -> list[models.Spec]:
        return [heartbeat(n.period), *(hog(n.chunk, name=f"hog{number}") for number in range(n.hogs))]

    def answer(self, n: Numbers) -> Answer:
        return [models.burns_per_tick(self._tasks(n), hops) for hops in (1, 2)]

    def second(self, n: Numbers) -> Answer:
        passes = closed_form.passes(n.period, n.chunk * n.hogs)
        return [n.hogs * (passes + hops) for hops in (1, 2)]

    def explain(self, n: Numbers) -> str:
        one_pass = n.chunk * n.hogs
        passes = closed_form.passes(n.period, one_pass)
        return (
            f"One pass is one burn of each hog, {one_pass} ms. Until the timer is noticed there are {passes} passes, then one "
            f"per hop: {passes + 1} and {passes + 2} passes of {n.hogs} burns. The difference, {n.hogs} burns, is the hop."
        )


class InlineWaiter(Question):
    id = "inline_waiter"
    title = "A future in a hurry"
    prompt = """\
In a review you find a `Future.set_result` that calls its waiter directly, instead of scheduling it. The loop has `hops` 2, the
heartbeat asks for {period} ms, the hog burns {chunk} ms between yields. What steady period does that loop give, and what period
does a right one give?"""
    kind = wholes(2, "a list of two whole numbers: the period with the bug, the right period")
    space = {"period": list(range(500, 1600, 100)), "chunk": [130, 160, 190, 240]}

    def answer(self, n: Numbers) -> Answer:
        tasks = [heartbeat(n.period), hog(n.chunk)]
        return [models.period(tasks, 2, "inline"), models.period(tasks)]

    def second(self, n: Numbers) -> Answer:
        return [closed_form.period(n.period, n.chunk, hops) for hops in (1, 2)]

    def explain(self, n: Numbers) -> str:
        passes = closed_form.passes(n.period, n.chunk)
        return (
            f"The waiter runs inside the timer's callback, so its trip through the queue is missing: "
            f"({passes} + 1) * {n.chunk} = {(passes + 1) * n.chunk} instead of ({passes} + 2) * {n.chunk} = "
            f"{(passes + 2) * n.chunk}. It looks better, but the waiter now runs in the middle of somebody else's step."
        )


class TicksPerMinute(Question):
    id = "ticks_in_a_minute"
    title = "What the hop costs in a minute"
    prompt = """\
Beside a hog of {chunk} ms a heartbeat asks for {period} ms. The loop runs until {until}. How many more wakes are there when it
waits with `call_later` (`hops` 1) than when it waits with `sleep` (`hops` 2)?"""
    kind = whole("a whole number of wakes")
    space = {"period": [400, 500, 600, 700, 800], "chunk": [90, 110, 140, 160, 210], "until": [60_000, 90_000]}

    def answer(self, n: Numbers) -> Answer:
        wakes = [len(models.run([heartbeat(n.period), hog(n.chunk)], n.until, hops)) for hops in (1, 2)]
        return wakes[0] - wakes[1]

    def second(self, n: Numbers) -> Answer:
        one, two = (-(-(n.until + n.chunk) // closed_form.period(n.period, n.chunk, hops)) - 1 for hops in (1, 2))
        return one - two

    def explain(self, n: Numbers) -> str:
        one, two = (closed_form.period(n.period, n.chunk, hops) for hops in (1, 2))
        wakes = [len(models.run([heartbeat(n.period), hog(n.chunk)], n.until, hops)) for hops in (1, 2)]
        return (
            f"With one hop the period is {one} ms, with two it is {two} ms. Until {n.until} that makes {wakes[0]} and "
            f"{wakes[1]} wakes: {wakes[0] - wakes[1]} more. Nobody works less; one side only waits {n.chunk} ms longer, "
            f"every time."
        )


QUESTIONS = (UnknownWait(), BurnsBetween(), InlineWaiter(), TicksPerMinute())
