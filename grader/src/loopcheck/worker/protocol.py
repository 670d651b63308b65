"""What goes through the wall, seen from the trusted side: requests out, claims back.

What must stay true: an answer is read as typed plain data or not at all. No NaN, no bool for an int, no objects (so no
duplicate keys), no lone surrogates, no line beyond 256 KiB; a line that is none of the expected answers is garbage.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from ..probes.plain import Plain, Raised
from ..probes.program import Program, ProgramFacts
from ..probes.schedule import Schedule, ScheduleFacts

LONGEST_LINE = 256 * 1024
MOST_BYTES = 16 * 1024 * 1024
IMPORTS = -1

Probe = Schedule | Program
Facts = ScheduleFacts | ProgramFacts


@dataclass(frozen=True)
class Setting:
    """Among which neighbours a function is tried: which modules are imported, and what is worked by hand or faked."""

    name: str
    imports: tuple[str, ...]
    by_hand: bool = False
    hand_loop: bool = False
    fakes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Limits:
    """Hard limits of one child: a backstop for what no deadline ends."""

    cpu_seconds: int = 10
    memory_bytes: int = 1024**3


@dataclass(frozen=True)
class CoverageRequest:
    """Measure the reference: where site-packages are, where the data goes, and the real folder of the sources."""

    path: tuple[str, ...]
    folder: str
    sources: str


@dataclass(frozen=True)
class Request:
    """One child's work: sources by file name, and probes by number."""

    package: str
    sources: Mapping[str, bytes]
    setting: Setting
    probes: Sequence[tuple[int, Probe]]
    limits: Limits = Limits()
    coverage: CoverageRequest | None = None


def encode_request(request: Request) -> bytes:
    """The request with its length in front."""
    setting = request.setting
    body = msgspec.json.encode(
        {
            "package": request.package,
            "folder": request.coverage.sources if request.coverage else request.package,
            "sources": {name: base64.b64encode(source).decode() for name, source in request.sources.items()},
            "imports": setting.imports,
            "fakes": setting.fakes,
            "by_hand": setting.by_hand,
            "hand_loop": setting.hand_loop,
            "probes": [(number, KINDS[type(probe)], probe) for number, probe in request.probes],
            "cpu_seconds": request.limits.cpu_seconds,
            "memory_bytes": request.limits.memory_bytes,
            "coverage": request.coverage,
        }
    )
    return len(body).to_bytes(8, "big") + body


def encode_provided(package: str, sources: Mapping[str, bytes]) -> bytes:
    """The modules that students do not edit, for the zygote to import once."""
    return msgspec.json.encode(
        {"package": package, "sources": {name: source.decode() for name, source in sources.items()}}
    )


KINDS: Mapping[type[Probe], str] = {Schedule: "schedule", Program: "program"}


class GarbageError(Exception):
    """A line that is no answer to any open question."""


Row = list[Plain]
_Head = msgspec.json.Decoder(tuple[int, msgspec.Raw])
_Broken = msgspec.json.Decoder(Raised)
_Schedule = msgspec.json.Decoder(tuple[list[Row], Plain, list[int], list[Row], Plain, Row, Raised])
_Program = msgspec.json.Decoder(tuple[list[Row], list[list[Row]], list[Plain], Row, Raised, int])

_READERS: Mapping[type[Probe], Callable[[bytes | msgspec.Raw], Facts]] = {
    Schedule: lambda raw: ScheduleFacts(*_Schedule.decode(raw)),
    Program: lambda raw: ProgramFacts(*_Program.decode(raw)),
}


def decode_answer(line: bytes, asked: Mapping[int, Probe]) -> tuple[int, Facts | Raised]:
    """`(number, facts)`, or `(IMPORTS, exception)`; GarbageError when the line is neither."""
    try:
        number, raw = _Head.decode(line)
        if number == IMPORTS:
            return number, _Broken.decode(raw)
        return number, _READERS[type(asked[number])](raw)
    except (msgspec.MsgspecError, KeyError, RecursionError, UnicodeDecodeError) as error:
        raise GarbageError(str(error)) from error
