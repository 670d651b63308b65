"""The trusted side of the wall: it asks children, and reads what they claim until a deadline.

What must stay true: an ask always comes back, whatever the child does, with the answers that arrived and with how the
child ended. A child whose first line does not say how it is confined has never seen a submission: that is our fault.
"""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from ..probes.plain import Raised
from .deadline import Deadline
from .machine import CoreUse, seconds_counted, use_of_cores
from .protocol import (
    IMPORTS,
    LONGEST_LINE,
    MOST_BYTES,
    Facts,
    GarbageError,
    Limits,
    Request,
    Setting,
    decode_answer,
    decode_confinement,
    encode_request,
)
from .sandbox import plans
from .starters import ENDING_SECONDS, Child, Spawner, Starter, Zygote
from .starters import WorkerError as WorkerError


@dataclass
class Reply:
    """What one child said and how it ended. `imported` says that the submission could be imported; `broken_import` is the
    exception if one was raised. `end` is empty when it answered everything; it is a sentence otherwise.

    `seconds` is how long it took by the deadline's measure, if it did not answer everything: for a child that was ended by
    the deadline that is the deadline, however late this process got to it.
    """

    answers: dict[int, Facts] = field(default_factory=dict)
    imported: bool = False
    broken_import: Raised | None = None
    end: str = ""
    ended_by: str = ""
    seconds: float = 0.0
    taken: float = field(default=0.0, compare=False)
    """Seconds that it took in any case, of which waiting for a core is taken off only up to a point."""
    size: int = field(default=0, compare=False)
    """Bytes of its answers."""
    level: str = ""
    """The sandbox that the child reached; empty when it ended before it had said so."""


class Worker:
    """Asks children, one after the other. A zygote that dies is started again.

    `provided` are the modules that students do not edit, as `encode_provided` gives them. `sandbox` demands a level by its
    name; otherwise the children get the strongest that works here. `level` is the one that they have reached, empty before
    the first of them.
    """

    def __init__(self, method: str = "", provided: bytes = b"", sandbox: str = "") -> None:
        self.provided = provided
        self.method = method or ("fork" if hasattr(os, "fork") else "spawn")
        self.demanded = sandbox
        self.level = ""
        self.meanwhile: deque[Callable[[], None]] = deque()
        """What this process has to do anyway: one thing while each child works, until there is none left."""
        self._plans = [plan for plan in plans(sandbox) if self.method == "fork" or not plan.wrapped]
        if not self._plans:
            raise WorkerError(f"the sandbox {sandbox} needs the start method fork")
        self._plan = self._plans[0]
        self._starter: Starter | None = None

    def warm_up(self) -> None:
        """Start the zygote now, so that it loads while this process does something else."""
        self._started()

    def _started(self) -> Starter:
        if self._starter is None:
            forks = self.method == "fork"
            self._starter = Zygote(self._plan, self.provided) if forks else Spawner(self._plan)
        return self._starter

    def close(self) -> None:
        """End the zygote."""
        if self._starter is not None:
            self._starter.close()
            self._starter = None

    def reach(self) -> str:
        """The level that a child reaches, found out by one that has nothing to do."""
        self.ask(Request("nothing", {}, Setting("nothing", ()), ()), None)
        return self.level

    def ask(self, request: Request, deadline: Deadline | None) -> Reply:
        """Run one request in a child of its own. Without a deadline only the hard limits of the child end it."""
        reply = self._ask(request, deadline)
        if not reply.level:
            # It has not come as far as the submission. On a machine in distress that happens; twice, and it is a fault.
            reply = self._ask(request, deadline)
        if not reply.level:
            raise WorkerError(f"a process could not be confined: {reply.end}")
        self._check_level(reply.level)
        return reply

    def _check_level(self, level: str) -> None:
        """All children of a worker are confined alike, and as was demanded."""
        wanted = self.demanded or self.level or level
        if level != wanted:
            raise WorkerError(f"the sandbox {wanted} is wanted, and a process has reached {level}")
        self.level = level

    def _ask(self, request: Request, deadline: Deadline | None) -> Reply:
        child = self._start()
        reply = Reply()
        began = time.monotonic()
        try:
            child.send(encode_request(request))
            if self.meanwhile:
                with suppress(Exception):  # whoever needs it will meet the error again, and can say it
                    self.meanwhile.popleft()()
                began = time.monotonic()  # it cost the child no time that it had to wait for us
            self._collect(child, request, reply, deadline, began)
        finally:
            if reply.end == EARLY_END:
                child.wait(ENDING_SECONDS)
            elapsed = time.monotonic() - began
            use = use_of_cores(child.pid) if reply.end or elapsed > LONG_SECONDS else CoreUse()
            if reply.end and not reply.seconds:
                reply.seconds = seconds_counted(elapsed, use)
            reply.taken = seconds_counted(elapsed, use, MOST_EXCUSED)
            ended = time.monotonic()
            status = self._finish(child)
            if status is None:
                reply.seconds += time.monotonic() - ended
        if reply.end == EARLY_END:
            reply.end = _end_of(status)
        return reply

    def _start(self) -> Child:
        """A child. A zygote that is gone is replaced once; where none has worked yet, by the next plan."""
        try:
            return self._started().start()
        except WorkerError as error:
            self.close()
            if self.level:
                return self._started().start()
            failure = error
        for plan in self._plans[1:]:
            self._plan = plan
            try:
                return self._started().start()
            except WorkerError as error:
                self.close()
                failure = error
        self._plan = self._plans[0]
        raise failure

    def _finish(self, child: Child) -> int | None:
        """The child's wait status; None when the zygote has gone with it."""
        try:
            return child.finish()
        except WorkerError:
            self.close()
            return None

    def _collect(self, child: Child, request: Request, reply: Reply, deadline: Deadline | None, began: float) -> None:
        asked = dict(request.probes)
        try:
            for line in _lines(child, _seconds(deadline, request.limits), began):
                if not reply.level:
                    reply.level = self._plan.level(decode_confinement(line))
                    continue
                reply.size += len(line)
                number, facts = decode_answer(line, asked)
                if (number == IMPORTS) == reply.imported:
                    raise GarbageError("the import is reported once, and first")
                if number == IMPORTS:
                    reply.broken_import = facts  # type: ignore[assignment]  # that number goes with an exception
                    if reply.broken_import:
                        return
                    reply.imported = True
                elif number in reply.answers:
                    raise GarbageError(f"answer {number} came twice")
                else:
                    reply.answers[number] = facts  # type: ignore[assignment]  # any other number goes with facts
                if len(reply.answers) == len(asked):
                    return
            reply.end = EARLY_END
        except GarbageError:
            reply.end = "its process wrote something that is no answer to the grader"
        except _OutOfTimeError:
            reply.seconds = _seconds(deadline, request.limits)
            reply.ended_by = deadline.set_by if deadline else ""
            reply.end = f"it did not come back, and {reply.ended_by or 'the grader'} stopped it"


