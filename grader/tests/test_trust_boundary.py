"""What a submission can find in its own process, what it can reach from there, and what its lies are worth.

Each search is made by a submission and reported through the facts. The same search finds a canary that is really there,
so finding nothing means that there is nothing. What is looked for is never spelled out in the searching submission.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loopcheck.grading import Grader, GraderSettings
from loopcheck.interview import Interview, Silence
from loopcheck.probes.schedule import Schedule, TaskSpec
from loopcheck.results import Outcome
from loopcheck.submissions.model import Source
from loopcheck.suite import schedules
from loopcheck.suite.asking import draw
from loopcheck.suite.expected import load_reference, right_answer
from loopcheck.worker.host import Worker
from loopcheck.worker.protocol import GarbageError, Limits, decode_answer, stand_ins

from . import trust_support as support

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loopcheck.interview import Question
    from loopcheck.worker.protocol import Setting

ask, spy, told, reference = support.ask, support.spy, support.told, support.reference

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there is no sandbox elsewhere")
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and PR_SET_DUMPABLE, which Linux has")

KEY = 0x5A5A5A
CANARY_STAMPS = (31_337, 31_338, 41_999)
CANARY_TEXT = "a canary in its coal mine"
CANARY = Schedule([TaskSpec(CANARY_TEXT, [["burn", ms] for ms in CANARY_STAMPS], endless=True)], 700)


@pytest.fixture(params=["fork", "spawn"])
def worker(request: pytest.FixtureRequest) -> Iterator[Worker]:
    worker = Worker(request.param, support.PRELOADED)
    yield worker
    worker.close()


@pytest.fixture(params=["fork", "spawn"])
def exposed(request: pytest.FixtureRequest) -> Iterator[Worker]:
    """A worker whose children may look around: what they do not find there, they find nowhere."""
    worker = Worker(request.param, support.PRELOADED, "rlimits")
    yield worker
    worker.close()


@pytest.fixture(scope="module")
def grader() -> Iterator[Grader]:
    with Grader(GraderSettings(seed=20)) as grader:
        yield grader


@pytest.fixture(scope="module")
def right_stamps() -> list[list[int]]:
    """Rows that a right loop leaves: the pinned traces, and answers to random schedules. Without their names."""
    load_reference(support.course_files(), support.COURSE)
    rows = [row for name in ("one_hop", "two_hops") for row in schedules.pinned_trace(name)["rows"]]
    for probe in draw(schedules.random_schedules, 20):
        rows += getattr(right_answer(probe), "rows", [])
    stamps = [row[1:] for row in rows]
    return [row for row in stamps if min(row) > 60 and len(set(row)) > 2]


@pytest.fixture(scope="module")
def solution_lines() -> list[str]:
    """Lines of the reference that stand between the marks, and nowhere in what is provided."""
    found = []
    for name in support.COURSE.edit:
        text = support.REFERENCE[name].decode()
        for region in re.findall(r"# BEGIN SOLUTION \w+\n(.*?)# END SOLUTION", text, re.DOTALL):
            found += [line.strip() for line in region.splitlines() if len(line.strip()) >= 25]
    return found


def masked(text: str) -> str:
    """A pattern for this text that does not hold the text."""
    return "".join(f"[{character}]" if character not in "[]^\\" else f"\\{character}" for character in text)


WALK = f"""
import collections, gc, re, sys

def reachable():
    todo = gc.get_objects()
    for frame in sys._current_frames().values():
        while frame:
            todo += [frame, frame.f_locals, frame.f_globals, frame.f_code]
            frame = frame.f_back
    todo += [vars(module) for module in list(sys.modules.values())]
    seen = set()
    while todo:
        value = todo.pop()
        if id(value) not in seen and value is not seen and value is not todo:
            seen.add(id(value))
            yield value
            todo += gc.get_referents(value)

