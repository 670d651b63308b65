"""An ask always comes back, whatever the child does, and the next one works.

The children are real processes. Each test touches only its own worker, and what that worker started.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from loopcheck.worker import starters
from loopcheck.worker.host import Worker
from loopcheck.worker.inside.zygote import fork_patiently
from loopcheck.worker.machine import SLOWEST, CoreUse, seconds_counted, use_of_cores
from loopcheck.worker.protocol import LONGEST_LINE, MOST_BYTES, Limits

from . import trust_support as support

if TYPE_CHECKING:
    from collections.abc import Iterator

ask, spy, told, reference = support.ask, support.spy, support.told, support.reference
PROVIDED = support.PRELOADED

pytestmark = pytest.mark.skipif(os.name != "posix", reason="these children use fork, signals and descriptors")
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: /proc, or what a subreaper inherits")

SOON = 0.4
"""Seconds of deadline for a child that will hang."""


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker("fork", PROVIDED)
    yield worker
    worker.close()


@pytest.fixture(params=["fork", "spawn"])
def either(request: pytest.FixtureRequest) -> Iterator[Worker]:
    worker = Worker(request.param, PROVIDED)
    yield worker
    worker.close()


def busy_on(core: int, first: str = "") -> str:
    """The code of a process that keeps a core busy for as long as the one that started it lives."""
    begin = f"import os\nparent = os.getppid()\nos.sched_setaffinity(0, {{{core}}})\n{first}\n"
    return f"{begin}while os.getppid() == parent: sum(range(100_000))"


@pytest.fixture
def busy_core() -> Iterator[int]:
    """A core on which three other processes want to run."""
    core = min(os.sched_getaffinity(0))
    code = busy_on(core)
    others = [subprocess.Popen([sys.executable, "-S", "-c", code]) for _ in range(3)]
    yield core
    for other in others:
        other.kill()
        other.wait()


@pytest.fixture
def exposed() -> Iterator[Worker]:
    """A worker whose children may do what the confinement of others does not let them try."""
    worker = Worker("fork", PROVIDED, "rlimits")
    yield worker
    worker.close()


def zygote_of(worker: Worker) -> int:
    starter: Any = worker._starter
    pid: int = starter.process.pid
    return pid


def works(worker: Worker) -> bool:
    """The next ask is answered as if nothing had been."""
    reply = ask(worker, reference())
    return bool(reply.imported and not reply.end and reply.answers[0].rows)


def gone(pid: int) -> bool:
    """Whether the process has ended, or will within seconds."""
    for _ in range(400):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if sys.platform == "linux":
            with contextlib.suppress(OSError):
                if Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] == b"Z":
                    return True  # waits for whoever inherited it
        time.sleep(0.01)
    return False


def test_the_reference_is_answered(either: Worker) -> None:
    reply = ask(either, reference(), support.BEAT, support.PROGRAM)
    assert (reply.imported, reply.end, sorted(reply.answers)) == (True, "", [0, 1])


def test_both_ways_to_start_children_give_the_same_replies() -> None:
    submissions = [
        reference(),
        reference(loop="import nowhere"),
        reference(task="class Task:\n    def __init__(self, *_):\n        raise ValueError(self)"),
        reference(future="import sys\nsys.exit(3)"),
        reference(loop="import os\nos._exit(3)"),
        spy("import random\nreturn [random.random(), hash('x'), list({'a', 'b', 'c'})]", "import random"),
    ]
    replies = []
    for method in ("fork", "spawn"):
        worker = Worker(method, PROVIDED)
        replies.append([ask(worker, modules, support.BEAT, support.PROGRAM) for modules in submissions])
        worker.close()
    for forked, spawned in zip(*replies, strict=True):
        forked.seconds = spawned.seconds = 0.0
        assert forked.level.removeprefix("bubblewrap+") == spawned.level
        spawned.level = forked.level
        assert forked == spawned


@pytest.mark.parametrize(
    ("code", "end"),
    [
        ("os._exit(0)", "exit code 0"),
        ("os._exit(3)", "exit code 3"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "SIGSEGV"),
        ("os.kill(os.getpid(), signal.SIGTERM)", "SIGTERM"),
        ("os.kill(os.getpid(), 40)", "signal 40"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "killed"),
        ("ctypes.string_at(0)", "SIGSEGV"),
        ("os.closerange(0, 64)", "exit code 1"),
        ("[os.write(fd, b'noise') for fd in range(3, 64) if is_socket(fd)]", "no answer to the grader"),
        ("[os.write(fd, b'[-1,[]]\\n') for fd in range(3, 64) if is_socket(fd)]", "no answer to the grader"),
        ("[os.write(fd, b'\\n') for fd in range(3, 64) if is_socket(fd)]", "no answer to the grader"),
    ],
)
@pytest.mark.parametrize("when", ["on import", "in a call"])
def test_a_child_that_ends_is_noticed(worker: Worker, code: str, end: str, when: str) -> None:
    helper = (
        "def is_socket(fd):\n    try: return stat.S_ISSOCK(os.fstat(fd).st_mode)\n    except OSError: return False\n"
    )
    imports = f"import ctypes, os, signal, stat\n{helper}"
    if when == "on import" and "[-1,[]]" in code:
        code += "; os._exit(0)"  # alone it would be a true report: the import has succeeded
        end = "exit code 0"
    modules = spy("return 0", f"{imports}\n{code}") if when == "on import" else spy(f"{code}\nreturn 0", imports)
    reply = ask(worker, modules)
    assert end in reply.end
    assert reply.answers == {}
    assert reply.imported == (when == "in a call" or "[-1,[]]" in code)
    assert works(worker)


def test_sys_exit_is_a_fact(either: Worker) -> None:
    on_import = ask(either, spy("return 0", "raise SystemExit(0)"))
    assert on_import.broken_import is not None
    assert on_import.broken_import[:1] == ["SystemExit"]
    in_a_call = ask(either, spy("raise SystemExit(0)"))
    assert in_a_call.answers[0].raised[0] == "SystemExit"


def test_a_child_that_stops_talking_but_goes_on_is_ended(exposed: Worker) -> None:
    told_pid = ask(exposed, spy("return os.getpid()", "import os"))
    assert gone(told(told_pid))
    hung = ask(exposed, spy("os.closerange(3, 64)\nwhile True: pass", "import os"))
    assert hung.end == "its process closed its line to the grader or was killed"
    assert works(exposed)


HANGS = {
    "in Python": "while True: pass",
    "in a sleep": "time.sleep(1e6)",
    "in C": "sum(itertools.repeat(0))",
    "with signals ignored": "[signal.signal(s, signal.SIG_IGN) for s in (2, 14, 15)]\nwhile True: pass",
    "swallowing": "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    "stopped": "os.kill(os.getpid(), signal.SIGSTOP)",
    "in threads": "[threading.Thread(target=time.sleep, args=(1e6,)).start() for _ in range(4)]\ntime.sleep(1e6)",
}


@pytest.mark.parametrize("how", HANGS)
def test_a_child_that_hangs_is_ended_by_the_deadline(worker: Worker, how: str) -> None:
    reply = ask(worker, spy(HANGS[how], "import itertools, os, signal, threading, time"), seconds=SOON)
    assert reply.ended_by == "the test"
    assert "did not come back" in reply.end
    assert reply.seconds == SOON, "what a hang costs does not depend on the machine"
    assert works(worker)


def test_what_is_to_be_done_meanwhile_costs_the_child_no_time(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    late = 0.0
    now = time.monotonic
    monkeypatch.setattr("loopcheck.worker.host.time.monotonic", lambda: now() + late)

    def be_late() -> None:
        nonlocal late
        late = 3600.0
        done.append("late")

    def fail() -> None:
        done.append("failed")
        raise RuntimeError("whoever needs it will meet this again")

    worker.meanwhile.extend([be_late, fail, lambda: done.append("nobody waits for this")])
    first, second = (ask(worker, reference(), seconds=SOON) for _ in range(2))
    assert (first.answers.keys(), first.end) == (second.answers.keys(), second.end) == ({0}, "")
    assert done == ["late", "failed"]


def test_what_was_answered_before_a_hang_counts(either: Worker) -> None:
    # A whole second: where children are spawned, the start of the interpreter is part of it.
    loop = spy("calls.append(0)\nwhile len(calls) > 2: pass\nreturn 0", "calls = []")
    reply = ask(either, loop, *[support.BEAT] * 4, seconds=1.0)
    assert sorted(reply.answers) == [0, 1]
    assert reply.ended_by == "the test"


def test_without_a_deadline_the_limit_of_cpu_time_ends_a_child(worker: Worker) -> None:
    reply = ask(worker, spy("while True: pass"), seconds=None, limits=Limits(cpu_seconds=1))
    assert reply.end == "it used up all the CPU time that a check may take"
    assert reply.ended_by == ""
    stubborn = spy("signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass", "import signal")
    assert "killed" in ask(worker, stubborn, seconds=None, limits=Limits(cpu_seconds=1)).end


def test_without_a_deadline_a_sleeper_is_ended_all_the_same(worker: Worker) -> None:
    reply = ask(worker, spy("time.sleep(1e6)", "import time"), seconds=None, limits=Limits(seconds=SOON))
    assert reply.end == "it did not come back, and the grader stopped it"
    assert works(worker)


def test_memory_is_limited(worker: Worker) -> None:
    limits = Limits(memory_bytes=256 * 1024**2)
    assert ask(worker, spy("bytearray(2**29)"), limits=limits).answers[0].raised[0] == "MemoryError"
    reply = ask(worker, spy("kept = []\nwhile True: kept.append(bytearray(2**20))"), limits=limits)
    assert reply.end or reply.answers[0].raised[0] == "MemoryError"
    assert works(worker)


def test_endless_recursion_is_a_fact_or_an_end(worker: Worker) -> None:
    reply = ask(worker, spy("return found()"))
    assert reply.answers[0].raised[0] == "RecursionError"
    wild = "sys.setrecursionlimit(10**9)\nf = lambda _: [*map(f, [0])]\nreturn f(0)"
    reply = ask(worker, spy(wild, "import sys"), limits=Limits(memory_bytes=128 * 1024**2))
    assert reply.end or reply.answers[0].raised
    assert works(worker)


SAY = """
import gc, os, socket
def say(data):
    channel = next(o for o in gc.get_objects() if isinstance(o, socket.socket) and o.fileno() > 2)
    channel.sendall(data)
