"""What goes through the wall, seen from the trusted side: requests out, claims back.

What must stay true: an answer is read as typed plain data or not at all. No NaN, no bool for an int, no objects (so no
duplicate keys), no lone surrogates, no line beyond 256 KiB; a line that is none of the expected answers is garbage. And
whatever passes here has the shape that an honest probe gives to this question, down to the length of each list: a judge
that stumbled over a forged shape would take it for a fault of its own, and our own faults cost nobody a point.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Annotated, Any

import msgspec

from ..probes import program, schedule
from ..probes.bonus import Experiment, ExperimentFacts
from ..probes.cells import DEEPEST, MOST_ITEMS, Cell, CellFacts
from ..probes.plain import LARGEST, LONGEST, LONGEST_MESSAGE, Plain, Raised
from ..probes.program import Program, ProgramFacts
from ..probes.schedule import Schedule, ScheduleFacts

LONGEST_LINE = 256 * 1024
MOST_BYTES = 4 * 1024 * 1024
"""What one child may send in all. Right answers take 70 KB, those of the wildest of the bank's wrong solutions 800; and what
is read takes more than ten times as much of this process's memory."""
IMPORTS = -1
CONFINED = -2

LoopProbe = Schedule | Program
LoopFacts = ScheduleFacts | ProgramFacts
"""What is asked of a loop, and what it answers. Bonus exercises ask something else."""
Probe = LoopProbe | Experiment
Facts = LoopFacts | ExperimentFacts
Asked = Probe | Cell
"""What a child can be asked: a probe, or a cell of a notebook."""


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
    seconds: float = 60.0
    """By the deadline's measure, and kept by the trusted side: a child that sleeps uses no CPU."""


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
    probes: Sequence[tuple[int, Asked]]
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
            "stand_ins": stand_ins(setting) | experiments(request.probes),
            "probes": [(number, KINDS[type(probe)], probe) for number, probe in request.probes],
            "cpu_seconds": request.limits.cpu_seconds,
            "memory_bytes": request.limits.memory_bytes,
            "coverage": request.coverage,
        }
    )
    return len(body).to_bytes(8, "big") + body


def stand_ins(setting: Setting) -> dict[str, str]:
    """The modules, by name, that do the work of a function in this setting: their sources go with the request, so that no
    child has the one whose function it is judged by."""
    names = [f"worker.inside.fake_{fake}" for fake in setting.fakes if fake != "task"]
    names += ["probes.turns"] if setting.by_hand else []
    return {f"loopcheck.{name}": _own_source(name) for name in names}


def experiments(probes: Sequence[tuple[int, Asked]]) -> dict[str, str]:
    """The modules, by name, that carry out the experiments among these probes: a child has no others, and most have none."""
    units = sorted({probe.unit for _, probe in probes if isinstance(probe, Experiment)})
    return {f"loopcheck.probes.bonus.{unit}": _own_source(f"probes.bonus.{unit}") for unit in units}


@cache
def _own_source(name: str) -> str:
    return Path(__file__).parents[1].joinpath(*name.split(".")).with_suffix(".py").read_text(encoding="utf-8")


def encode_provided(package: str, sources: Mapping[str, bytes]) -> bytes:
    """The modules that students do not edit, for the zygote to import once."""
    return msgspec.json.encode(
        {"package": package, "sources": {name: source.decode() for name, source in sources.items()}}
    )


KINDS: Mapping[type[Asked], str] = {
    Schedule: "schedule",
    Program: "program",
    Experiment: "experiment",
    Cell: "cell",
}


class GarbageError(Exception):
    """A line that is no answer to any open question."""


Number = Annotated[int, msgspec.Meta(gt=-LARGEST, lt=LARGEST)]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST)]
Value = Number | Text | None
Row = Annotated[list[Value], msgspec.Meta(max_length=8)]
Rows = Annotated[list[Row], msgspec.Meta(max_length=4000)]
Entry = Annotated[list[Value], msgspec.Meta(min_length=2, max_length=2)]
Happened = Annotated[list[Value], msgspec.Meta(min_length=5, max_length=5)]
Few = Annotated[list[Value], msgspec.Meta(max_length=2)]
Message = Annotated[str, msgspec.Meta(max_length=LONGEST_MESSAGE)]
Broken = Annotated[list[Number | Message | None], msgspec.Meta(max_length=5)]

EVENTS = frozenset({"ran", "fired", "resumed", "suspended", "done", "expired", "armed", "due", "idle"})

_Head = msgspec.json.Decoder(tuple[int, msgspec.Raw])
_Confinement = msgspec.json.Decoder(tuple[int, Annotated[str, msgspec.Meta(max_length=40)]])
_Broken = msgspec.json.Decoder(Broken)
_Schedule = msgspec.json.Decoder(
    tuple[
        Rows, Value, list[Number], Annotated[list[Entry], msgspec.Meta(max_length=schedule.BUDGET)], Value, Few, Broken
    ]
)
_Program = msgspec.json.Decoder(
    tuple[
        Annotated[list[Happened], msgspec.Meta(max_length=program.BUDGET)], list[Rows], list[Value], Few, Broken, Number
    ]
)
_Experiment = msgspec.json.Decoder(tuple[Rows, Few, Broken])


