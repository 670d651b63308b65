"""Submissions and questions for the tests of the trust boundary.

A submission is given as source bytes. `SPY` is a `loop.py` that runs nothing: it calls its own `found()` and tells what
that returns through the only way out there is, the facts: as the rows of its trace.
"""

from __future__ import annotations

import json
import textwrap
from typing import Any

from loopcheck.course import course_files, load_course
from loopcheck.probes.program import Program
from loopcheck.probes.schedule import Schedule, ScheduleFacts, TaskSpec
from loopcheck.worker.deadline import Deadline
from loopcheck.worker.host import Reply, Worker
from loopcheck.worker.protocol import Limits, Probe, Request, Setting, encode_provided

COURSE = load_course()
REFERENCE = course_files().package_sources(COURSE)
PROVIDED = course_files().provided_sources(COURSE)
PRELOADED = encode_provided(COURSE.package, PROVIDED)
OWN = Setting("own", ("future", "loop"))
LOOP = Setting("loop alone", ("loop",))

BEAT = Schedule([TaskSpec("beat", [["sleep", 100]], endless=True), TaskSpec("hog", [["burn", 30]], endless=True)], 700)
PROGRAM = Program().soon("a").future("f").wait("f", "w").resolve("f").soon("b").one_pass().one_pass()

SPY = """
import json

class EventLoop:
    def __init__(self, hops=2):
        self.clock, self.timers, self.trace = 0, [], []

    def create_task(self, coro, name=None):
        next(coro)

    def run_once(self):
        pass

    def run(self, until):
        text = json.dumps(found())
        self.trace = [[text[start:start + 60]] for start in range(0, len(text), 60)]

"""


def spy(found: str, before: str = "") -> dict[str, bytes]:
    """A submission whose `found()` has this body."""
    body = textwrap.indent(textwrap.dedent(found), "    ")
    return {"loop.py": f"{SPY}\n{textwrap.dedent(before)}\ndef found():\n{body}\n".encode()}


def told(reply: Reply, number: int = 0) -> Any:
    """What a spy found."""
    facts = reply.answers.get(number)
    assert isinstance(facts, ScheduleFacts), (reply.end, reply.broken_import)
    assert not facts.raised, facts.raised
    return json.loads("".join(str(row[0]) for row in facts.rows))


def ask(
    worker: Worker,
    modules: dict[str, bytes],
    *probes: Probe,
    seconds: float | None = 20.0,
    limits: Limits | None = None,
    setting: Setting = LOOP,
) -> Reply:
    """One child for this submission, beside the course's own copy of the rest."""
    numbered = list(enumerate(probes or (BEAT,)))
    request = Request(COURSE.package, modules | PROVIDED, setting, numbered, limits or Limits())
    return worker.ask(request, Deadline(seconds, "the test") if seconds else None)


def reference(**changed: str) -> dict[str, bytes]:
    """The reference's three modules, with some text put in front of or in the place of one: `reference(loop="...")`."""
    modules = {name: REFERENCE[name] for name in COURSE.edit}
    return modules | {f"{name}.py": source.encode() for name, source in changed.items()}


def with_body(function: str, body: str) -> dict[str, bytes]:
    """The reference with this body in the place of one function's solution."""
    region = {"set_result": "future", "step": "task", "suspend": "task", "run_once": "loop"}[function]
    text = REFERENCE[f"{region}.py"].decode()
    before, _, rest = text.partition(f"        # BEGIN SOLUTION {function}\n")
    _, _, after = rest.partition(f"        # END SOLUTION {function}\n")
    assert rest, function
    indented = textwrap.indent(textwrap.dedent(body).strip("\n"), "        ")
    return reference(**{region: f"{before}{indented}\n{after}"})


class CountingWorker(Worker):
    """A worker that notes the questions of each request."""

    def __init__(self, method: str = "", provided: bytes = b"") -> None:
        super().__init__(method, provided)
        self.asked: list[list[int]] = []

    def ask(self, request: Request, deadline: Deadline | None) -> Reply:
        self.asked.append([number for number, _ in request.probes])
        return super().ask(request, deadline)