"""


@pytest.mark.parametrize(
    "flood",
    [
        "while True: say(b'x' * 2**16)",
        "while True: say(b'[-1,[]]\\n' * 2**12)",
        "while True: say(b'\\n' * 2**16)",
        "while True: say(b'[' * 2**16)",
    ],
    ids=["a line without end", "answers without end", "empty lines", "brackets"],
)
def test_a_flood_is_cut_off(worker: Worker, flood: str) -> None:
    reply = ask(worker, spy(flood, SAY))
    assert reply.end == "its process wrote something that is no answer to the grader"
    assert reply.ended_by == ""
    assert works(worker)


def test_a_valid_flood_is_cut_off_by_its_size(worker: Worker) -> None:
    rows = [["x" * 60] * 8] * 495
    line = f"[%d,{str([rows, 0, [], [], 0, [], []]).replace(' ', '')}]\n".replace("'", '"')
    assert LONGEST_LINE - 15_000 < len(line) < LONGEST_LINE
    wanted = MOST_BYTES // len(line) + 20
    flood = f"line = {line!r}\nfor number in range({wanted}): say((line % number).encode())\nos._exit(0)"
    reply = ask(worker, spy(flood, SAY), *[support.BEAT] * wanted)
    assert reply.end == "its process wrote something that is no answer to the grader"
    assert wanted - 30 < len(reply.answers) < wanted


def test_a_line_of_just_the_longest_length_is_no_flood(worker: Worker) -> None:
    answer = "[0,[[],0,[],[],0,[],[]]]"
    for extra, fits in ((0, True), (1, False)):
        line = answer + " " * (LONGEST_LINE - len(answer) + extra) + "\n"
        reply = ask(worker, spy(f"say({line!r}.encode())\nos._exit(0)", SAY))
        assert (0 in reply.answers) == fits


def test_answers_before_garbage_count_and_answers_after_it_do_not(worker: Worker) -> None:
    facts = "[[],0,[],[],0,[],[]]"
    for garbage in (f"[1,{facts}]", "x" * 2 * LONGEST_LINE, f"[9,{facts}]", "[-1,[]]"):
        said = f"[1,{facts}]\n{garbage}\n[2,{facts}]\n"
        reply = ask(worker, spy(f"say({said!r}.encode())\nos._exit(0)", SAY), *[support.BEAT] * 3)
        assert sorted(reply.answers) == [1]
        assert "no answer to the grader" in reply.end


def test_an_answer_before_the_import_is_reported_is_garbage(worker: Worker) -> None:
    reply = ask(worker, spy("return 0", f"{SAY}\nsay(b'[0,[[],0,[],[],0,[],[]]]\\n')"))
    assert (reply.imported, reply.answers) == (False, {})
    assert "no answer to the grader" in reply.end


def test_what_a_child_prints_reaches_nobody(either: Worker, capfd: pytest.CaptureFixture[str]) -> None:
    noise = "[os.write(fd, b'seen' * 9999) for fd in (1, 2)]; print('seen'); print('seen', file=sys.stderr)"
    reply = ask(either, spy(f"{noise}\nraise KeyError('seen')", f"import os, sys\n{noise}"))
    assert reply.answers[0].raised[0] == "KeyError"
    either.close()
    assert capfd.readouterr() == ("", "")


def test_a_child_that_kills_the_zygote_takes_only_itself_down(exposed: Worker) -> None:
    loop = spy(
        "calls.append(0)\nif len(calls) == 1: return os.getpid()\nos.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(1e6)",
        "import os, signal, time\ncalls = []",
    )
    reply = ask(exposed, loop, support.BEAT, support.BEAT, seconds=SOON)
    assert reply.end
    assert works(exposed)
    assert gone(told(reply)), "the child outlived its zygote"


def test_a_child_that_stops_the_zygote_holds_up_nobody(exposed: Worker) -> None:
    loop = spy("os.kill(os.getppid(), signal.SIGSTOP)\nreturn os.getpid()", "import os, signal")
    assert gone(told(ask(exposed, loop)))
    zygote = zygote_of(exposed)
    assert works(exposed)
    assert zygote_of(exposed) == zygote, "it was woken, not replaced"


@needs_linux
def test_what_a_child_leaves_behind_is_ended(exposed: Worker) -> None:
    loop = spy(
        """
        read, write = os.pipe()
        if not os.fork():
            os.setsid()
            if os.fork():
                os._exit(0)
            os.write(write, b"%d" % os.getpid())
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(1e6)
        return int(os.read(read, 20))
        """,
        "import os, signal, time",
    )
    # The orphan holds the line open, too: the answers are taken at the deadline.
    assert gone(told(ask(exposed, loop, seconds=1.0)))
    assert works(exposed)


def test_a_zygote_that_died_between_two_asks_is_replaced(worker: Worker) -> None:
    assert works(worker)
    before = zygote_of(worker)
    os.kill(before, signal.SIGKILL)
    starter: Any = worker._starter
    assert select.select([starter.control], [], [], 20)[0], "the zygote has outlived the process that we have started"
    assert works(worker)
    assert zygote_of(worker) != before
    worker.close()
    assert gone(before)


def test_the_zygote_ends_its_child_when_the_trusted_side_is_gone() -> None:
    code = (
        "import os, runpy, sys\n"
        f"support = runpy.run_path({str(Path(__file__).with_name('trust_support.py'))!r})\n"
        "worker = support['Worker']('fork', sandbox='rlimits')\n"
        "first = support['ask'](worker, support['spy']('return os.getppid()', 'import os'))\n"
        "print(support['told'](first), flush=True)\n"
        "support['ask'](worker, support['spy']('while True: pass'))\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment) as trusted:
        assert trusted.stdout is not None
        zygote = int(trusted.stdout.readline())
        trusted.kill()
    assert gone(zygote)


@needs_linux
def test_waiting_for_a_core_does_not_count(exposed: Worker, busy_core: int) -> None:
    burn = f"os.sched_setaffinity(0, {{{busy_core}}})\nuntil = time.process_time() + 0.5\n"
    burn += "began = time.monotonic()\nwhile time.process_time() < until: pass\nreturn time.monotonic() - began"
    reply = ask(exposed, spy(burn, "import os, time"), seconds=0.7)
    assert reply.ended_by == ""
    assert told(reply) > 0.7, "the machine was not busy, so this test has shown nothing"


@needs_linux
def test_waiting_of_helper_threads_does_not_count(exposed: Worker, busy_core: int) -> None:
    """The main thread waits for another one, which waits for a core: the machine's fault all the same."""
    burn = f"""
        def work():
            os.sched_setaffinity(0, {{{busy_core}}})
            until = time.thread_time() + 0.5
            while time.thread_time() < until: pass
        began = time.monotonic()
        helper = threading.Thread(target=work)
        helper.start()
        helper.join()
        return time.monotonic() - began
    """
    reply = ask(exposed, spy(burn, "import os, threading, time"), seconds=0.7)
    assert reply.ended_by == ""
    assert told(reply) > 0.7, "the machine was not busy, so this test has shown nothing"


