"""Experiments of `await_by_hand`: coroutines that ask and return, and asyncio's own loop on a clock of our own.

On that loop each pass takes `step` ms, so that whoever waits by yielding to the loop gets somewhere; a real loop would do
the same, only not twice alike. Coroutines, neighbours and clock are ours: they note what the student's functions do to them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any

from . import Log

PASSES = 5_000
"""Passes of the loop after which an experiment is given up."""

LAST_PASSES = 5
MOST_ASKED = 20_000
"""Looks at the time in one pass after which nobody will yield any more."""

Main = Coroutine[Any, Any, Any]


class SteppingLoop(asyncio.BaseEventLoop):
    """CPython's event loop. Its time is in ms: a pass takes `step`, and where it would wait, the time just passes."""

    def __init__(self, step: int = 1, begins_at: int = 0) -> None:
        super().__init__()
        self._clock_resolution = 1
        self._selector: Any = self  # of a selector, a pass needs nothing but `select`
        self.clock = begins_at
        self.step = step
        self.passes = self.timers = self.made = self.asked = 0

    def time(self) -> int:
        """The clock. Whoever asks for it again and again in one pass would never see it move, and is told so."""
        self.asked += 1
        if self.asked > MOST_ASKED:
            raise TimeoutError("the time was asked for again and again, but nobody yielded to the loop, which moves it")
        return self.clock

    def select(self, timeout: int | None) -> list[Any]:
        self.passes += 1
        self.asked = 0
        if timeout is None:
            raise RuntimeError("nobody is left who could ever be resumed")
        if self.passes > PASSES:
            raise RuntimeError(f"after {PASSES} passes of the loop it had not come to an end")
        self.clock += timeout or self.step
        return []

    def _process_events(self, event_list: list[Any]) -> None:
        """There are no events of files."""

    def call_at(  # type: ignore[override]  # counted, and handed on as it comes
        self, *args: Any, **options: Any
    ) -> Any:
        self.timers += 1
        return super().call_at(*args, **options)

    def create_task(self, *args: Any, **options: Any) -> Any:
        self.made += 1
        return super().create_task(*args, **options)

    def run(self, main: Main) -> None:
        """Run `main` to its end; whoever still waits then is cancelled."""
        try:
            self.run_until_complete(main)
        finally:
            self._end_all()
            self.close()

    def _end_all(self) -> None:
        """Cancel whoever still waits; a task that waits for another one takes two passes to end, or three."""
        for _ in range(LAST_PASSES):
            self.passes = 0
            for task in asyncio.all_tasks(self):
                task.cancel()
            self.stop()
            self.run_forever()


@coroutine
def _say(value: Any) -> Generator[Any, Any, Any]:
    answer = yield value
    return answer


class StopError(Exception):
    """What a coroutine of ours raises when it is told to."""


def questions(module: Any, log: Log, texts: list[Any], answers: list[Any], result: Any) -> None:
    """Await the student's `Question` several times in a coroutine, and drive that by hand."""

    async def ask() -> Any:
        for text in texts:
            answer = await module.Question(text)
            log.note("the await gives", answer)
        return result

    asking = ask()
    log.note("called, and nothing has run")
    try:
        for answer in [None, *answers]:
            log.note("send", answer, "gives", asking.send(answer))
    except StopIteration as end:
        log.note("returned", end.value)
    finally:
        asking.close()


def driven(module: Any, log: Log, texts: list[Any], answers: list[Any], result: Any, error: bool) -> None:
    """Let the student's `drive` drive a coroutine that yields these, and returns or raises at its end."""

    async def talk() -> Any:
        for text in texts:
            log.note("yields", text)
            log.note("is sent", await _say(text))
        if error:
            raise StopError
        return result

    talking = talk()
    log.note("called, and nothing has run")
    try:
        yielded, value = module.drive(talking, answers)
    except StopError:
        log.note("its exception came out")
    else:
        log.note("yielded", *yielded[:6])
        log.note("result", value)
    finally:
        talking.close()