def search(stamps, patterns):
    stamps = set(map(tuple, stamps))
    lengths = {{len(wanted) for wanted in stamps}}
    text = re.compile("|".join(patterns))
    count, found = 0, []
    for value in reachable():
        count += 1
        if type(value) in (list, tuple, collections.deque):
            numbers = [item ^ {KEY} for item in value if type(item) is int]
            for length in lengths:
                for at in range(len(numbers) - length + 1):
                    if tuple(numbers[at:at + length]) in stamps:
                        found.append("numbers")
        elif type(value) is str and text.search(value):
            found.append("text")
        elif type(value) is bytes and text.search(value.decode("latin-1")):
            found.append("bytes")
    return count, sorted(set(found))
"""


def searching(stamps: Sequence[Sequence[int]], texts: Sequence[str]) -> dict[str, bytes]:
    hidden = [[number ^ KEY for number in row] for row in stamps]
    modules: dict[str, bytes] = spy(f"return search({hidden!r}, {[masked(text) for text in texts]!r})", WALK)
    return modules


ROOMY = Limits(cpu_seconds=60)


def test_no_object_of_a_child_holds_an_expected_value_or_a_solution(
    worker: Worker, right_stamps: list[list[int]], solution_lines: list[str]
) -> None:
    assert len(right_stamps) > 40
    assert len(solution_lines) > 8
    count, found = told(ask(worker, searching(right_stamps, solution_lines), CANARY, seconds=90, limits=ROOMY))
    assert count > 10_000
    assert found == []


def test_the_same_search_finds_what_is_there(worker: Worker) -> None:
    numbers = {
        "loop.py": searching([CANARY_STAMPS], ["no such text"])["loop.py"] + b"\nKEPT = (1, 31337, 31338, 41999)\n"
    }
    assert told(ask(worker, numbers, seconds=90, limits=ROOMY))[1] == ["numbers"]
    text = searching([(1, 2, 3, 4, 5, 6, 7)], [CANARY_TEXT])
    assert "text" in told(ask(worker, text, CANARY, seconds=90, limits=ROOMY))[1]
    solved = reference() | searching([(1, 2, 3, 4, 5, 6, 7)], ["future.waiter = self.step"])
    assert "bytes" in told(ask(worker, solved, seconds=90, limits=ROOMY))[1], "a submission finds its own source"


MEMORY = """
import os, re

def scan(patterns):
    text = re.compile("|".join(patterns).encode())
    size, hits, kinds = 0, 0, []
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
        for line in maps.read().splitlines():
            place, rights, *rest = line.split()
            if not rights.startswith("rw") or rest[-1:] == ["[vvar]"]:
                continue
            start, end = (int(number, 16) for number in place.split("-"))
            try:
                memory.seek(start)
                data = memory.read(end - start)
            except (OSError, ValueError):
                continue
            size += len(data)
            hits += len(text.findall(data))
    for name in ("environ", "cmdline"):
        with open(f"/proc/self/{name}", "rb") as file:
            hits += len(text.findall(file.read()))
    hits += len(text.findall(repr(dict(os.environ)).encode()))
    return size, hits
