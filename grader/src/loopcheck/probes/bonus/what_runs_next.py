"""Experiments of `what_runs_next`: small programs of callbacks, timers, futures and tasks, run on a loop.

A program is a script for the task `main` and one for each name that is used in it: a list of operations, each a list.

    note TEXT                  soon NAME, later MS NAME      schedule a callback, which carries out the script NAME
    task NAME, eager NAME      make a task of it             call NAME      await it as a coroutine, without a task
    yield                      a bare yield                  sleep MS       a timer that resolves a future
    future NAME                make a future                 resolve NAME VALUE, wait NAME, when NAME CALLBACK
    join NAME                  await the task                done NAME      note whether the task is done
    burn MS                    move the clock

Callbacks cannot wait. What a script names before it is there is passed over. The notes are rows [who, what, clock].
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Generator
from types import coroutine
from typing import Any, Protocol

from ..plain import plain
from . import Log

Op = list[Any]
MOST = 2_000
"""Operations after which a program is given up."""


class Kit(Protocol):
    """What a program needs of a loop: the student's, or Python's own."""

    def call_soon(self, callback: Callable[..., object], *args: Any) -> object: ...
    def call_later(self, delay: int, callback: Callable[..., object], *args: Any) -> object: ...
    def create_task(self, coro: Coroutine[Any, Any, Any], eager: bool) -> Any: ...
    def future(self) -> Any: ...
    def is_done(self, task: Any) -> bool: ...
    def clock(self) -> Any: ...
    def burn(self, ms: int) -> None: ...
    def sleep(self, ms: int) -> Awaitable[None]: ...
    def run(self) -> None: ...


class StudentsKit:
    """The student's module. The sleep is ours, so that nothing depends on a changed one."""

    def __init__(self, module: Any) -> None:
        self.module = module
        self.loop = module.Loop()

    def call_soon(self, callback: Callable[..., object], *args: Any) -> object:
        return self.loop.call_soon(callback, *args)

    def call_later(self, delay: int, callback: Callable[..., object], *args: Any) -> object:
        return self.loop.call_later(delay, callback, *args)

    def create_task(self, coro: Coroutine[Any, Any, Any], eager: bool) -> Any:
        return self.loop.create_task(coro, True) if eager else self.loop.create_task(coro)

    def future(self) -> Any:
        return self.module.Future(self.loop)

    def is_done(self, task: Any) -> bool:
        return bool(task.done)

    def clock(self) -> Any:
        return self.loop.clock

    def burn(self, ms: int) -> None:
        loop = self.loop
        loop.clock += ms

    async def sleep(self, ms: int) -> None:
        future = self.future()
        self.loop.call_later(ms, future.set_result, None)
        await future

    def run(self) -> None:
        self.loop.run()


class _StopError(Exception):
    """The program has become endless."""


class Run:
    """One run of a program on a loop."""

    def __init__(self, kit: Kit, scripts: dict[str, list[Op]], log: Log) -> None:
        self.kit = kit
        self.scripts = scripts
        self.log = log
        self.futures: dict[str, Any] = {}
        self.tasks: dict[str, Any] = {}
        self.bodies: list[Coroutine[Any, Any, str]] = []
        self.left = MOST
        self.over = False

    def start(self) -> None:
        self.make_task("main", eager=False)
        self.kit.run()
        self.over = True

    def make_task(self, name: str, eager: bool) -> Any:
        self.bodies.append(self.body(name))
        return self.kit.create_task(self.bodies[-1], eager)

    def close(self) -> None:
        """End every body that is left, and those that were never begun."""
        for body in self.bodies:
            body.close()

    def note(self, who: str, what: str) -> None:
        self.log.note(who, what, self.kit.clock())

    def count(self) -> None:
        """A program that makes itself again and again must end: every operation from here on ends whoever does it."""
        self.left -= 1
        if self.left < 0:
            self.log.facts.runaway = ["program", MOST]
            raise _StopError

    async def body(self, who: str) -> str:
        """A task, or a coroutine that is awaited. What it returns is its name."""
        for verb, *args in self.scripts[who]:
            if verb == "yield":
                self.count()
                await _bare_yield()
            elif verb == "sleep":
                self.count()
                await self.kit.sleep(args[0])
            elif verb == "call":
                self.note(who, f"called {await self.body(args[0])}")
            elif verb == "join" and args[0] in self.tasks:
                self.note(who, f"has the result {plain(await self.tasks[args[0]])}")
            elif verb == "wait" and args[0] in self.futures:
                self.note(who, f"has {args[0]}: {plain(await self.futures[args[0]])}")
            else:
                self.do(who, verb, *args)
        return f"of {who}"

    def callback(self, name: str) -> Callable[..., None]:
        """A callback: for `call_soon` and `call_later` without an argument, for a future with one."""

        def call(*given: Any) -> None:
            if self.over:
                return
            values = [given_one.result for given_one in given if given_one in self.futures.values()]
            self.note(name, " ".join(["ran", *(str(plain(one() if callable(one) else one)) for one in values)]))
            for verb, *args in self.scripts.get(name, []):
                self.do(name, verb, *args)

        return call

    def do(self, who: str, verb: str, *args: Any) -> None:
        """An operation that does not wait."""
        self.count()
        if verb == "note":
            self.note(who, args[0])
        elif verb == "soon":
            self.kit.call_soon(self.callback(args[0]))
        elif verb == "later":
            self.kit.call_later(args[0], self.callback(args[1]))
        elif verb in ("task", "eager"):
            self.tasks[args[0]] = self.make_task(args[0], eager=verb == "eager")
        elif verb == "done" and args[0] in self.tasks:
            self.note(who, f"{args[0]} is {'done' if self.kit.is_done(self.tasks[args[0]]) else 'not done'}")
        elif verb == "burn":
            self.kit.burn(args[0])
        else:
            self.do_with_future(verb, *args)

    def do_with_future(self, verb: str, name: str, *args: Any) -> None:
        if verb == "future":
            self.futures[name] = self.kit.future()
        elif verb == "resolve" and name in self.futures:
            self.futures[name].set_result(args[0])
        elif verb == "when" and name in self.futures:
            self.futures[name].add_done_callback(self.callback(args[0]))


@coroutine
def _bare_yield() -> Generator[None, None, None]:
    yield


def program(module: Any, log: Log, scripts: dict[str, list[Op]]) -> None:
    """Run a program on the student's loop."""
    run = Run(StudentsKit(module), scripts, log)
    try:
        run.start()
    finally:
        run.over = True
        run.close()


def arguments(module: Any, log: Log, values: list[list[int]], delays: list[int]) -> None:
    """Callbacks with arguments of their own, by `call_soon` and by `call_later`; then, empty passes."""
    loop = module.Loop()
    for numbers in values:
        loop.call_soon(lambda *given: log.note("soon", *given, "at", loop.clock), *numbers)
    for delay, numbers in zip(delays, values, strict=False):
        loop.call_later(delay, lambda *given: log.note("later", *given, "at", loop.clock), *numbers)
    loop.run()
    loop.run_once()
    log.note("the clock is", loop.clock)


def words(name: str, args: dict[str, Any]) -> list[str]:
    """What an experiment does."""
    if name == "arguments":
        later = [
            f"call_later({delay}, callback, {given})"
            for delay, given in zip(args["delays"], args["values"], strict=False)
        ]
        return [*(f"call_soon(callback, {given})" for given in args["values"]), *later]
    lines = []
    for who, script in args["scripts"].items():
        steps = ", ".join(" ".join(map(str, op)) for op in script)
        lines.append(f"{who}: {steps or 'nothing'}")
    return lines
