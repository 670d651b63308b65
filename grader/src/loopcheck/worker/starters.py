"""How children start: by fork in the zygote, or as a fresh interpreter each; and what this side holds of one.

What must stay true: the zygote is executed, never forked from this process, whose memory holds the expected values; and
whatever is started here is ended here.
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
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from .protocol import LONGEST_LINE
from .sandbox import Plan, wrapped
from .student_user import as_student_user

INSIDE = Path(__file__).parent / "inside"
ZYGOTE = INSIDE / "zygote.py"
PROBES = INSIDE.parents[1] / "probes"


class WorkerError(Exception):
    """The worker itself failed: our fault, never the submission's."""


class Child(Protocol):
    """A process that answers one request. `receive` gives b"" at the end, and None when nothing came in time. `pid` is its
    id as this process sees it."""

    @property
    def pid(self) -> int: ...
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

START_ATTEMPTS, START_PAUSE = 100, 0.2
"""How often a process that cannot be started is tried again, and after how many seconds."""

ZYGOTE_SECONDS = 30
"""How long the zygote may take to answer: on a loaded machine it may be long until it has started."""


def _timeval(seconds: float) -> bytes:
    """A C `struct timeval`; never 0, which would mean no limit."""
    micros = max(1000, int(seconds * 1e6))
    return struct.pack("qq", *divmod(micros, 1_000_000))


class ChannelChild:
    """A child at the other end of a socket. `handle` is a descriptor that means this process for ever, even when its id is
    used again; None where there is no such thing."""

    def __init__(self, channel: socket.socket, told_pid: int, handle: int | None, finish: Callable[[], int]) -> None:
        self.channel = channel
        self._told_pid = told_pid
        self._handle = handle
        self._finish = finish

    @property
    def pid(self) -> int:
        """Its process id here, which is another one than in a process namespace of its own."""
        if self._handle is not None:
            with contextlib.suppress(OSError, ValueError), open(f"/proc/self/fdinfo/{self._handle}") as lines:  # noqa: PTH123 - often, while a child runs
                return next((int(line[4:]) for line in lines if line.startswith("Pid:")), self._told_pid)
        return self._told_pid

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
    """A descriptor of one of our own processes."""
    if sys.platform != "linux" or not hasattr(os, "pidfd_open"):
        return None
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


class Zygote:
    """Children by fork, one at a time, from a process that was executed for that purpose."""

    def __init__(self, plan: Plan, provided: bytes = b"") -> None:
        self.control, inner = socket.socketpair()
        self.control.settimeout(1.0)
        with inner:
            command = [*interpreter(), str(ZYGOTE), str(inner.fileno()), plan.argument]
            if plan.wrapped:
                command = wrapped(command, [INSIDE, PROBES])
            try:
                self.process = _popen(command, inner, quiet=plan.wrapped)
            except BaseException:
                self.control.close()
                raise
        if provided:
            with contextlib.suppress(OSError):  # a zygote that is gone is noticed, and replaced, at the first start
                self.control.sendall(b"P" + len(provided).to_bytes(8, "big") + provided)

    def start(self) -> Child:
        channel, inner = socket.socketpair()
        with inner:
            try:
                socket.send_fds(self.control, [b"F"], [inner.fileno()])
                pid, handles = self._answer()
            except OSError as error:
                channel.close()
                raise WorkerError(f"the zygote is gone: {error}") from error
            except WorkerError:
                channel.close()
                raise
        return ChannelChild(channel, pid, handles[0] if handles else None, self._finish)

    def _finish(self) -> int:
        try:
            self.control.sendall(b"K")
            return self._answer()[0]
        except OSError as error:
            raise WorkerError(f"the zygote is gone: {error}") from error

    def _answer(self) -> tuple[int, list[int]]:
        """The zygote's answer: a number, and descriptors. It may be slow to start; or a child has stopped it, then it has
        to be woken."""
        for _ in range(ZYGOTE_SECONDS):
            try:
                data, handles, _, _ = socket.recv_fds(self.control, 32, 1)
            except TimeoutError:
                self._wake()
                continue
            if not data:
                raise WorkerError("the zygote ended")
            return int(data), handles
        raise WorkerError("the zygote does not answer")

    def _wake(self) -> None:
        """Its whole group, which is ours: it stands behind a process that waits for its end, or behind bubblewrap."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGCONT)

    def close(self) -> None:
        self.control.close()
        self._wake()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Spawner:
    """Children by starting a fresh interpreter each: where there is no fork, and slower."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def start(self) -> Child:
        outer, inner = socket.socketpair()
        with inner:
            process = _popen([*interpreter(), str(ZYGOTE), str(inner.fileno()), self.plan.argument, "spawned"], inner)

        def finish() -> int:
            with contextlib.suppress(ProcessLookupError, PermissionError, AttributeError):  # no groups on Windows
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            code = process.wait()
            return -code if code < 0 else code << 8

        return ChannelChild(outer, process.pid, _process_handle(process.pid), finish)

    def close(self) -> None:
        """There is nothing to end: each child was ended by itself."""


def _popen(command: list[str], inner: socket.socket, quiet: bool = False) -> subprocess.Popen[bytes]:
    """Start a process. Where there is none left, a submission that is graded beside this one may hold them all for a while."""
    for _ in range(START_ATTEMPTS):
        try:
            return _popen_now(command, inner, quiet)
        except BlockingIOError:
            time.sleep(START_PAUSE)
    return _popen_now(command, inner, quiet)


def _popen_now(command: list[str], inner: socket.socket, quiet: bool) -> subprocess.Popen[bytes]:
    """Start a process that inherits this socket, and nothing else: by descriptor, or on Windows by handle. A `quiet` one
    does not complain: what it cannot do, another one is tried for."""
    if os.name == "nt":
        inner.set_inheritable(True)
        return subprocess.Popen(command, env=clean_environment(), stdin=subprocess.DEVNULL, close_fds=False)  # noqa: S603 - ours
    return subprocess.Popen(  # noqa: S603 - our own interpreter and our own script
        command,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL if quiet else None,
        cwd="/",
        pass_fds=[inner.fileno()],
        start_new_session=True,  # Ctrl-C is for this process; it ends the other by closing the socket
        **as_student_user(),
    )
