"""Tracing the four stamps of one delivery: asked for, expired, fired, ran."""

from __future__ import annotations

from collections.abc import Iterator

from loopcheck.quiz import asyncio_model, models
from loopcheck.quiz.kinds import Answer, whole, wholes
from loopcheck.quiz.models import heartbeat, hog
from loopcheck.quiz.question import Mistake, Numbers, Question
from loopcheck.suite import closed_form

STAMPS = "a list of four whole numbers: asked for, expired, fired, ran"


class FirstWake(Question):
    id = "first_wake"
    title = "The first wake"
    prompt = """\
A heartbeat asks to be woken every {period} ms. Beside it a hog burns {chunk} ms between yields. The heartbeat was created
first, and `hops` is 2, as with `asyncio.sleep`. Give the four stamps of the heartbeat's **first** wake."""
    kind = wholes(4, STAMPS)
    space = {"period": [600, 800, 1200, 1400, 1800], "chunk": [150, 250, 350, 400]}
    points = 0
    practice = True

    def answer(self, n: Numbers) -> Answer:
        return list(models.stamps([heartbeat(n.period), hog(n.chunk)], 1)[0])

    def second(self, n: Numbers) -> Answer:
        return list(closed_form.stamps(n.period, n.chunk, 2, 0))

    def explain(self, n: Numbers) -> str:
        asked, expired, fired, ran = models.stamps([heartbeat(n.period), hog(n.chunk)], 1)[0]
        late = "on the millisecond" if expired == asked else f"{expired - asked} ms late, for no pass began earlier"
        return (
            f"Passes begin every {n.chunk} ms. The first that begins at {asked} or later begins at {expired}: the timer is "
            f"noticed then, {late}. Its callback stands behind the hog until {fired}. It resolves a future, and the future "
            f"queues the task, behind the hog once more, until {ran}."
        )


class ThirdWake(Question):
    id = "third_wake"
    title = "The third wake"
    prompt = """\
A heartbeat asks to be woken every {period} ms. Beside it a hog burns {chunk} ms between yields. The heartbeat was created
first, and this loop has `hops = {hops}`. Give the four stamps of the heartbeat's **third** wake. (The next period counts
from the moment at which the heartbeat ran, not from its old deadline.)"""
    kind = wholes(4, STAMPS)
    space = {"period": list(range(500, 1600, 100)), "chunk": [120, 150, 170, 180, 230, 270, 320], "hops": [1, 2]}
    points = 4

    def answer(self, n: Numbers) -> Answer:
        return list(models.stamps([heartbeat(n.period), hog(n.chunk)], 3, n.hops)[2])

    def second(self, n: Numbers) -> Answer:
        return list(closed_form.stamps(n.period, n.chunk, n.hops, 2))

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:
        other = list(models.stamps([heartbeat(n.period), hog(n.chunk)], 3, 3 - n.hops)[2])
        yield Mistake(other, 0.25, f"These are the stamps of a loop with hops {3 - n.hops}; yours has {n.hops}.")

    def explain(self, n: Numbers) -> str:
        rows = models.stamps([heartbeat(n.period), hog(n.chunk)], 3, n.hops)
        asked, expired, fired, ran = rows[2]
        return (
            f"The first two wakes ran at {rows[0][3]} and {rows[1][3]}. From there the heartbeat asks for "
            f"{rows[1][3]} + {n.period} = {asked}. Passes begin at multiples of {n.chunk}, so the timer is noticed at "
            f"{expired}, {expired - asked} ms later. The callback fires one pass later, at {fired}, and the task runs "
            f"{'in that very callback' if n.hops == 1 else 'one more pass later'}, at {ran}."
        )