"""


@needs_linux
def test_the_memory_of_a_child_holds_no_expected_value_and_no_solution(
    exposed: Worker, solution_lines: list[str]
) -> None:
    if os.geteuid():
        pytest.skip("a process that is not dumpable can read its own memory only as root")
    rows = ["{0},{0},{1},{2}".format(*row[2:]) for row in schedules.pinned_trace("two_hops")["rows"][:3]]
    rows += ["{0}, {0}, {1}, {2}".format(*row[2:]) for row in schedules.pinned_trace("two_hops")["rows"][:3]]
    modules = spy(f"return scan({[masked(text) for text in rows + solution_lines]!r})", MEMORY)
    size, hits = told(ask(exposed, modules, CANARY, seconds=90, limits=ROOMY))
    assert size > 1_000_000
    assert hits == 0
    modules = spy(f"return scan({[masked(CANARY_TEXT)]!r})", MEMORY)
    assert told(ask(exposed, modules, CANARY, seconds=90, limits=ROOMY))[1] > 0


def test_a_child_has_nothing_of_ours_at_hand(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOPCHECK_SECRET", "seed 20")
    found = told(
        ask(
            worker,
            spy(
                """
                streams = [os.path.samestat(os.fstat(fd), os.stat(os.devnull)) for fd in (0, 1, 2)]
                files = [fd for fd in range(3, 64) if opened(fd)]
                sockets = [stat.S_ISSOCK(os.fstat(fd).st_mode) for fd in files]
                names = ["loopcheck.suite", "loopcheck.grading", "loopcheck.worker.host", "loopcheck.worker.protocol",
                         "loopcheck.interview", "loopcheck.probes.tables", "msgspec", "_pytest", "pluggy"]
                return {
                    "environment": sorted(os.environ), "folder": os.getcwd(), "streams": streams, "sockets": sockets,
                    "stand-in": sorted(name for name in vars(pytest) if not name.startswith("__")),
                    "importable": [name for name in names if importable(name)],
                    "present": sorted(name for name in sys.modules if name.startswith("loopcheck")),
                    "path": [entry for entry in sys.path if "site-packages" in entry or "loopcheck" in entry or not entry],
                    "flags": [sys.flags.no_site, sys.flags.safe_path, sys.flags.no_user_site],
                    "hash": sys.flags.hash_randomization, "threads": threading.active_count(),
                }
                """,
                """
                import importlib, os, pytest, stat, sys, threading
                def importable(name):
                    try:
                        importlib.import_module(name)
                    except ImportError:
                        return False
                    return True
                def opened(fd):
                    try:
                        os.fstat(fd)
                    except OSError:
                        return False
                    return True
                """,
            ),
        )
    )
    present = found.pop("present")
    found["environment"] = [name for name in found["environment"] if name != "LC_CTYPE"]  # the interpreter's own
    assert found == {
        "environment": ["PYTHONHASHSEED"],
        "folder": "/",
        "streams": [True, True, True],
        "sockets": [True],
        "stand-in": ["fixture", "mark"],  # not the real pytest, from which a path leads to the rest
        "importable": [],
        "path": [],
        "flags": [1, 1, 1],
        "hash": 0,
        "threads": 1,
    }
    assert all(
        re.match(r"loopcheck$|loopcheck\.(probes|worker)$|loopcheck\.(probes|worker\.inside)\b", n) for n in present
    )


WORK = {"fake_future": "set_result", "fake_suspend": "suspend", "fake_step": "step", "turns": "run_once"}
"""The modules of ours that do the work of a function, and the exercise that asks for it."""


def test_no_child_holds_the_work_of_the_function_that_it_is_judged_by(grader: Grader, worker: Worker) -> None:
    settings = {
        (spec.exercise, setting) for spec in grader.session.plugin.suite.checks.values() for setting in spec.settings
    }
    lent = {(exercise, WORK[name.rpartition(".")[2]]) for exercise, one in settings for name in stand_ins(one)}
    assert lent, "there are settings with stand-ins"
    assert not [pair for pair in lent if pair[0] == pair[1] or pair[0] == "whole_loop"]
    found = told(
        ask(
            worker,
            spy(
                f"""
                names = [name for name in sys.modules if name.rpartition(".")[2] in {set(WORK)!r}]
                for parent in "loopcheck.probes", "loopcheck.worker.inside":
                    for name in {set(WORK)!r}:
                        try:
                            names.append(importlib.import_module(parent + "." + name).__name__)
                        except ImportError:
                            pass
                return names
                """,
                "import importlib, sys",
            ),
        )
    )
    assert found == []


@pytest.mark.parametrize("level", ["", "rlimits"])
def test_a_child_writes_no_file(level: str, tmp_path: Path) -> None:
    worker = Worker("fork", support.PRELOADED, level)
    target = tmp_path / "written"
    body = f"with open({str(target)!r}, 'w') as file: file.write('kept for the next child')"
    reply = ask(worker, spy(f"{body}\nreturn 0"))
    worker.close()
    assert "OSError" in reply.answers[0].raised[4].split()
    assert not target.exists() or target.read_bytes() == b""


@needs_linux
def test_a_child_cannot_take_its_limits_back(worker: Worker) -> None:
    found = told(
        ask(
            worker,
            spy(
                """
                refused = []
                for name in ("RLIMIT_CPU", "RLIMIT_AS", "RLIMIT_FSIZE", "RLIMIT_CORE", "RLIMIT_NOFILE"):
                    kind = getattr(resource, name)
                    try:
                        resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
                    except (ValueError, OSError):
                        refused.append(name)
                libc, found = ctypes.CDLL(None), (ctypes.c_uint32 * 6)(*[7] * 6)
                assert libc.capget((ctypes.c_uint32 * 2)(0x20080522, 0), found) == 0
                return refused, list(found), libc.prctl(39, 0, 0, 0, 0)
                """,
                "import ctypes, resource",
            ),
        )
    )
    assert found == [
        ["RLIMIT_CPU", "RLIMIT_AS", "RLIMIT_FSIZE", "RLIMIT_CORE", "RLIMIT_NOFILE"],
        [0] * 6,
        1,  # no new privileges
    ]


PEEK = """
import os
def parent(pid):
    with open(f"/proc/{pid}/stat", "rb") as file:
        return int(file.read().rpartition(b")")[2].split()[1])