EARLY_END = "early end"

LONG_SECONDS = 0.2
"""From here on it is worth asking whether a child had to wait."""

MOST_EXCUSED = 5
"""A submission's time as a whole is never stretched by more than this factor, however loaded the machine."""


class _OutOfTimeError(Exception):
    """The deadline has passed."""


def _seconds(deadline: Deadline | None, limits: Limits) -> float:
    return min(deadline.seconds, limits.seconds) if deadline else limits.seconds


def _lines(child: Child, seconds: float, began: float) -> Iterator[bytes]:
    """The lines that a child sends, until it ends. A line that is too long ends them; those before it count, so that it
    makes no difference in which pieces they arrive."""
    buffer, total = b"", 0
    while True:
        data = child.receive(_time_left(child, seconds, began))
        if data is None:
            continue
        if not data:
            return
        total += len(data)
        *lines, buffer = (buffer + data).split(b"\n")
        for line in lines:
            if len(line) > LONGEST_LINE:
                raise GarbageError("too much output in one line")
            yield line
        if total > MOST_BYTES or len(buffer) > LONGEST_LINE:
            raise GarbageError("too much output")


def _time_left(child: Child, seconds: float, began: float) -> float:
    """Seconds until the deadline; a child that had to wait for a core gets that time back."""
    elapsed = time.monotonic() - began
    left = seconds - elapsed
    if left <= 0:
        left = seconds - seconds_counted(elapsed, use_of_cores(child.pid))
        if left <= 0:
            raise _OutOfTimeError
    return left


def _end_of(status: int | None) -> str:
    """How a process ended that did not answer everything, as the rest of a sentence."""
    if status is None:
        return "its process took the grader's worker down with it"
    if os.name == "posix" and os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number == signal.SIGXCPU:
            return "it used up all the CPU time that a check may take"
        if number == signal.SIGKILL:
            return "its process closed its line to the grader or was killed"
        known = {int(known): known.name for known in signal.Signals}  # real-time signals have no name
        return f"its process was ended by signal {known.get(number, number)}"
    return f"its process ended before it had answered, with exit code {status >> 8}"
