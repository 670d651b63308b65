"""Grading on a cluster of machines: a dask scheduler that the instructor has started, with workers that have loopcheck.

Submissions travel as bytes, results come back. What must stay true: every worker grades with the same loopcheck, the same
Python and the same sandbox as this machine would, else nothing is graded there; and a worker that is lost costs a retry,
never a result.
"""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from functools import cache
from typing import Any, Self
from urllib.parse import urlsplit

from .cluster_error import ClusterError
from .grading import GraderSettings
from .journal import Conditions, Graded, conditions
from .processes import grade_with
from .reports.safe_text import for_terminal
from .sandbox_reached import sandbox_reached
from .submissions.model import Source

SECONDS_TO_CONNECT = 20
SECONDS_BETWEEN_LOOKS = 5.0
"""How often it is looked whether there is still a worker."""
WINDOW = 3
"""Submissions in hand for each thread of the cluster."""


def grade_on_cluster(sources: Iterable[Source], settings: GraderSettings, address: str) -> Iterator[Graded]:
    """Grade with the workers of the scheduler at `address`; results come as they are ready."""
    with _client(address) as client:
        expected = _conditions(settings)
        _check_workers(client, settings, expected)
        window = WINDOW * max(1, sum(client.nthreads().values()))
        with _watched(client, address):
            yield from grade_with(lambda: _ClusterExecutor(client, expected), sources, settings, window)


def _client(address: str) -> Any:
    """dask's client; it has no types of its own."""
    try:
        import distributed
    except ImportError:
        raise ClusterError("dask.distributed is not installed. Install it: pip install 'loopcheck[cluster]'") from None
    try:
        _knock(address)
        make: Any = distributed.Client
        client = make(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
        client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError) as error:  # TimeoutError is one of the first
        raise ClusterError(
            f"no cluster with a worker answers at {for_terminal(address)} ({for_terminal(str(error))}). "
            "Start one: dask scheduler, and on each machine: dask worker ADDRESS --nthreads 1"
        ) from error
    return client


def _knock(address: str) -> None:
    """Whether anybody answers there: dask says it less plainly. OSError or ValueError when not."""
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if not parts.hostname or not parts.port:
        raise ValueError("an address is like tcp://HOST:PORT")
    with socket.create_connection((parts.hostname, parts.port), SECONDS_TO_CONNECT):
        pass


def _check_workers(client: Any, settings: GraderSettings, expected: Conditions) -> None:
    for worker, found in client.run(_conditions, settings, on_error="return").items():
        if isinstance(found, Exception):
            raise ClusterError(
                f"the worker {worker} cannot grade ({for_terminal(str(found))}). Install loopcheck there."
            )
        if found != expected:
            raise ClusterError(_differs(str(worker), found, expected))


def _differs(worker: str, found: Conditions, expected: Conditions) -> str:
    named = [name for name in ("engine", "python", "sandbox") if getattr(found, name) != getattr(expected, name)]
    what = ", ".join(f"{name} {getattr(found, name)} there, {getattr(expected, name)} here" for name in named)
    return (
        f"the worker {worker} would grade otherwise than this machine ({what}). Install the same loopcheck and Python."
    )


@contextmanager
def _watched(client: Any, address: str) -> Iterator[None]:
    """Meanwhile it is said when no worker is left."""
    over = threading.Event()
    threading.Thread(target=_watch, args=(client.nthreads, over.wait, address), daemon=True).start()
    try:
        yield
    finally:
        over.set()


def _watch(threads: Callable[[], Mapping[str, int]], over: Callable[[float], bool], address: str) -> None:
    """Look at the workers' threads until it is over. dask itself waits for another worker without a word."""
    were_there = True
    while not over(SECONDS_BETWEEN_LOOKS):
        try:
            are_there = bool(threads())
        except Exception:  # noqa: BLE001 - the scheduler is gone, too: whoever waits for its answers says so
            return
        if were_there and not are_there:
            shown = for_terminal(address)
            print(
                f"No worker is left at {shown}: waiting for another one (dask worker {shown} --nthreads 1). "
                "Ctrl-C stops, and what was graded is kept.",
                file=sys.stderr,
            )
        were_there = are_there


class _ClusterExecutor(Executor):
    """The cluster as an executor like any other: a worker that dies again and again is a broken executor."""

    def __init__(self, client: Any, expected: Conditions) -> None:
        self._executor = client.get_executor(pure=False)
        self._expected = expected

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        inner = self._executor.submit(_there, self._expected, fn, *args, **kwargs)
        outer: Future[Any] = Future()
        inner.add_done_callback(lambda done: _hand_over(done, outer))
        return outer

    def __enter__(self) -> Self:
        return self

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._executor.shutdown(wait=wait and not cancel_futures)


def _hand_over(done: Future[Any], outer: Future[Any]) -> None:
    error = done.exception() if not done.cancelled() else BrokenExecutor("the cluster took it back")
    if error is None:
        outer.set_result(done.result())
    elif type(error).__name__ in ("KilledWorker", "CancelledError", "CommClosedError"):
        outer.set_exception(BrokenExecutor(str(error)))
    else:
        outer.set_exception(error)


@cache
def _conditions(settings: GraderSettings) -> Conditions:
    """Under which this process would grade."""
    return conditions(settings.seed, sandbox_reached(settings.method, settings.sandbox))


@cache
def _one_at_a_time() -> threading.Lock:
    """A worker may have several threads; a grader has one."""
    return threading.Lock()


def _there(expected: Conditions, function: Callable[..., Any], settings: GraderSettings, source: Source) -> Any:
    """What is done in a worker, which may have joined after the others were looked at."""
    with _one_at_a_time():
        found = _conditions(settings)
        if found != expected:
            raise ClusterError(_differs("that joined", found, expected))
        return function(settings, source)
