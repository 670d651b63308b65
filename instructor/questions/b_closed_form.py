"""The closed form, (P / R rounded up, + h) * R, and where it ends."""

from __future__ import annotations

from collections.abc import Iterator

from loopcheck.quiz import asyncio_model, models
from loopcheck.quiz.kinds import Answer, whole, wholes
from loopcheck.quiz.models import finite_hog, heartbeat, hog
from loopcheck.quiz.question import Mistake, Numbers, Question, listed
from loopcheck.suite import closed_form


class SteadyPeriod(Question):
    id = "steady_period"
    title = "The period that you get"
    prompt = """\
A heartbeat asks for {period} ms beside one hog that burns {chunk} ms between yields; `hops` is 2. From one wake to the next,
how many ms pass?"""
    kind = whole()
    space = {"period": [700, 900, 1100, 1300, 1500], "chunk": [120, 160, 220, 280]}
    points = 0
    practice = True

    def answer(self, n: Numbers) -> Answer:
        return models.period([heartbeat(n.period), hog(n.chunk)])

    def second(self, n: Numbers) -> Answer:
        return closed_form.period(n.period, n.chunk, 2)

    def explain(self, n: Numbers) -> str:
        passes = closed_form.passes(n.period, n.chunk)
        return (
            f"{n.period} / {n.chunk}, rounded up, is {passes}: so many passes until the timer is noticed. Two more until "
            f"the task runs: ({passes} + 2) * {n.chunk} = {self.answer(n)}."
        )


class LargestChunk(Question):
    id = "largest_chunk"
    title = "How long may the hog burn?"
    prompt = """\
A heartbeat asks for {period} ms with `hops` 2, and must never be woken more than {late} ms late once the rhythm is steady. The
one hog beside it burns a constant chunk of a whole number of ms. What is the **largest** chunk for which the promise holds?
(A larger chunk is not always worse: look at more than one.)"""
    kind = whole()
    space = {"period": list(range(500, 1600, 100)), "late": list(range(150, 460, 30))}
    points = 3

    def _late(self, n: Numbers, chunk: int) -> int:
        return closed_form.period(n.period, chunk, 2) - n.period

    def answer(self, n: Numbers) -> Answer:
        return max(chunk for chunk in range(1, n.late + 1) if self._late(n, chunk) <= n.late)

    def second(self, n: Numbers) -> Answer:
        # From above, on CPython's own loop: the first chunk that keeps the promise. None does that alone exceeds it.
        for chunk in range(n.late, 0, -1):
            if asyncio_model.period([heartbeat(n.period), hog(chunk)]) <= n.period + n.late:
                return chunk
        raise AssertionError

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:
        half = n.late // 2
        if half != self.answer(n):
            yield Mistake(half, 0.25, "Half the lateness is enough only where that chunk divides the period.")

    def explain(self, n: Numbers) -> str:
        best = self.answer(n)
        assert isinstance(best, int)
        return (
            f"The lateness is the rest until a pass begins, plus two passes: with a chunk of {best} that is "
            f"{-n.period % best} + 2 * {best} = {self._late(n, best)} ms, with {best + 1} it is "
            f"{-n.period % (best + 1)} + 2 * {best + 1} = {self._late(n, best + 1)} ms. No larger chunk comes back below "
            f"{n.late}: two passes alone are at most that only up to {n.late // 2}."
        )


class WorkingHeartbeat(Question):
    id = "working_heartbeat"
    title = "A heartbeat that works"
    prompt = """\
This heartbeat is no innocent: each time it is woken it first burns {work} ms of its own, and only when it gets the CPU again
does it ask for its next {period} ms. Beside it one hog burns {chunk} ms between yields; `hops` is 2. What is its steady
period?"""
    kind = whole()
    space = {"period": list(range(600, 1500, 100)), "work": [15, 25, 40, 70], "chunk": [90, 130, 180, 260]}
    points = 3

    def answer(self, n: Numbers) -> Answer:
        return models.period([heartbeat(n.period, n.work), hog(n.chunk)])

    def second(self, n: Numbers) -> Answer:
        return closed_form.working_period(n.period, n.chunk, 2, n.work)

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:
        plain = closed_form.period(n.period, n.chunk, 2)
        yield Mistake(plain + n.work, 0.5, "The work is in it, but not the trip through the queue that it costs.")
        yield Mistake(plain, 0.0, "That is the period of a heartbeat that does no work.")

    def explain(self, n: Numbers) -> str:
        passes = closed_form.passes(n.period, n.chunk)
        return (
            f"After its {n.work} ms the heartbeat stands at the back of the queue, behind the hog: one trip more, before it "
            f"can even ask. So ({passes} + 2 + 1) * {n.chunk} + {n.work} = {self.answer(n)}."
        )


