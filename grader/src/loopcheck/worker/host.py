"""The trusted side of the wall: it starts the zygote, asks it for children, and reads what they claim until a deadline.

What must stay true: an ask always comes back, whatever the child does, with the answers that arrived and with how the
child ended. The zygote is executed, never forked from this process, whose memory holds the expected values.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from ..probes.plain import Raised
from .deadline import Deadline
from .machine import seconds_counted, waited_for_core
from .protocol import (
    IMPORTS,
    LONGEST_LINE,
    MOST_BYTES,
    Facts,
    GarbageError,
    Limits,
    Request,
    decode_answer,
    encode_request,
)
from .student_user import as_student_user

ZYGOTE = Path(__file__).parent / "inside" / "zygote.py"


class WorkerError(Exception):
    """The worker itself failed: our fault, never the submission's."""


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


class Child(Protocol):
    """A process that answers one request. `receive` gives b"" at the end, and None when nothing came in time."""

    pid: int

    def send(self, data: bytes) -> None: ...
    def receive(self, seconds: float) -> bytes | None: ...
    def wait(self, seconds: float) -> None: ...
    def finish(self) -> int: ...


class Starter(Protocol):
    """Something that starts children; `close` ends it."""

    def start(self) -> Child: ...
    def close(self) -> None: ...


def interpreter() -> list[str]:
    """The command of a clean interpreter: no site-packages, no user site, no path of ours, no environment."""
    return [sys.executable, "-S", "-s", "-P", "-X", "utf8"]


def clean_environment() -> dict[str, str]:
    """Nothing of the grader's environment; a fixed hash seed, so that a submission does the same thing each time."""
    kept = {"SYSTEMROOT": os.environ["SYSTEMROOT"]} if "SYSTEMROOT" in os.environ else {}
    return kept | {"PYTHONHASHSEED": "0"}


FILLING_RECV = os.name == "posix" and hasattr(socket, "MSG_WAITALL") and sys.maxsize > 2**32
"""Whether `recv` can wait for a full buffer, with a time limit of its own."""


SEND_SECONDS = 5.0
"""How long a child may take to read its request, which it does before it looks at the submission."""

ENDING_SECONDS = 0.5
"""How long a child that has closed its line may take to end by itself, which then decides how its end is called."""

ZYGOTE_SECONDS = 30
"""How long the zygote may take to answer: on a loaded machine it may be long until it has started."""


def _timeval(seconds: float) -> bytes:
    """A C `struct timeval`; never 0, which would mean no limit."""
    micros = max(1000, int(seconds * 1e6))
    return struct.pack("qq", *divmod(micros, 1_000_000))


class ChannelChild:
    """A child at the other end of a socket."""

    def __init__(self, channel: socket.socket, pid: int, finish: Callable[[], int]) -> None:
        self.channel = channel
        self.pid = pid
        self._finish = finish
        self._handle = _process_handle(pid)

    def send(self, data: bytes) -> None:
        """Send the whole request. A child that is gone, or does not read, is noticed when its answers are read."""
        if FILLING_RECV:
            self.channel.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, _timeval(SEND_SECONDS))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError, BlockingIOError):
            self.channel.sendall(data)

    def receive(self, seconds: float) -> bytes | None:
        try:
            if not FILLING_RECV:
                return self.channel.recv(65536) if select.select([self.channel], [], [], max(0.0, seconds))[0] else None
            # The kernel gathers the answers until the child ends: waking up for each of them would cost more than reading.
            self.channel.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _timeval(seconds))
            return self.channel.recv(2 * LONGEST_LINE, socket.MSG_WAITALL)
        except BlockingIOError:
            return None
        except ConnectionResetError:
            return b""

    def wait(self, seconds: float) -> None:
        """Until it has ended, so that its status is its own and not that of our kill."""
        if self._handle is not None:
            ending = select.poll()
            ending.register(self._handle, select.POLLIN)
            ending.poll(seconds * 1000)

    def finish(self) -> int:
        """Kill what is left of it and return its wait status."""
        self.channel.close()
        if self._handle is not None:
            # From here, too: a child that is alive could stop or kill the zygote, which is to end it.
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            os.close(self._handle)
        return self._finish()


def _process_handle(pid: int) -> int | None:
    """A descriptor that means this process for ever, even when its id is used again; None where there is no such thing."""
    if sys.platform != "linux" or not hasattr(os, "pidfd_open"):
        return None
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