def awaited(module: Any, log: Log, name: str, times: int, yields: int, neighbours: int, turns: int, first: int) -> None:
    """Await a coroutine several times with `await_directly` or `await_as_tasks`, beside tasks that wait for their turn."""
    count = 0

    def make() -> Main:
        nonlocal count
        count += 1
        log.note("make", count)
        return a(count)

    async def a(number: int) -> int:
        log.note("a", number)
        for _ in range(yields):
            await asyncio.sleep(0)
            log.note("a", number, "goes on")
        return first + number * number

    async def b(number: int) -> None:
        for _ in range(turns):
            log.note("b", number)
            await asyncio.sleep(0)

    async def main() -> None:
        beside = [asyncio.create_task(b(number)) for number in range(neighbours)]
        results = await getattr(module, name)(make, times)
        log.note("results", *results[:6])
        for task in beside:
            await task

    SteppingLoop().run(main())


class _Seen:
    """A coroutine that is awaited, with a look at what it hands to the loop."""

    def __init__(self, inner: Main) -> None:
        self.inner = inner
        self.futures = self.bare = 0

    def __await__(self) -> Generator[Any, Any, Any]:
        inner = self.inner.__await__()
        answer = None
        while True:
            try:
                given = inner.send(answer)
            except StopIteration:
                return
            if given is None:
                self.bare += 1
            else:
                self.futures += 1
            answer = yield given


def sleeps(module: Any, log: Log, name: str, delays: list[int], step: int, begins_at: int) -> None:
    """Let several sleepers sleep at the same time, one after each other, beside a neighbour that yields all the time."""
    loop = SteppingLoop(step, begins_at)
    turns = 0
    is_over = False

    async def sleeper(number: int, delay: int) -> None:
        nonlocal is_over
        if is_over:  # one sleep was stopped, perhaps by a timeout of pytest, which comes only once
            return
        sleep: Callable[[int], Main] = getattr(module, name)
        asleep_at = loop.clock
        seen = _Seen(sleep(delay))
        try:
            await seen
        except BaseException:
            is_over = True
            raise
        log.note("sleeper", number, "slept", loop.clock - asleep_at)
        log.note("futures of", number, seen.futures)
        log.note("bare yields of", number, seen.bare)

    async def neighbour() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def main() -> None:
        beside = asyncio.create_task(neighbour())
        tasks = [asyncio.create_task(sleeper(*item)) for item in enumerate(delays)]
        others = len(tasks) + 2  # the neighbour, and this one
        for task in tasks:
            await task
        beside.cancel()
        log.note("turns of the neighbour", turns)
        log.note("tasks", loop.made - others)
        log.note("timers", loop.timers)

    loop.run(main())


def long_enough(module: Any, log: Log, name: str, delays: list[int], step: int, begins_at: int) -> None:
    """The same, in words that do not depend on how many passes a sleep takes to wake. For people who try it themselves: what
    it says is easily forged, so no point depends on it."""
    exact = Log(name)
    sleeps(module, exact, name, delays, step, begins_at)
    for what, number, *rest in exact.facts.rows:
        took = rest[-1] if rest else None
        if what == "sleeper" and isinstance(number, int) and isinstance(took, int):
            short, late = took < delays[number], took > delays[number] + 8 * step
            how = "too short" if short else "long enough, and woke " + ("late" if late else "soon")
            log.note("sleeper", number, "slept", how)


def words(name: str, args: dict[str, Any]) -> list[str]:
    """What an experiment does."""
    if name in ("questions", "driven"):
        texts, answers = args["texts"], args["answers"]
        ends = "raises an exception" if args.get("error") else f"returns {args['result']!r}"
        what = "awaits Question(x)" if name == "questions" else "yields x"
        how = "we drive it by hand" if name == "questions" else "drive(coroutine, answers)"
        return [f"a coroutine {what} for each x of {texts}, and then {ends}", f"{how}, the answers are {answers}"]
    if name == "awaited":
        beside = f"{args['neighbours']} waiting tasks b"
        each = f"a coroutine a that yields to the loop {args['yields']} times"
        return [f"await {args['name']}(make, {args['times']}), beside {beside}; make gives {each}"]
    return [
        f"await {args['name']}(delay) in several tasks at once, with the delays {args['delays']} ms",
        f"on asyncio's loop, whose time is {args['begins_at']} ms at first, and each pass takes {args['step']} ms",
    ]