def peek(pid, name):
    try:
        with open(f"/proc/{pid}/{name}", "rb", 0) as file:
            if name == "mem":
                file.seek(PLACE)
            return "read" if b"the expected values" in file.read(4096) or name != "mem" else "nothing there"
    except OSError as error:
        return type(error).__name__
"""

TRUSTED_SIDE = """
import ctypes, json, os, runpy, sys
from loopcheck.worker.machine import hide_memory

support = runpy.run_path(sys.argv[1])
worker = support["Worker"]("fork", sandbox="rlimits")
support["ask"](worker, support["spy"]("return 0"))  # imports everything on both sides, as long as we still may
libc = ctypes.CDLL(None, use_errno=True)
assert libc.capset((ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()) == 0
assert libc.prctl(4, 1, 0, 0, 0) == 0  # dumpable, as a process is that an ordinary user starts
if sys.argv[2] == "hidden":
    hide_memory()
secret = ctypes.create_string_buffer(b"the expected values")
before = support["PEEK"].replace("PLACE", str(ctypes.addressof(secret)))
found = "zygote = os.getppid()\\nreturn [[peek(pid, name) for name in ('mem', 'environ', 'maps')]"
found += " for pid in (zygote, parent(zygote), parent(parent(zygote)))] + [os.geteuid()]"
reply = support["ask"](worker, support["spy"](found, before))
print(json.dumps(support["told"](reply)))
worker.close()
"""

AS_NOBODY = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
READ_SEARCH = 1 << 2  # the interpreter may stand in a folder that only root may enter
os.setgroups([])
os.setgid(65534)
libc.prctl(8, 1, 0, 0, 0)
os.setuid(65534)
assert libc.capset((ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)(READ_SEARCH, READ_SEARCH, READ_SEARCH)) == 0
assert libc.prctl(47, 2, 2, 0, 0) == 0
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


def peeked(hidden: bool) -> Any:
    """What the child of an ordinary user's grader can read of its zygote and of the grader."""
    support_file = str(Path(__file__).with_name("trust_support.py"))
    script = TRUSTED_SIDE.replace('support["PEEK"]', repr(PEEK))
    command = ["-c", script, support_file, "hidden" if hidden else "open"]
    if not os.geteuid():
        command = ["-c", AS_NOBODY, *command]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, env=environment, check=False)
    if "PermissionError" in done.stderr or "AssertionError" in done.stderr:
        pytest.skip(f"this machine does not let us become an ordinary user: {done.stderr[-200:]}")
    assert done.returncode == 0, done.stderr
    *found, user = json.loads(done.stdout)
    assert user != 0
    return found


@needs_linux
def test_a_child_of_an_ordinary_user_reads_neither_the_zygote_nor_the_grader() -> None:
    assert peeked(hidden=True) == [["PermissionError"] * 3] * 3


@needs_linux
def test_a_grader_that_did_not_hide_could_be_read() -> None:
    zygote, guard, grader = peeked(hidden=False)
    assert zygote == guard == ["PermissionError"] * 3
    assert grader[1:] == ["read", "read"]