@needs_linux
def test_the_system_tells_who_waited(busy_core: int) -> None:
    code = busy_on(busy_core, "print(flush=True)")
    with subprocess.Popen([sys.executable, "-S", "-c", code], stdout=subprocess.PIPE) as waiting:
        assert waiting.stdout is not None
        waiting.stdout.readline()
        began, before = time.monotonic(), use_of_cores(waiting.pid)
        while use_of_cores(waiting.pid).waited - before.waited < 0.2:
            assert time.monotonic() - began < 60, "nobody had to wait on a core that four processes want"
            time.sleep(0.02)
        after = use_of_cores(waiting.pid)
        assert after.waited - before.waited <= time.monotonic() - began
        assert after.ran > before.ran
        waiting.kill()
    assert use_of_cores(waiting.pid) == CoreUse(), "a process that is gone has waited for nothing"


@needs_linux
def test_what_threads_used_that_have_ended_counts() -> None:
    code = """
        import threading, time
        def work():
            while time.thread_time() < 0.3: pass
        helper = threading.Thread(target=work)
        helper.start()
        helper.join()
        print(flush=True)
        time.sleep(60)
    """
    with subprocess.Popen([sys.executable, "-S", "-c", textwrap.dedent(code)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert use_of_cores(process.pid).ran >= 0.3
        process.kill()
    assert [use_of_cores(pid) for pid in (process.pid, 0, -1)] == [CoreUse()] * 3


@pytest.mark.parametrize(
    ("use", "counted"),
    [
        (CoreUse(), 2.0),
        (CoreUse(ran=0.5, waited=1.5), 0.5),
        (CoreUse(waited=2.0), 2.0 / SLOWEST),  # a process that only waits is ended all the same, some day
        (CoreUse(ran=0.3, waited=7.0), 0.3),  # four threads that waited at the same time
        (CoreUse(ran=2.0, waited=2.0), 2.0),  # two threads that made each other wait
        (CoreUse(ran=4.0), 2.0),
    ],
)
def test_how_waiting_counts(use: CoreUse, counted: float) -> None:
    assert seconds_counted(2.0, use) == counted


@pytest.mark.parametrize(("error", "tries"), [(errno.EAGAIN, 4), (errno.ENOMEM, 4), (errno.ENOSYS, 1)], ids=str)
def test_a_machine_without_a_process_to_spare_is_waited_for(
    error: int, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A neighbour may hold them all for a while."""
    tried: list[float] = []

    def refused() -> int:
        tried.append(0)
        if len(tried) < 4:
            raise OSError(error, "refused")
        return 7

    monkeypatch.setattr(os, "fork", refused)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    with contextlib.suppress(OSError):
        assert fork_patiently() == 7
    assert len(tried) == tries


def test_a_zygote_that_cannot_be_started_now_is_started_later(monkeypatch: pytest.MonkeyPatch) -> None:
    real, refusals = starters._popen_now, [BlockingIOError(), BlockingIOError()]

    def refused(*arguments: Any) -> Any:
        if refusals:
            raise refusals.pop()
        return real(*arguments)

    monkeypatch.setattr(starters, "_popen_now", refused)
    monkeypatch.setattr(starters, "START_PAUSE", 0.0)
    worker = Worker("fork", PROVIDED)
    assert works(worker)
    worker.close()
    assert not refusals


def test_random_numbers_and_hashes_are_the_same_each_time(worker: Worker) -> None:
    loop = spy(
        "return [AT_IMPORT, random.random(), random.choice('abcdef'), hash('loop')]",
        "import random\nAT_IMPORT = random.random()",
    )
    assert told(ask(worker, loop)) == told(ask(worker, loop))
