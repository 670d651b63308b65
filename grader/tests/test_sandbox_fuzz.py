"""The protocol under random bytes from both ends, and a fault of the grader's own at every seam.

Whatever a child sends, an ask comes back with typed answers or a reason. Whatever a child or a zygote is sent, it answers or
ends, and the next one works. And a fault of ours is an infrastructure error: never points, never a red check.
"""

from __future__ import annotations

import errno
import socket
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loopcheck.grading import Grader, GraderSettings
from loopcheck.results import State
from loopcheck.submissions.model import Source
from loopcheck.worker import host, starters
from loopcheck.worker.host import Worker
from loopcheck.worker.protocol import encode_request
from loopcheck.worker.starters import WorkerError

from . import trust_support as support

if TYPE_CHECKING:
    from collections.abc import Iterator

ask, reference = support.ask, support.reference

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these children are forked, and confined as on Linux")

CONFINED = b'[-2,"landlock+seccomp"]\n'
IMPORTED = b"[-1,[]]\n"
ANSWER = b"[0,[[],0,[],[],null,[],[]]]\n"
FRAGMENTS = st.sampled_from(
    [
        CONFINED,
        IMPORTED,
        ANSWER,
        b"[-1,[",
        b"\n",
        b"\n\n",
        b"[0,",
        b"NaN",
        b"\xff",
        b"[" * 300,
        b'"\\ud800"',
        b"-2",
        b"]",
    ]
)


class Scripted:
    """A child that sends these pieces, whatever it is asked."""

    pid = 0

    def __init__(self, pieces: list[bytes]) -> None:
        self.pieces = list(pieces)

    def send(self, data: bytes) -> None:
        """It does not listen."""

    def receive(self, seconds: float) -> bytes:  # noqa: ARG002 - the method of a child
        return self.pieces.pop(0) if self.pieces else b""

    def wait(self, seconds: float) -> None:
        """It has ended."""

    def finish(self) -> int:
        return 0


class ScriptedStarter:
    def __init__(self, pieces: list[bytes]) -> None:
        self.pieces = pieces

    def start(self) -> Any:
        return Scripted(self.pieces)

    def close(self) -> None:
        """There is nothing to end."""


def scripted(pieces: list[bytes]) -> Worker:
    worker = Worker("fork", b"")
    worker._starter = ScriptedStarter(pieces)
    return worker


@given(st.lists(FRAGMENTS | st.binary(max_size=40), max_size=12))
@settings(max_examples=300)
def test_whatever_a_child_sends_an_ask_comes_back(pieces: list[bytes]) -> None:
    try:
        reply = ask(scripted([piece for piece in pieces if piece]), reference(), support.BEAT)
    except WorkerError as error:
        # A confined child's words are the submission's, and no fault of ours.
        if b"".join(pieces).startswith(CONFINED) or "could not be confined" not in str(error):
            raise
        return
    assert reply.level
    assert reply.answers.keys() <= {0}
    assert reply.end or reply.broken_import or reply.answers.keys() == {0}
    if reply.answers:
        assert IMPORTED.strip() in b"".join(pieces)


@given(st.integers(1, 200), st.lists(st.sampled_from([IMPORTED, ANSWER]), max_size=3))
def test_it_makes_no_difference_in_which_pieces_an_answer_arrives(size: int, more: list[bytes]) -> None:
    data = b"".join([CONFINED, IMPORTED, ANSWER, *more])
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    assert ask(scripted(pieces), reference(), support.BEAT) == ask(scripted([data]), reference(), support.BEAT)


def test_a_child_that_does_not_say_how_it_is_confined_is_our_fault() -> None:
    for pieces in ([], [IMPORTED, ANSWER], [b'[-2,"none"', b"]"], [ANSWER]):
        with pytest.raises(WorkerError):
            ask(scripted(pieces), reference(), support.BEAT)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker("fork", support.PRELOADED)
    yield worker
    worker.close()


def request_bytes() -> bytes:
    from loopcheck.worker.protocol import Request

    modules = reference() | support.PROVIDED
    data: bytes = encode_request(Request(support.COURSE.package, modules, support.LOOP, [(0, support.BEAT)]))
    return data


@given(st.binary(max_size=60), st.integers(0, 10**6), st.sampled_from(["replace", "cut", "insert"]))
@settings(max_examples=25)
def test_a_child_that_is_asked_nonsense_ends_and_the_next_one_works(
    worker: Worker, noise: bytes, where: int, how: str
) -> None:
    """The other end: a damaged request ends a child, or is a request all the same; the zygote never minds."""
    data = request_bytes()
    where %= len(data)
    rest = {"replace": data[where + len(noise) :], "cut": b"", "insert": data[where:]}[how]
    child = worker._start()
    child.send(data[:where] + noise + rest)
    channel: Any = child
    channel.channel.shutdown(socket.SHUT_WR)
    deadline = time.monotonic() + 20
    lines = b""
    while time.monotonic() < deadline:
        piece = child.receive(0.5)
        if piece == b"":
            break
        lines += piece or b""
    child.finish()
    assert lines.startswith(b"[-2,"), "it says how it is confined before it reads"
    assert ask(worker, reference()).answers


@given(st.binary(min_size=1, max_size=30).filter(lambda data: data[:1] not in b"FP"))
@settings(max_examples=10)
def test_a_zygote_that_is_told_nonsense_ends_and_is_replaced(data: bytes) -> None:
    worker = Worker("fork", support.PRELOADED, "rlimits")
    assert ask(worker, reference()).answers
    starter: Any = worker._starter
    starter.control.sendall(data)
    assert starter.process.wait(20) is not None
    assert ask(worker, reference()).answers
    worker.close()


@pytest.fixture(scope="module")
def grader() -> Iterator[Grader]:
    with Grader(GraderSettings(seed=20)) as grader:
        yield grader


def full(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOSPC, "No space left on device")


def lost(*_: Any, **__: Any) -> Any:
    raise WorkerError("the zygote ended")


@pytest.mark.parametrize(
    ("place", "name", "fault"),
    [
        (host, "encode_request", full),
        (host, "_lines", full),
        (starters.ChannelChild, "send", full),
        (starters.Zygote, "start", lost),
        (starters.Zygote, "start", full),
        (starters, "_popen", full),
        (starters, "_popen", lost),
        (host, "decode_confinement", lost),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_a_fault_of_the_graders_own_is_an_infrastructure_error(
    grader: Grader, monkeypatch: pytest.MonkeyPatch, place: Any, name: str, fault: Any
) -> None:
    grader.worker.close()
    with monkeypatch.context() as broken:
        broken.setattr(place, name, fault)
        result, _ = grader.grade(Source("student", reference()))
        grader.worker.close()
    assert (result.state, result.score, result.checks) == (State.INFRASTRUCTURE_ERROR, None, ())
    assert "not the submission's fault" in result.reason
    assert grader.grade(Source("student", reference()))[0].score == 100