class HogFirst(Question):
    id = "hog_first"
    title = "Who was created first"
    prompt = """\
One hog and one heartbeat, but this time the **hog** was created first: it burns its first {chunk} ms before the heartbeat
takes its own first step and asks for {period} ms. Later chunks are {chunk} ms as well, and `hops` is 2. At which millisecond
does the heartbeat run again for the first time?"""
    kind = whole()
    space = {"period": list(range(500, 1500, 50)), "chunk": [60, 80, 130, 150, 210, 240, 290]}

    def answer(self, n: Numbers) -> Answer:
        return models.ran([hog(n.chunk), heartbeat(n.period)], 1)[0]

    def second(self, n: Numbers) -> Answer:
        return closed_form.first_wake(n.period, n.chunk, 2, n.chunk)

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:
        yield Mistake(
            models.ran([heartbeat(n.period), hog(n.chunk)], 1)[0],
            0.5,
            "That is right for a heartbeat created first. Here it asks one chunk later.",
        )

    def explain(self, n: Numbers) -> str:
        asked, expired, fired, ran = models.stamps([hog(n.chunk), heartbeat(n.period)], 1)[0]
        return (
            f"The heartbeat takes its first step at {n.chunk}, so it asks for {n.chunk} + {n.period} = {asked}. A pass "
            f"finds the timer at {expired}, its callback fires at {fired}, and the task runs at {ran}."
        )


class ThreeGaps(Question):
    id = "three_gaps"
    title = "Where the time goes"
    prompt = """\
A heartbeat asks for {period} ms, `hops` is 2, and **two** hogs run beside it: one burns {first} ms between yields, the other
{second_hog} ms. Once the rhythm is steady, how long is each of the three gaps of a delivery: from *asked for* to
*expired*, from *expired* to *fired*, and from *fired* to *ran*?"""
    kind = wholes(3, "a list of three whole numbers, the gaps in ms")
    space = {"period": list(range(700, 1700, 100)), "first": [60, 110, 140, 190], "second_hog": [50, 90, 130]}
    points = 3

    def _gaps(self, n: Numbers) -> list[int]:
        asked, expired, fired, ran = models.stamps([heartbeat(n.period), hog(n.first), hog(n.second_hog)], 3)[2]
        return [expired - asked, fired - expired, ran - fired]

    def answer(self, n: Numbers) -> Answer:
        return list(self._gaps(n))

    def second(self, n: Numbers) -> Answer:
        one_pass = n.first + n.second_hog
        return [-n.period % one_pass, one_pass, one_pass]

    def explain(self, n: Numbers) -> str:
        one_pass = n.first + n.second_hog
        first, *others = self._gaps(n)
        return (
            f"One pass costs R = {n.first} + {n.second_hog} = {one_pass} ms, and every wake ends a pass. So a pass begins "
            f"every {one_pass} ms after the heartbeat asked, and the first one that begins {n.period} ms later or more is "
            f"{first} ms late. The other two gaps are one pass each: {others[0]} and {others[1]}."
        )


class HeadStart(Question):
    id = "head_start"
    title = "A heartbeat that came late"
    prompt = """\
Before the heartbeat is created, something in the program has already burned {before} ms: the heartbeat takes its first step
at {before}, in the same pass as the hog's first step, and asks for {period} ms. The hog then burns {chunk} ms between yields,
for ever; `hops` is 2. When does the heartbeat run for the **second** time after that first step?"""
    kind = whole()
    space = {"before": [30, 70, 110, 160], "period": list(range(400, 1300, 100)), "chunk": [120, 190, 250]}
    points = 3

    def _tasks(self, n: Numbers) -> list[models.Spec]:
        return [models.finite_hog(n.before, 1, name="start"), heartbeat(n.period), hog(n.chunk)]

    def answer(self, n: Numbers) -> Answer:
        return models.ran(self._tasks(n), 2)[1]

    def second(self, n: Numbers) -> Answer:
        return asyncio_model.ran(self._tasks(n), 2)[1]

    def explain(self, n: Numbers) -> str:
        first, second = models.stamps(self._tasks(n), 2)
        return (
            f"The first pass ends at {n.before} + {n.chunk} = {n.before + n.chunk}; from then on a pass begins every "
            f"{n.chunk} ms. The heartbeat asked for {first[0]}, was noticed at {first[1]} and ran at {first[3]}. From "
            f"there it asks for {second[0]}, is noticed at {second[1]}, fires at {second[2]} and runs at {second[3]}."
        )


QUESTIONS = (FirstWake(), ThirdWake(), HogFirst(), ThreeGaps(), HeadStart())
