"""Several grading processes: submissions are read here, graded by executors, and come back as they are ready.

What must stay true: one bad submission never stops the others, and a grading process that is lost costs a retry. At most a
few submissions per process are in memory at once. Written against `concurrent.futures.Executor`; a submission travels as
bytes, so it does not matter where the executor's processes are.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import cache, partial
from itertools import islice
from typing import Any, Self, TypeVar

from .batch import ATTEMPTS, Graded, given_up
from .grading import Grader, GraderSettings
from .submissions.model import Source
from .worker.machine import end_with_parent

T = TypeVar("T")
Given = tuple[Source, int]
"""A submission that is given out, and for the how-manieth time."""


def grade_in_processes(sources: Iterable[Source], settings: GraderSettings, jobs: int) -> Iterator[Graded]:
    """Grade in `jobs` processes; results come as they are ready."""
    with _safe_path():
        yield from grade_with(partial(_processes, jobs), sources, settings, window=jobs * 3)


def _processes(jobs: int) -> Executor:
    """A pool of grading processes. Each has a queue of its own: a process that is killed may leave its queue locked."""
    context = multiprocessing.get_context("spawn")
    cores: Any = context.Queue()
    for number in range(jobs):
        cores.put(number)
    return _Pool(jobs, context, initializer=_begin, initargs=(cores, jobs))


class _Pool(ProcessPoolExecutor):
    """A pool that, left by an exception such as Ctrl-C, ends its processes instead of waiting for their work."""

    def __enter__(self) -> Self:
        self._others = set(multiprocessing.active_children())
        return super().__enter__()

    def __exit__(self, kind: type[BaseException] | None, *rest: Any) -> None:
        if kind is not None:
            self.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - self._others:
                process.terminate()
        super().__exit__(kind, *rest)


@contextmanager
def _safe_path() -> Iterator[None]:
    """Processes that are started meanwhile import nothing from the current directory, which may be a submission."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


def grade_with(
    make: Callable[[], Executor], sources: Iterable[Source], settings: GraderSettings, window: int
) -> Iterator[Graded]:
    """Grade with executors that `make` makes. One that breaks is replaced, and what it had in hand is given out again."""
    waiting = ((source, 1) for source in sources)
    while True:
        lost: list[Given] = []
        with make() as executor:
            yield from _through(executor, waiting, settings, window, lost)
        if not lost:
            return
        yield from _alone(make, lost, settings)


def _alone(make: Callable[[], Executor], lost: list[Given], settings: GraderSettings) -> Iterator[Graded]:
    """Give out what was lost again, one at a time: whoever breaks an executor takes along all that it has in hand, and would
    do so again and again, until the others are given up too."""
    again = deque((source, attempt + 1) for source, attempt in lost)
    while again:
        broke: list[Given] = []
        with make() as executor:
            yield from _through(executor, _taken(again), settings, 1, broke)
        for source, attempt in broke:
            if attempt >= ATTEMPTS:
                yield given_up(source), 0.0
            else:
                again.appendleft((source, attempt + 1))


def _taken(items: deque[T]) -> Iterator[T]:
    """What is there, each taken only when it is asked for: the rest is still there for the next executor."""
    while items:
        yield items.popleft()


def _through(
    executor: Executor,
    work: Iterator[Given],
    settings: GraderSettings,
    window: int,
    lost: list[Given],
) -> Iterator[Graded]:
    """Keep `window` submissions in the executor until the work is done, or the executor is broken."""
    running: dict[Future[Graded], Given] = {}
    broken = begun = False
    while True:
        room = 0 if broken else window - len(running)
        for source, attempt in islice(work, room):
            try:
                running[executor.submit(grade_one, settings, source)] = (source, attempt)
                begun = True
            except BrokenExecutor:
                # This one was never begun: it does not count as an attempt, unless none ever is.
                lost.append((source, attempt - 1 if begun else attempt))
                broken = True
                break
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            given = running.pop(future)
            try:
                yield future.result()
            except BrokenExecutor:
                broken = True
                lost.append(given)


@cache
def _grader(settings: GraderSettings) -> Grader:
    """This process's own grader, warm from its first submission to its last."""
    return Grader(settings).__enter__()


def grade_one(settings: GraderSettings, source: Source) -> Graded:
    """Grade one submission: what an executor is given."""
    return _grader(settings).grade(source)


def _begin(cores: Any, jobs: int) -> None:
    """What a grading process does first. Ctrl-C is for the process that the instructor started; it ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    take_core(cores, jobs)


def take_core(cores: Any, jobs: int) -> None:
    """Pin this process, and with it its worker: they take turns, and on one core they need no other's cache."""
    end_with_parent()
    number = cores.get()
    cores.put(number)
    if hasattr(os, "sched_setaffinity"):
        available = sorted(os.sched_getaffinity(0))
        if jobs <= len(available):
            os.sched_setaffinity(0, {available[number % len(available)]})