class Zygote:
    """Children by fork, one at a time, from a process that was executed for that purpose."""

    def __init__(self, provided: bytes = b"") -> None:
        self.control, inner = socket.socketpair()
        self.control.settimeout(1.0)
        with inner:
            self.process = _popen([*interpreter(), str(ZYGOTE), str(inner.fileno())], inner)
        if provided:
            with contextlib.suppress(OSError):  # a zygote that is gone is noticed, and replaced, at the first start
                self.control.sendall(b"P" + len(provided).to_bytes(8, "big") + provided)

    def start(self) -> Child:
        channel, inner = socket.socketpair()
        with inner:
            try:
                socket.send_fds(self.control, [b"F"], [inner.fileno()])
                pid = self._number()
            except OSError as error:
                channel.close()
                raise WorkerError(f"the zygote is gone: {error}") from error
        return ChannelChild(channel, pid, self._finish)

    def _finish(self) -> int:
        try:
            self.control.sendall(b"K")
            return self._number()
        except OSError as error:
            raise WorkerError(f"the zygote is gone: {error}") from error

    def _number(self) -> int:
        """The zygote's answer. It may be slow to start; or a child has stopped it, then it has to be woken."""
        for _ in range(ZYGOTE_SECONDS):
            try:
                data = self.control.recv(32)
            except TimeoutError:
                self.process.send_signal(signal.SIGCONT)
                continue
            if not data:
                raise WorkerError("the zygote ended")
            return int(data)
        raise WorkerError("the zygote does not answer")

    def close(self) -> None:
        self.control.close()
        self.process.send_signal(signal.SIGCONT)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Spawner:
    """Children by starting a fresh interpreter each: where there is no fork, and slower."""

    def start(self) -> Child:
        outer, inner = socket.socketpair()
        with inner:
            process = _popen([*interpreter(), str(ZYGOTE), str(inner.fileno()), "spawned"], inner)

        def finish() -> int:
            with contextlib.suppress(ProcessLookupError, PermissionError, AttributeError):  # no groups on Windows
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            code = process.wait()
            return -code if code < 0 else code << 8

        return ChannelChild(outer, process.pid, finish)

    def close(self) -> None:
        """There is nothing to end: each child was ended by itself."""


def _popen(command: list[str], inner: socket.socket) -> subprocess.Popen[bytes]:
    """Start a process that inherits this socket, and nothing else: by descriptor, or on Windows by handle."""
    if os.name == "nt":
        inner.set_inheritable(True)
        return subprocess.Popen(command, env=clean_environment(), stdin=subprocess.DEVNULL, close_fds=False)  # noqa: S603 - ours
    return subprocess.Popen(  # noqa: S603 - our own interpreter and our own script
        command,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        cwd="/",
        pass_fds=[inner.fileno()],
        start_new_session=True,  # Ctrl-C is for this process; it ends the other by closing the socket
        **as_student_user(),
    )


class Worker:
    """Asks children, one after the other. A zygote that dies is started again.

    `provided` are the modules that students do not edit, as `encode_provided` gives them.
    """

    def __init__(self, method: str = "", provided: bytes = b"") -> None:
        self.provided = provided
        self.method = method or ("fork" if hasattr(os, "fork") else "spawn")
        self._starter: Starter | None = None

    def warm_up(self) -> None:
        """Start the zygote now, so that it loads while this process does something else."""
        self._started()

    def _started(self) -> Starter:
        if self._starter is None:
            self._starter = Zygote(self.provided) if self.method == "fork" else Spawner()
        return self._starter

    def close(self) -> None:
        """End the zygote."""
        if self._starter is not None:
            self._starter.close()
            self._starter = None

    def ask(self, request: Request, deadline: Deadline | None) -> Reply:
        """Run one request in a child of its own. Without a deadline only the hard limits of the child end it."""
        child = self._start()
        reply = Reply()
        began = time.monotonic()
        try:
            child.send(encode_request(request))
            self._collect(child, request, reply, deadline, began)
        finally:
            if reply.end == EARLY_END:
                child.wait(ENDING_SECONDS)
            if reply.end and not reply.seconds:
                reply.seconds = seconds_counted(time.monotonic() - began, waited_for_core(child.pid))
            ended = time.monotonic()
            status = self._finish(child)
            if status is None:
                reply.seconds += time.monotonic() - ended
        if reply.end == EARLY_END:
            reply.end = _end_of(status)
        return reply

    def _start(self) -> Child:
        """A child; a zygote that is gone is replaced once."""
        try:
            return self._started().start()
        except WorkerError:
            self.close()
            return self._started().start()

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
                number, facts = decode_answer(line, asked)
                if (number == IMPORTS) == reply.imported:
                    raise GarbageError("the import is reported once, and first")
                if number == IMPORTS:
                    reply.broken_import = facts  # type: ignore[assignment]  # that number goes with an exception
                    if reply.broken_import:
                        return
                    reply.imported = True
                    continue
                if number in reply.answers:
                    raise GarbageError(f"answer {number} came twice")
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
        left = seconds - seconds_counted(elapsed, waited_for_core(child.pid))
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
