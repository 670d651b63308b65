"""The mechanics of coroutines: who resumes whom, what is sent and returned, and what runs nothing at all."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Generator, Iterator
from itertools import product
from random import Random
from textwrap import dedent
from typing import Any

from loopcheck.quiz import asyncio_model
from loopcheck.quiz.kinds import Answer, order, whole, wholes
from loopcheck.quiz.question import Mistake, Numbers, Question, listed

BY_HAND = """\
class Pause:
    def __await__(self):
        reply = yield n.out
        return reply * 2

async def inner():
    return await Pause() + n.extra

async def outer():
    return await inner() - 1
"""


class SendAndReturn(Question):
    id = "send_and_return"
    title = "Await by hand"
    prompt = f"""\
No loop runs here: you drive the coroutine yourself.

```python
{BY_HAND}
coro = outer()
first = coro.send(None)
try:
    coro.send(n.reply)
except StopIteration as end:
    last = end.value
```

With `n.out` = {{out}}, `n.extra` = {{extra}} and `n.reply` = {{reply}}: what are `first` and `last`?"""
    kind = wholes(2, "a list of two whole numbers: first, last")
    space = {"out": [3, 5, 7, 11], "extra": [4, 6, 9, 13], "reply": [17, 21, 33, 42, 58]}

    def answer(self, n: Numbers) -> Answer:
        names: dict[str, Any] = {"n": n}
        exec(dedent(BY_HAND), names)  # noqa: S102 - the question's own program
        coro = names["outer"]()
        first = coro.send(None)
        try:
            coro.send(n.reply)
        except StopIteration as end:
            return [first, end.value]
        raise AssertionError

    def second(self, n: Numbers) -> Answer:
        return [n.out, n.reply * 2 + n.extra - 1]

    def explain(self, n: Numbers) -> str:
        return (
            f"`send(None)` runs down to the `yield`, through both `await`s as if they were not there, and gives {n.out}. "
            f"`send({n.reply})` makes that `yield` have the value {n.reply}; then {n.reply} * 2 + {n.extra} - 1 = "
            f"{n.reply * 2 + n.extra - 1} is returned, and arrives as the value of StopIteration."
        )


class SendsNeeded(Question):
    id = "sends_needed"
    title = "How often must it be resumed?"
    prompt = """\
`leaf` awaits something that yields to whoever drives it {yields} times, and returns. `branch` awaits `leaf()` {leaves} times, one
after the other, and `trunk` awaits `branch()` {branches} times. How often must you call `send(None)` on `trunk()`, the call that
raises StopIteration included? (And how often would it be if `leaf` never yielded?)"""
    kind = whole("a whole number of calls")
    space = {"yields": [2, 3, 4, 5], "leaves": [2, 3, 4], "branches": [2, 3, 5, 7]}
    points = 1

    def answer(self, n: Numbers) -> Answer:
        class Yields:
            def __await__(self) -> Generator[None]:
                for _ in range(n.yields):
                    yield

        async def leaf() -> None:
            await Yields()

        async def branch() -> None:
            for _ in range(n.leaves):
                await leaf()

        async def trunk() -> None:
            for _ in range(n.branches):
                await branch()

        coro, sends = trunk(), 0
        while True:
            sends += 1
            try:
                coro.send(None)
            except StopIteration:
                return sends

    def second(self, n: Numbers) -> Answer:
        return n.yields * n.leaves * n.branches + 1

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:
        yield Mistake(n.yields * n.leaves * n.branches, 0.5, "The last call, which raises StopIteration, is missing.")

    def explain(self, n: Numbers) -> str:
        yields = n.yields * n.leaves * n.branches
        return (
            f"Only the yields at the bottom count: {n.yields} * {n.leaves} * {n.branches} = {yields}, and one call more that "
            f"runs to the end: {yields + 1}. An `await` alone never gives up the CPU: without a yield in `leaf`, 1 call."
        )


CALLS = """\
async def a(number):
    print(f"a{number}")

async def b():
    print("b")

async def main():
    other = asyncio.create_task(b())
    for number, how in enumerate(n.calls, 1):
        if how == "await":
            await a(number)
        else:
            await asyncio.create_task(a(number))
    await other
"""


class DirectOrTask(Question):
    id = "direct_or_task"
    title = "Await a coroutine, await a task"
    prompt = f"""\
```python
import asyncio

{CALLS}
asyncio.run(main())
```