class VaryingHog(Question):
    id = "varying_hog"
    title = "A hog that changes its mind"
    prompt = """\
The hog beside this heartbeat burns {short} ms and {long} ms in turn, for ever, and yields after each. The heartbeat was created
first and asks for {period} ms; `hops` is 2. At which ms does it run the first three times?"""
    kind = wholes(3, "a list of three whole numbers, the ms at which it ran")
    space = {"short": [30, 50, 80, 110], "long": [160, 210, 290], "period": list(range(500, 1300, 100))}
    points = 3

    def _tasks(self, n: Numbers) -> list[models.Spec]:
        return [heartbeat(n.period), hog(n.short, n.long)]

    def answer(self, n: Numbers) -> Answer:
        return list(models.ran(self._tasks(n), 3))

    def second(self, n: Numbers) -> Answer:
        return list(asyncio_model.ran(self._tasks(n), 3))

    def explain(self, n: Numbers) -> str:
        times = models.ran(self._tasks(n), 3)
        steps = listed([after - before for before, after in zip([0, *times], times, strict=False)])
        mean = (n.short + n.long) // 2
        return (
            f"There is no single R: passes begin at 0, {n.short}, {n.short + n.long}, {2 * n.short + n.long} and so on, and "
            f"each wake has to be traced. It runs at {listed(times)}, which is {steps} ms from one to the next. The closed "
            f"form with the mean chunk, {mean}, would promise {closed_form.period(n.period, mean, 2)} each time."
        )


class HogThatEnds(Question):
    id = "hog_that_ends"
    title = "When the hog has gone"
    prompt = """\
This hog burns {chunk} ms exactly {burns} times, and then ends. The heartbeat was created first, asks for {period} ms and has
`hops` 2. At which ms does it run the first three times?"""
    kind = wholes(3, "a list of three whole numbers, the ms at which it ran")
    space = {"chunk": [140, 170, 190, 220], "burns": [5, 6, 7, 8], "period": list(range(400, 900, 100))}
    points = 3

    def _tasks(self, n: Numbers) -> list[models.Spec]:
        return [heartbeat(n.period), finite_hog(n.chunk, n.burns)]

    def answer(self, n: Numbers) -> Answer:
        return list(models.ran(self._tasks(n), 3))

    def second(self, n: Numbers) -> Answer:
        return list(asyncio_model.ran(self._tasks(n), 3))

    def explain(self, n: Numbers) -> str:
        times = models.ran(self._tasks(n), 3)
        last = times[2] - times[1]
        return (
            f"The hog is gone after {n.chunk} * {n.burns} = {n.chunk * n.burns} ms. Until then the heartbeat waits for its "
            f"passes; afterwards nobody is in its way, the clock jumps to each deadline and both hops cost nothing. It ran at "
            f"{listed(times)}: the last step is {last} ms."
        )


class TwoHeartbeats(Question):
    id = "two_heartbeats"
    title = "Two heartbeats and one hog"
    prompt = """\
Two heartbeats that do no work ask for {quick} ms and for {slow} ms. One hog burns {chunk} ms between yields; `hops` is 2. Once
all is steady, what are the two periods, the one that asked for {quick} first?"""
    kind = wholes(2, "a list of two whole numbers, the periods in ms")
    space = {"quick": [300, 350, 420, 460, 510], "slow": [800, 950, 1100, 1250], "chunk": [90, 140, 170, 210]}

    def _period(self, n: Numbers, name: str) -> int:
        tasks = [heartbeat(n.quick, name="quick"), heartbeat(n.slow, name="slow"), hog(n.chunk)]
        rows = models.stamps(tasks, 4, name=name)
        return rows[3][3] - rows[2][3]

    def answer(self, n: Numbers) -> Answer:
        return [self._period(n, "quick"), self._period(n, "slow")]

    def second(self, n: Numbers) -> Answer:
        return [closed_form.period(asked, n.chunk, 2) for asked in (n.quick, n.slow)]

    def explain(self, n: Numbers) -> str:
        first, last = (closed_form.period(asked, n.chunk, 2) for asked in (n.quick, n.slow))
        return (
            f"Heartbeats that do no work do not delay each other: one pass still costs {n.chunk} ms. So "
            f"({closed_form.passes(n.quick, n.chunk)} + 2) * {n.chunk} = {first} and "
            f"({closed_form.passes(n.slow, n.chunk)} + 2) * {n.chunk} = {last}."
        )


QUESTIONS = (
    SteadyPeriod(), LargestChunk(), WorkingHeartbeat(), VaryingHog(), HogThatEnds(), TwoHeartbeats(),
)  # fmt: skip
