"""The boundary where one pass is short against the period: the only lever is R."""

from __future__ import annotations

from collections.abc import Iterator

from loopcheck.quiz import asyncio_model, models
from loopcheck.quiz.kinds import Answer, number, whole, wholes
from loopcheck.quiz.models import heartbeat, hog
from loopcheck.quiz.question import Mistake, Numbers, Question
from loopcheck.suite import closed_form


class Chopped(Question):
    id = "chopped"
    title = "The same work in smaller pieces"
    prompt = """\
A hog burned {work} ms between yields. It is rewritten: the same work is cut into {pieces} equal pieces, with a yield after each.
The heartbeat beside it asks for {period} ms with `hops` 2. How late is each wake before the change, and how late after it,
once the rhythm is steady?"""
    kind = wholes(2, "a list of two whole numbers: ms late before, ms late after")
    space = {"work": [240, 360, 480, 600], "pieces": [3, 4, 6, 8, 12], "period": list(range(700, 1700, 100))}
    points = 2

    def answer(self, n: Numbers) -> Answer:
        chunks = (n.work, n.work // n.pieces)
        return [models.period([heartbeat(n.period), hog(chunk)]) - n.period for chunk in chunks]

    def second(self, n: Numbers) -> Answer:
        return [-n.period % chunk + 2 * chunk for chunk in (n.work, n.work // n.pieces)]

    def explain(self, n: Numbers) -> str:
        small = n.work // n.pieces
        before, after = (-n.period % chunk + 2 * chunk for chunk in (n.work, small))
        return (
            f"One pass shrinks from {n.work} to {small} ms. The lateness is the rest until a pass begins, plus two passes: "
            f"{-n.period % n.work} + 2 * {n.work} = {before} before, {-n.period % small} + 2 * {small} = {after} after. It "
            f"shrinks; it is never 0 as long as anybody burns."
        )


class PercentLate(Question):
    id = "percent_late"
    title = "Late in percent"
    prompt = """\
A heartbeat asks for {period} ms, a hog burns {chunk} ms between yields, `hops` is 2. By how many percent is the real period
longer than the one asked for? (Two decimals are enough.)"""
    kind = number("a number, percent", tolerance=0.051)
    space = {"period": [700, 900, 1100, 1300, 1700], "chunk": [5, 10, 20, 30, 60, 80]}

    def answer(self, n: Numbers) -> Answer:
        return 100 * (models.period([heartbeat(n.period), hog(n.chunk)]) - n.period) / n.period

    def second(self, n: Numbers) -> Answer:
        return 100 * (-n.period % n.chunk + 2 * n.chunk) / n.period

    def explain(self, n: Numbers) -> str:
        real = closed_form.period(n.period, n.chunk, 2)
        return (
            f"The real period is {real} ms: {real - n.period} ms, or {100 * (real - n.period) / n.period:.2f} %, longer. What "
            f"counts is R against P: with a pass that is short against the period nobody would notice."
        )


class UnequalHogs(Question):
    id = "unequal_hogs"
    title = "Who is to blame?"
    prompt = """\
Three hogs burn {chunks} ms between yields. The heartbeat asks for {period} ms, `hops` is 2. How late is each wake? And how late
would it be if only the **longest** of the three were taken away?"""
    kind = wholes(2, "a list of two whole numbers: ms late with all three, ms late without the longest")
    space = {
        "chunks": [[40, 110, 60], [50, 70, 150], [90, 30, 120], [20, 160, 80], [70, 80, 130]],
        "period": list(range(800, 1700, 100)),
    }
    points = 3

    def _late(self, n: Numbers, chunks: list[int]) -> int:
        hogs = [hog(chunk, name=f"hog{number}") for number, chunk in enumerate(chunks)]
        return asyncio_model.period([heartbeat(n.period), *hogs]) - n.period

    def answer(self, n: Numbers) -> Answer:
        return [self._late(n, n.chunks), self._late(n, sorted(n.chunks)[:2])]

    def second(self, n: Numbers) -> Answer:
        return [
            closed_form.period(n.period, one_pass, 2) - n.period
            for one_pass in (sum(n.chunks), sum(n.chunks) - max(n.chunks))
        ]

    def explain(self, n: Numbers) -> str:
        all_three, two = sum(n.chunks), sum(n.chunks) - max(n.chunks)
        late, less = (closed_form.period(n.period, one_pass, 2) - n.period for one_pass in (all_three, two))
        return (
            f"Only the sum counts: a pass costs {all_three} ms, and each wake is {late} ms late. Without the longest hog it "
            f"costs {two} ms, and each wake is {less} ms late. The heartbeat pays for everybody, several times per wake."
        )


class ShortPeriod(Question):
    id = "short_period"
    title = "Asking for less than a pass"
    prompt = """\
A hog burns {chunk} ms between yields, and beside it a task asks for only {period} ms each time, with `hops` 2. What is its steady
period, and how late is each wake?"""
    kind = wholes(2, "a list of two whole numbers: the period, and ms late")
    space = {"chunk": [60, 80, 110, 140, 170, 190, 230], "period": [10, 20, 30, 40, 50]}

    def answer(self, n: Numbers) -> Answer:
        period = models.period([heartbeat(n.period), hog(n.chunk)])
        return [period, period - n.period]

    def second(self, n: Numbers) -> Answer:
        period = asyncio_model.period([heartbeat(n.period), hog(n.chunk)])
        return [period, period - n.period]

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:
        yield Mistake(
            [n.period + 2 * n.chunk, 2 * n.chunk],
            0.25,
            "Two passes are not all: the heap is looked at only between passes.",
        )

    def explain(self, n: Numbers) -> str:
        return (
            f"The timer is due in the middle of the pass that is under way, and is noticed when the next begins. Then two "
            f"more: (1 + 2) * {n.chunk} = {3 * n.chunk}, so {3 * n.chunk - n.period} ms late. Asking for 1 ms would give the "
            f"same period."
        )


class HowManyHogs(Question):
    id = "how_many_hogs"
    title = "How many neighbours can it bear?"
    prompt = """\
Each connection of a server burns {chunk} ms between yields, for ever. A heartbeat asks for {period} ms with `hops` 2, and an
alarm goes off when its period is longer than {alarm} ms. How many connections can there be at the most without an alarm?
(Try every number: with one more the period may even become shorter.)"""
    kind = whole("a whole number of connections")
    space = {"chunk": [7, 11, 13, 17, 19, 23], "period": [700, 900, 1000, 1200], "alarm": [1500, 1700, 1900]}
    points = 3

    def answer(self, n: Numbers) -> Answer:
        fit = [hogs for hogs in range(1, 200) if closed_form.period(n.period, hogs * n.chunk, 2) <= n.alarm]
        return max(fit)

    def second(self, n: Numbers) -> Answer:
        # One hog of the same sum is the same to the heartbeat. From above: two passes alone must fit.
        for hogs in range(n.alarm // (2 * n.chunk) + 1, 0, -1):
            if models.period([heartbeat(n.period), hog(hogs * n.chunk)]) <= n.alarm:
                return hogs
        raise AssertionError

    def explain(self, n: Numbers) -> str:
        most = self.answer(n)
        assert isinstance(most, int)
        here, more = (closed_form.period(n.period, hogs * n.chunk, 2) for hogs in (most, most + 1))
        return (
            f"With {most} connections one pass costs {most * n.chunk} ms and the period is {here} ms; with {most + 1} it is "
            f"{more} ms, and no larger number comes back below {n.alarm}."
        )


QUESTIONS = (Chopped(), PercentLate(), UnequalHogs(), ShortPeriod(), HowManyHogs())
