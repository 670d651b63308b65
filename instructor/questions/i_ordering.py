"""What runs next on the real asyncio: predicted from the one rule of the ready queue, and measured on CPython's loop."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from loopcheck.quiz import asyncio_model, models
from loopcheck.quiz.kinds import Answer, order
from loopcheck.quiz.question import Numbers, Question


def _orders(count: int, kinds: Sequence[str], length: int, seed: str) -> list[list[str]]:
    """So many different sequences of these kinds, each kind at least once."""
    random = Random(seed)
    found: list[list[str]] = []
    while len(found) < count:
        order_ = [random.choice(kinds) for _ in range(length)]
        if set(order_) == set(kinds) and order_ not in found:
            found.append(order_)
    return found


def on_our_loop(main: Callable[[Any, Callable[[str], None]], Iterator[Any]]) -> list[str]:
    """What `main`, a generator that yields burn(0) where asyncio has `await sleep(0)`, prints on the course's loop."""
    loop = models.variant("")()
    printed: list[str] = []
    loop.create_task(main(loop, printed.append), "main")
    loop.run(1)
    return printed


GIVE_WAY = ("burn", 0)


SOON = """\
import asyncio

async def worker(label):
    print(label)
    await asyncio.sleep(0)
    print(label + "+")

async def main():
    loop = asyncio.get_running_loop()
    for number, kind in enumerate(n.kinds, 1):
        if kind == "soon":
            loop.call_soon(print, f"soon{number}")
        elif kind == "later":
            loop.call_later(0, print, f"later{number}")
        else:
            asyncio.create_task(worker(f"task{number}"))
    print("main")
    await asyncio.sleep(0)
    print("main+")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
"""


class SoonOrLater(Question):
    id = "soon_or_later"
    title = "Soon, later, task"
    prompt = f"""\
```python
{SOON}
asyncio.run(main())
```

With `n.kinds` = {{kinds}}: in which order are the lines printed?"""
    kind = order()
    space = {"kinds": _orders(24, ["soon", "later", "task"], 4, "soon")}
    points = 3

    def answer(self, n: Numbers) -> Answer:
        return asyncio_model.printed(SOON, n)

    def second(self, n: Numbers) -> Answer:
        def worker(label: str, show: Callable[[str], None]) -> Iterator[Any]:
            show(label)
            yield GIVE_WAY
            show(label + "+")

        def main(loop: Any, show: Callable[[str], None]) -> Iterator[Any]:
            for number, kind in enumerate(n.kinds, 1):
                label = f"{kind}{number}"
                if kind == "soon":
                    loop.call_soon(lambda label=label: show(label))
                elif kind == "later":
                    loop.call_later(0, lambda label=label: show(label))
                else:
                    loop.create_task(worker(label, show), label)
            show("main")
            yield GIVE_WAY
            show("main+")

        return on_our_loop(main)

    def explain(self, n: Numbers) -> str:
        right = self.answer(n)
        assert isinstance(right, list)
        return (
            f"`main` runs until it gives way. What was queued by then runs in the order of queueing; `main` stands behind it. "
            f"A `call_later(0)` is in the heap, not in the queue: the next pass finds it due and puts it behind what is ready "
            f"then, `main` and the tasks' second halves in the order in which they got there: {', '.join(map(str, right))}."
        )


FAIR = """\
import asyncio

async def ticker():
    for number in range(n.ticks):
        print(f"tick {number}")
        await asyncio.sleep(0)

async def worker():
    for number in range(n.rounds):
        print(f"work {number}")
        if (number + 1) % n.every == 0:
            await asyncio.sleep(0)

async def main():
    await asyncio.gather(ticker(), worker())
"""


class Fairness(Question):
    id = "fairness"
    title = "Who gives way, and who does not"
    prompt = f"""\
```python
{FAIR}
asyncio.run(main())
```

With `n.ticks` = {{ticks}}, `n.rounds` = {{rounds}} and `n.every` = {{every}}: in which order are the lines printed?"""
    kind = order()
    space = {"ticks": [3, 4], "rounds": [4, 5, 6], "every": [2, 3, 9]}

    def answer(self, n: Numbers) -> Answer:
        return asyncio_model.printed(FAIR, n)

    def second(self, n: Numbers) -> Answer:
        def ticker(show: Callable[[str], None]) -> Iterator[Any]:
            for number in range(n.ticks):
                show(f"tick {number}")
                yield GIVE_WAY

        def worker(show: Callable[[str], None]) -> Iterator[Any]:
            for number in range(n.rounds):
                show(f"work {number}")
                if (number + 1) % n.every == 0:
                    yield GIVE_WAY

        def main(loop: Any, show: Callable[[str], None]) -> Iterator[Any]:
            loop.create_task(ticker(show), "ticker")
            loop.create_task(worker(show), "worker")
            yield GIVE_WAY

        return on_our_loop(main)

    def explain(self, n: Numbers) -> str:
        if n.every > n.rounds:
            return (
                f"The worker never gives way: after `tick 0` it does all of its {n.rounds} rounds at once, and the ticker only "
                f"gets on afterwards. Nobody interrupts a task; it has to yield by itself."
            )
        return (
            f"The two take turns at each `sleep(0)`: one tick, then {n.every} rounds of work, because the worker gives way only "
            f"after every {n.every}. When one of them has ended, the other goes on alone."
        )


EAGER = """\
import asyncio

async def worker(label):
    print(label)
    await asyncio.sleep(0)
    print(label + "+")

async def main():
    asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
    for number, step in enumerate(n.steps, 1):
        if step == "task":
            asyncio.create_task(worker(f"task{number}"))
        elif step == "soon":
            asyncio.get_running_loop().call_soon(print, f"soon{number}")
        else:
            print(f"main{number}")
    await asyncio.sleep(0)
    print("main+")
    await asyncio.sleep(0)
"""


class EagerStart(Question):
    id = "eager_start"
    title = "Tasks that start at once"
    prompt = f"""\
Python **3.12 or newer** only: `asyncio.eager_task_factory` makes `create_task` run the task up to its first real wait, before
`create_task` returns. (With Python 3.11 you can answer this, but not try it out.)

```python
{EAGER}
asyncio.run(main())
```

With `n.steps` = {{steps}}: in which order are the lines printed?"""
    kind = order()
    space = {"steps": _orders(24, ["task", "soon", "main"], 4, "eager")}
    points = 2
    needs = (3, 12)

    def answer(self, n: Numbers) -> Answer:
        """By the rule, so that every Python can compute it."""
        printed: list[str] = []
        queue: deque[str] = deque()
        for number, step in enumerate(n.steps, 1):
            label = f"{step}{number}"
            if step == "soon":
                queue.append(label)
                continue
            printed.append(label)
            if step == "task":
                queue.append(label + "+")
        return [*printed, *queue, "main+"]

    def second(self, n: Numbers) -> Answer:
        if sys.version_info < self.needs:
            raise NotImplementedError
        return asyncio_model.printed(EAGER, n)

    def explain(self, n: Numbers) -> str:
        right = self.answer(n)
        assert isinstance(right, list)
        return (
            f"The first line of each task is printed inside `create_task`, in the order of the program, among the lines of "
            f"`main`. Only when `main` gives way is the queue worked off: callbacks and the tasks' second lines, in the order "
            f"in which they were queued, then `main` again: {', '.join(map(str, right))}."
        )


QUESTIONS = (SoonOrLater(), Fairness(), EagerStart())