FORGER = """
import os, socket, gc, sys, time
channel = next(o for o in gc.get_objects() if isinstance(o, socket.socket) and o.fileno() > 2)
frame = sys._getframe()
while "request" not in frame.f_locals:
    frame = frame.f_back
lines = ["[-1,[]]"]
for number, kind, probe in frame.f_locals["request"]["probes"]:
    lines.append("[%d,%s]" % (number, (SCHEDULE if kind == "schedule" else PROGRAM)))
channel.sendall(("\\n".join(lines) + "\\n").encode())
os._exit(0)
"""

FORGERIES = {
    "empty events": ("[[[]],0,[],[[]],null,[],[]]", "[[[]],[[[]]],[0],[],[],0]"),
    "nothing": ("[[],null,[],[],null,[],[]]", "[[],[],[],[],[],0]"),
    "short rows": ('[[[],["heartbeat"],["task0"]],0,[],[],null,[],[]]', '[[],[[[],["a"]]],[0],[],[],0]'),
    "a runaway without a count": ("[[],0,[],[],null,[0],[]]", '[[],[],[],["a"],[],0]'),
    "a runaway of nobody": ("[[],0,[],[],null,[99,7],[]]", '[[],[],[],["nobody",7],[],0]'),
    "half an exception": ('[[],0,[],[],null,[],["KeyError"]]', '[[],[],[],[],["KeyError"],0]'),
    "events of no kind": ("[[],0,[],[[0,null]],null,[],[]]", '[[["flew","a",0,1,null]],[[]],[0],[],[],0]'),
    "mixed types": (
        '[[["a",null,"b",2,null]],"x",[],[[0,"y"]],"z",[],[]]',
        '[[["ran","a","b",1,"c"]],[[]],["x"],[],[],0]',
    ),
}


@pytest.mark.parametrize("kind", FORGERIES)
def test_a_forged_answer_earns_nothing_and_is_no_fault_of_ours(grader: Grader, kind: str) -> None:
    for_schedule, for_program = FORGERIES[kind]
    forger = FORGER.replace("SCHEDULE", repr(for_schedule)).replace("PROGRAM", repr(for_program))
    result, _ = grader.grade(Source("forger", dict.fromkeys(support.COURSE.edit, forger.encode())))
    assert result.score == 0
    assert not [check.detail for check in result.checks if check.outcome is Outcome.GRADER_ERROR]


class Liar(Interview):
    """Says something near the right answer, by way of the wire. It is honest where other checks would be skipped."""

    right: Sequence[Any]
    honest: frozenset[int]
    luck: random.Random

    def answers(self, _: Setting, wanted: Sequence[int], group: Sequence[Question]) -> list[Any]:
        questions = {question.number: question.probe for question in group}
        return [self.lie(number, questions[number]) for number in wanted]

    def lie(self, number: int, probe: Any) -> Any:
        facts = self.right(number)
        values = json.loads(json.dumps([getattr(facts, field.name) for field in fields(facts)]))
        for _ in range(0 if number in self.honest else self.luck.randrange(3)):
            self.spoil(values)
        try:
            return decode_answer(json.dumps([number, values]).encode(), {number: probe})[1]
        except GarbageError:
            return Silence("it lied")

    def spoil(self, values: list[Any]) -> None:
        """Change one thing, at any depth."""
        at = self.luck.randrange(len(values)) if values else 0
        if values and isinstance(values[at], list) and self.luck.random() < 0.8:
            self.spoil(values[at])
        elif values and self.luck.random() < 0.3:
            del values[at]
        else:
            new = self.luck.choice([None, 0, -1, 3, 2**52, "", "a", "heartbeat", "ran", [], [0, 0], ["task0"], [None]])
            values[at : at + self.luck.randrange(2)] = [new]


@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_no_answer_that_comes_through_confuses_a_judge(grader: Grader, seed: int) -> None:
    liar = Liar(
        grader.worker, support.COURSE.package, {}, lambda: None, grader._interviewer.interview(Source("x", {})).patience
    )
    liar.right, liar.luck = grader.session.plugin.suite.right, random.Random(seed)
    checks = grader.session.plugin.suite.checks
    liar.honest = frozenset(
        number for spec in checks.values() for name in spec.requires for number in checks[name].numbers
    )
    verdicts = grader.session.grade(liar)
    assert {name: v.detail for name, v in verdicts.items() if v.outcome is Outcome.GRADER_ERROR} == {}