Anything = Number | float | bool | Annotated[str, msgspec.Meta(max_length=8192)] | None | list[Any]
_Cell = msgspec.json.Decoder(
    tuple[
        Annotated[list[tuple[Text, Text, Anything]], msgspec.Meta(max_length=100)],
        Annotated[str, msgspec.Meta(max_length=8192)],
        Annotated[int, msgspec.Meta(ge=0, le=1)],
        Broken,
    ]
)


def decode_answer(line: bytes, asked: Mapping[int, Asked]) -> tuple[int, Facts | CellFacts | Raised]:
    """`(number, facts)`, or `(IMPORTS, exception)`; GarbageError when the line is neither."""
    try:
        number, raw = _Head.decode(line)
        if number == IMPORTS:
            return number, _raised(_Broken.decode(raw))
        probe = asked[number]
        if isinstance(probe, Cell):
            return number, _cell_facts(raw, probe)
        return number, _facts(raw, probe)
    except (ValueError, KeyError, RecursionError) as error:  # msgspec's errors and UnicodeDecodeError are ValueErrors
        raise GarbageError(str(error)) from error


def decode_confinement(line: bytes) -> str:
    """A child's first line, which says how it has confined itself; GarbageError when it is anything else."""
    try:
        number, reached = _Confinement.decode(line)
    except ValueError as error:
        raise GarbageError(str(error)) from error
    _require(number == CONFINED, "how the process is confined comes first")
    return reached


def _facts(raw: msgspec.Raw, probe: Probe) -> Facts:
    if isinstance(probe, Schedule):
        return _schedule_facts(raw, probe)
    return _program_facts(raw, probe) if isinstance(probe, Program) else _experiment_facts(raw)


def _schedule_facts(raw: msgspec.Raw, probe: Schedule) -> ScheduleFacts:
    facts = ScheduleFacts(*_Schedule.decode(raw))
    tasks = range(len(probe.tasks))
    _require(len(facts.resumed) in (0, len(tasks)), "resumptions of each task")
    _require({entry[0] for entry in facts.log} <= set(tasks), "the log names tasks by their index")
    _require(probe.log or not facts.log, "a log where one was asked for")
    if facts.runaway not in ([], [None, 0]):
        _require(_typed(facts.runaway, int, int) and facts.runaway[0] in tasks, "task and count")
    _raised(facts.raised)
    return facts


def _program_facts(raw: msgspec.Raw, probe: Program) -> ProgramFacts:
    facts = ProgramFacts(*_Program.decode(raw))
    for what, name, _, number, _ in facts.log:
        _require(what in EVENTS and type(name) is str and type(number) is int, "an event of the log")
    _require(len(facts.rows) == len(facts.clocks) <= _loops(probe), "a trace and a clock of each loop")
    _require(not facts.runaway or _typed(facts.runaway, str, int), "name and count")
    _require(facts.at in range(max(1, len(probe.ops))), "the index of an operation")
    _raised(facts.raised)
    return facts


def _loops(probe: Program) -> int:
    """How many loops a program may use."""
    return len({0, *(op[1] for op in probe.ops if op[0] == "loop")})


def _cell_facts(raw: msgspec.Raw, cell: Cell) -> CellFacts:
    values, printed, late, raised = _Cell.decode(raw)
    _require([name for name, _, _ in values] == cell.wants, "the values that were asked for")
    for _, state, value in values:
        _require(state in ("value", "missing", "type"), "the state of a value")
        _require(state != "type" or isinstance(value, str), "the name of a type")
        _require(_plain(value), "plain data")
    return CellFacts([list(entry) for entry in values], printed, late, _raised(raised))


def _plain(value: object, depth: int = 0) -> bool:
    """Whether this is data as an answer may be: lists not too deep, whole numbers not too large."""
    if isinstance(value, list):
        return depth < DEEPEST and len(value) <= MOST_ITEMS and all(_plain(each, depth + 1) for each in value)
    if isinstance(value, int):
        return -LARGEST < value < LARGEST
    return isinstance(value, float | str | NoneType)


def _experiment_facts(raw: msgspec.Raw) -> ExperimentFacts:
    facts = ExperimentFacts(*_Experiment.decode(raw))
    _require(not facts.runaway or _typed(facts.runaway, str, int), "name and count")
    _raised(facts.raised)
    return facts


def _raised(values: Raised) -> Raised:
    """An exception as plain data: nothing, or type, message, module, line and kind."""
    optional_str, optional_int = (str, NoneType), (int, NoneType)
    _require(not values or _typed(values, str, str, optional_str, optional_int, str), "an exception")
    return values


def _typed(values: Sequence[Plain], *types: type | tuple[type, ...]) -> bool:
    return len(values) == len(types) and all(map(isinstance, values, types))


def _require(right: bool, what: str) -> None:
    if not right:
        raise GarbageError(f"no answer to what was asked: {what}")
