"""One child: it shuts itself in, reads one request, imports the submission, and answers probe by probe.

What must stay true: it is confined before it reads the request, and says how before anybody else can speak for it; the
request holds no expected value, each answer is one line, and whatever the submission raises becomes a fact. A submission
can of course do here what it likes; what it says is only believed as far as it goes: a claim.
"""

from __future__ import annotations

import base64
import json
import os
import socket
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields
from importlib import import_module
from typing import Any

from ...probes.bonus import Experiment, ExperimentFacts, run_experiment
from ...probes.cells import Cell, CellFacts, Notebook, prepare
from ...probes.plain import Raised, plain_error
from ...probes.program import Program, ProgramFacts, run_program
from ...probes.schedule import Schedule, ScheduleFacts, TaskSpec, run_schedule
from . import confine, fakes
from .memory_package import MemoryPackage, forget_others
from .stand_in import StandIn

IMPORTS = -1
"""The number of the answer that says what went wrong on import."""

CONFINED = -2
"""The number of the line that says how this process is confined. It is the first, and written before the request is read:
no submission can have written it."""

MEASURING_BYTES = 2**24
"""Coverage of our own reference must write its data; a submission writes no file at all."""


def answer(channel: socket.socket, means: confine.Means) -> None:
    """Shut this process in and say how, read the request, run its probes, and send one line `[number, facts]` each."""
    send(channel, CONFINED, confine.shut_in(means))
    request = json.loads(read_all(channel))
    stop_measuring = start_coverage(request)
    confine.limit(request["cpu_seconds"], request["memory_bytes"], MEASURING_BYTES if request["coverage"] else 0)
    sources = {name: base64.b64decode(source) for name, source in request["sources"].items()}
    forget_others(request["package"], {} if request["coverage"] else sources)
    package = MemoryPackage(request["package"], sources, request["folder"])
    package.install()
    StandIn().install()
    seed_random(sources)
    try:
        package.offer_submitted_names()
        broken = import_modules(request)
        send(channel, IMPORTS, broken)
        if broken:
            return
        for number, kind, probe in request["probes"]:
            send(channel, number, run_probe(kind, probe, request))
    finally:
        stop_measuring()
        # Now, and not at the end of the process: the trusted side can read on while this one is taken down.
        channel.close()


def read_all(channel: socket.socket) -> bytes:
    """The request: its length in eight bytes, then the request."""
    with channel.makefile("rb") as stream:
        size = int.from_bytes(stream.read(8), "big")
        return stream.read(size)


def send(channel: socket.socket, number: int, facts: Any) -> None:
    """One answer, one line."""
    channel.sendall(json.dumps([number, facts], separators=(",", ":")).encode() + b"\n")


def import_modules(request: dict[str, Any]) -> Raised:
    """Import what the probes need; the exception of the first module that cannot be imported, empty when all can."""
    package = request["package"]
    fakes.install_modules(request["stand_ins"])
    try:
        fakes.install_fakes(package, request["fakes"])
        for module in request["imports"]:
            import_module(f"{package}.{module}")
    except BaseException as error:  # noqa: BLE001 - SystemExit included: a submission may call sys.exit on import
        return plain_error(error)
    return []


def seed_random(sources: Mapping[str, bytes]) -> None:
    """A submission that draws numbers draws the same ones each time, on import already. Most draw none, and `random` is
    slow to import."""
    if any(b"random" in source for source in sources.values()):
        import_module("random").seed(0)


def run_probe(kind: str, probe: dict[str, Any], request: dict[str, Any]) -> list[Any]:
    """Run one probe, and give its facts as values in the order of the facts' fields."""
    kinds: dict[str, Callable[[], Any]] = {
        "schedule": lambda: run_schedule(schedule_from(probe), request["package"]),
        "program": lambda: run_one_program(program_from(probe, request), request),
        "experiment": lambda: run_experiment(Experiment(**probe), request["package"]),
        "cell": lambda: notebook_of(request).run(Cell(**probe)),
    }
    blank = {
        "schedule": ScheduleFacts,
        "program": ProgramFacts,
        "experiment": ExperimentFacts,
        "cell": CellFacts,
    }
    try:
        facts = kinds[kind]()
    except BaseException as error:  # noqa: BLE001 - sys.exit and KeyboardInterrupt of a submission are facts, too
        facts = blank[kind](raised=plain_error(error))
    return [getattr(facts, field.name) for field in fields(facts)]


def run_one_program(program: Program, request: dict[str, Any]) -> ProgramFacts:
    if request["fakes"]:
        return fakes.run_with_fakes(program, request["package"], request["fakes"])
    return run_program(program, request["package"])


def notebook_of(request: dict[str, Any]) -> Notebook:
    """The notebook of this request: all its cells run in one namespace."""
    if "notebook" not in request:
        prepare([probe["source"] for _, kind, probe in request["probes"] if kind == "cell"])
        request["notebook"] = Notebook()
    notebook: Notebook = request["notebook"]
    return notebook


def program_from(data: dict[str, Any], request: dict[str, Any]) -> Program:
    """A program from its JSON form, taken pass by pass or by hand as the setting says."""
    return Program(**{**data, "by_hand": request["by_hand"], "hand_loop": request["hand_loop"]})


def schedule_from(data: dict[str, Any]) -> Schedule:
    """A schedule from its JSON form."""
    return Schedule(**{**data, "tasks": [TaskSpec(**task) for task in data["tasks"]]})


def start_coverage(request: dict[str, Any]) -> Callable[[], None]:
    """When the trusted side measures its own reference: coverage around everything, saved before the end."""
    where = request["coverage"]
    if not where:
        return lambda: None
    sys.path.extend(where["path"])
    import coverage

    measuring = coverage.Coverage(
        data_file=os.path.join(where["folder"], "coverage"),  # noqa: PTH118 - no pathlib in the child
        data_suffix=True,
        branch=True,
        config_file=False,
        include=[request["folder"] + "/*"],
    )
    measuring.start()

    def stop() -> None:
        measuring.stop()
        measuring.save()

    return stop