With `n.calls` = {{calls}}: in which order are the lines printed?"""
    kind = order()
    space = {"calls": [["await"] * direct + ["task"] * tasks for direct, tasks in product(range(1, 6), range(1, 4))]}

    def answer(self, n: Numbers) -> Answer:
        return asyncio_model.printed("import asyncio\n" + CALLS, n)

    def second(self, n: Numbers) -> Answer:
        direct = n.calls.count("await")
        labels = [f"a{number}" for number in range(1, len(n.calls) + 1)]
        return [*labels[:direct], "b", *labels[direct:]]

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:
        labels = [f"a{number}" for number in range(1, len(n.calls) + 1)]
        yield Mistake(
            ["b", *labels], 0.25, "`b` was created first, but a task that is created only stands in the queue."
        )
        yield Mistake([*labels, "b"], 0.25, "`await` on a task does give up the CPU; then `b` is next in the queue.")

    def explain(self, n: Numbers) -> str:
        direct = n.calls.count("await")
        return (
            f"`create_task(b())` only queues b. The {direct} direct awaits call `a` like a function and never reach the loop. "
            f"The first `await create_task(...)` gives up the CPU, and b, which has waited longest, runs before that a."
        )


LINES = """\
async def line():
    print("before")
    await asyncio.sleep(0)
    print("after")

async def main():
    for _ in range(n.called):
        line()
    for _ in range(n.started):
        asyncio.create_task(line())
    for _ in range(n.awaited):
        await line()
"""


class LinesPrinted(Question):
    id = "lines_printed"
    title = "Called, started, awaited"
    prompt = f"""\
```python
import asyncio

{LINES}
asyncio.run(main())
```

With `n.called` = {{called}}, `n.started` = {{started}} and `n.awaited` = {{awaited}}: how many lines are printed? (If `main`
awaits nothing, look closely at what still stands in the queue when it returns. In a notebook, whose loop goes on after
`main`, you would see more. asyncio's own warnings do not count.)"""
    kind = whole("a whole number of lines")
    space = {"called": [1, 2, 3], "started": [2, 3, 4, 5, 6, 7, 9], "awaited": [0, 0, 0, 1, 2, 3, 5]}
    points = 2

    def answer(self, n: Numbers) -> Answer:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # that is the point of the question: never awaited
            return len(asyncio_model.printed("import asyncio\n" + LINES, n))

    def second(self, n: Numbers) -> Answer:
        return n.started if not n.awaited else 2 * (n.started + n.awaited)

    def mistakes(self, n: Numbers) -> Iterator[Mistake]:
        if not n.awaited:
            yield Mistake(0, 0.5, "The tasks were queued before `main` ended, so each still gets its first step.")
            yield Mistake(2 * n.started, 0.5, "After `main` has ended, what has not finished is cancelled.")
        yield Mistake(
            2 * (n.called + n.started + n.awaited), 0.25, "Calling an `async def` runs nothing: it makes a coroutine."
        )

    def explain(self, n: Numbers) -> str:
        called = f"The {n.called} bare calls make coroutines that nobody runs: no line."
        if n.awaited:
            return (
                f"{called} `main` gives up the CPU in its first `await line()`, and the {n.started} tasks get there before it "
                f"is done: {n.started} + {n.awaited} calls run to the end, two lines each."
            )
        return (
            f"{called} `main` never gives up the CPU, but the {n.started} tasks stand in the queue before the end of `main` is "
            f"noticed: each takes one step and prints `before`. Then the loop stops and cancels them: {n.started} lines."
        )


def _seeded(count: int) -> list[list[int]]:
    random = Random("results")
    return [random.sample(range(2, 30), 3) for _ in range(count)]


class GatherOrder(Question):
    id = "gathered"
    title = "In the order of what?"
    prompt = """\
Three coroutines are given to one `asyncio.gather`. In the order in which they are given they sleep {delays} seconds, and each
returns its own number of seconds. Give the list that `gather` returns, and append the number of the one that finished
first."""
    kind = wholes(4, "a list of four whole numbers: the three results, then the one that finished first")
    space = {"delays": _seeded(24)}
    points = 1

    def answer(self, n: Numbers) -> Answer:
        finished: list[int] = []

        async def one(seconds: int) -> int:
            await asyncio.sleep(seconds)
            finished.append(seconds)
            return seconds

        with asyncio_model.virtual_loop() as loop:

            async def main() -> list[int]:
                return await asyncio.gather(*map(one, n.delays))

            return [*loop.run_until_complete(main()), finished[0]]

    def second(self, n: Numbers) -> Answer:
        return [*n.delays, min(n.delays)]

    def explain(self, n: Numbers) -> str:
        return (
            f"`gather` returns the results in the order in which the coroutines were given, {listed(n.delays)}, whatever "
            f"finished first. That was the shortest sleep, {min(n.delays)}; the whole took {max(n.delays)} seconds, not the sum."
        )


QUESTIONS = (SendAndReturn(), SendsNeeded(), DirectOrTask(), LinesPrinted(), GatherOrder())
