"""Experiments of `who_yields`: tasks given as lists of steps, driven by the student's loop.

A task is a list of items: `[kind, steps]` yields that kind and then does so many steps, `["run", steps]` does them without
a yield, `["call", items]` awaits a coroutine that carries out those items. The bodies are ours: they note when they start
and go on, and count the steps.
"""

from __future__ import annotations

from collections.abc import Generator
from types import coroutine
from typing import Any

from . import Log

Item = list[Any]


class Steps:
    """What the student's loop knows as `Work`."""

    def __init__(self) -> None:
        self.steps = 0

    def do(self) -> None:
        self.steps += 1


@coroutine
def _pending(kind: str) -> Generator[str, None, None]:
    yield kind


async def _carry_out(items: list[Item], index: int, work: Steps, log: Log) -> None:
    for what, value in items:
        if what == "call":
            await _carry_out(value, index, work, log)
            continue
        if what != "run":
            await _pending(what)
            if not log.note("task", index, "goes on after", work.steps, "steps"):
                return
        for _ in range(value):
            work.do()


async def _body(items: list[Item], index: int, work: Steps, log: Log) -> None:
    log.note("task", index, "starts after", work.steps, "steps")
    await _carry_out(items, index, work, log)


def tasks(module: Any, log: Log, tasks: list[list[Item]], slots: int) -> None:
    """Run the tasks on `run_tasks`; it notes who gets the CPU after how many steps, and at the end the counts."""
    work = Steps()
    bodies = [_body(items, index, work, log) for index, items in enumerate(tasks)]
    try:
        yields, ticks, overlap = module.run_tasks(bodies, work, *_only(slots))
    finally:
        for body in bodies:
            body.close()
    log.note("yields", yields)
    log.note("ticks", ticks)
    log.note("overlap", overlap)


def workers(module: Any, log: Log, tasks: list[list[str]], slots: int) -> None:
    """Run the plain scheduler on these kinds of steps."""
    ticks, overlap = module.run_workers([list(kinds) for kinds in tasks], *_only(slots))
    log.note("ticks", ticks)
    log.note("overlap", overlap)


def _only(slots: int) -> tuple[int, ...]:
    """One slot is the default, and then nobody is told."""
    return () if slots == 1 else (slots,)


def words(name: str, args: dict[str, Any]) -> list[str]:
    """What an experiment does."""
    slots = args["slots"]
    if name == "workers":
        lines = [f"worker {index}: {', '.join(kinds) or 'nothing'}" for index, kinds in enumerate(args["tasks"])]
        return [*lines, "run_workers(tasks)" if slots == 1 else f"run_workers(tasks, {slots})"]
    lines = [f"task {index}: {_items_words(items) or 'ends at once'}" for index, items in enumerate(args["tasks"])]
    return [*lines, "run_tasks(tasks, work)" if slots == 1 else f"run_tasks(tasks, work, {slots})"]


def _items_words(items: list[Item]) -> str:
    return ", ".join(_item_words(*item) for item in items)


def _item_words(what: str, value: Any) -> str:
    if what == "call":
        return f"await ({_items_words(value)})"
    steps = "1 step" if value == 1 else f"{value} steps"
    return steps if what == "run" else f"yield {what!r} then {steps}"
