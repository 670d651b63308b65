"""The slow-callback paradox: asyncio's debug mode warns of callbacks of 100 ms or more, and 90 ms can do more harm."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from loopcheck.quiz import asyncio_model, models
from loopcheck.quiz.kinds import Answer, whole, wholes
from loopcheck.quiz.models import heartbeat, hog
from loopcheck.quiz.question import Mistake, Numbers, Question
from loopcheck.suite import closed_form

WARNED_FROM = 100
"""Debug mode warns of a callback that takes `slow_callback_duration` or more: 0.1 s, unless somebody has changed it."""


class WarnedOrWorse(Question):
    id = "warned_or_worse"
    title = "Warned, or worse?"
    prompt = """\
asyncio's debug mode warns of a callback that takes 100 ms or more. One hog burns {quiet} ms between yields and is never named
in the log; another burns {loud} ms and is warned of at each burn. A heartbeat asks for {period} ms with `hops` 2. What is its
period beside the quiet one, and what beside the loud one (each alone)?"""
    kind = wholes(2, "a list of two whole numbers: the period beside the quiet hog, beside the loud one")
    space = {
        "quiet": [86, 88, 90, 92, 94, 96],
        "loud": [100, 105, 110, 125],
        "period": [500, 750, 1000, 1250, 1500, 2000],
    }

    def answer(self, n: Numbers) -> Answer:
        return [models.period([heartbeat(n.period), hog(chunk)]) for chunk in (n.quiet, n.loud)]

    def second(self, n: Numbers) -> Answer:
        return [asyncio_model.period([heartbeat(n.period), hog(chunk)]) for chunk in (n.quiet, n.loud)]

    def explain(self, n: Numbers) -> str:
        quiet, loud = (closed_form.period(n.period, chunk, 2) for chunk in (n.quiet, n.loud))
        verdict = (
            "the hog that nobody is warned of does more harm"
            if quiet > loud
            else "here the warning names the one that does more harm"
            if loud > quiet
            else "the two do the same harm, and only one is in the log"
        )
        return (
            f"Beside {n.quiet} ms: ({closed_form.passes(n.period, n.quiet)} + 2) * {n.quiet} = {quiet}. Beside {n.loud} ms: "
            f"({closed_form.passes(n.period, n.loud)} + 2) * {n.loud} = {loud}. So {verdict}: the warning measures one callback, "
            f"not what a pass adds up to, nor where the deadline falls in it."
        )


@cache
def longest_unwarned(asked: int) -> int:
    """The longest steady period beside a hog of which nobody is warned. A class asks for few periods, and each takes long."""
    return max(models.period([heartbeat(asked), hog(chunk)]) for chunk in range(1, WARNED_FROM))


class WorstUnwarned(Question):
    id = "worst_unwarned"
    title = "The worst that nobody is warned of"
    prompt = """\
A single hog burns a constant chunk of a whole number of ms, short enough that debug mode never warns of it (it warns from
100 ms on). A heartbeat asks for {period} ms with `hops` 2. What is the **longest** steady period that such a hog can cause?"""
    kind = whole()
    space = {"period": list(range(310, 1700, 35))}
    points = 3

    def answer(self, n: Numbers) -> Answer:
        return longest_unwarned(n.period)

    def second(self, n: Numbers) -> Answer:
        return max(closed_form.period(n.period, chunk, 2) for chunk in range(1, WARNED_FROM))

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:
        longest = closed_form.period(n.period, WARNED_FROM - 1, 2)
        if longest != self.second(n):
            yield Mistake(longest, 0.5, "The longest chunk that is not warned of is not the one that does most harm.")
        yield Mistake(
            closed_form.period(n.period, WARNED_FROM, 2), 0.25, "A chunk of 100 ms is warned of: below that, please."
        )

    def explain(self, n: Numbers) -> str:
        worst = max(range(1, WARNED_FROM), key=lambda chunk: closed_form.period(n.period, chunk, 2))
        most = closed_form.period(n.period, worst, 2)
        return (
            f"Try all chunks up to 99: with {worst} the period is ({closed_form.passes(n.period, worst)} + 2) * {worst} = "
            f"{most}, {most - n.period} ms late, without a line in the log. With 99 it is "
            f"{closed_form.period(n.period, 99, 2)}."
        )


class ManySmall(Question):
    id = "many_small"
    title = "Many small ones"
    prompt = """\
No callback of this program takes longer than {chunk} ms, so debug mode has nothing to say. But there are {hogs} such hogs, all
endless. A heartbeat asks for {period} ms with `hops` 2: how late is each wake?"""
    kind = whole("a whole number of ms late")
    space = {"chunk": [12, 18, 24, 36, 48], "hogs": [8, 10, 15, 20], "period": [800, 1000, 1250, 1600]}

    def answer(self, n: Numbers) -> Answer:
        hogs = [hog(n.chunk, name=f"hog{number}") for number in range(n.hogs)]
        return models.period([heartbeat(n.period), *hogs]) - n.period

    def second(self, n: Numbers) -> Answer:
        one_pass = n.chunk * n.hogs
        return -n.period % one_pass + 2 * one_pass

    def explain(self, n: Numbers) -> str:
        one_pass = n.chunk * n.hogs
        return (
            f"One pass is {n.hogs} * {n.chunk} = {one_pass} ms, and that is what the heartbeat waits for, again and again: "
            f"{-n.period % one_pass} + 2 * {one_pass} = {self.answer(n)} ms late. A warning about single callbacks cannot "
            f"see a sum."
        )


QUESTIONS = (WarnedOrWorse(), WorstUnwarned(), ManySmall())
