"""What a child can still do on each level of confinement, and that the level's name is what was reached.

Everything is tried by a submission in a real child, on files and processes that the test has made itself. What one level
refuses is tried on `rlimits`, too: there it must work, or the test has shown nothing.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import loopcheck
from loopcheck.worker.host import Worker
from loopcheck.worker.inside import landlock, seccomp, syscalls
from loopcheck.worker.protocol import Request, Setting
from loopcheck.worker.sandbox import LEVELS, LEVELS_TO_DEMAND, bubblewrap, plans, reads_files, weakest
from loopcheck.worker.starters import WorkerError

from . import trust_support as support

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ask, spy, told, reference = support.ask, support.spy, support.told, support.reference

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Landlock, seccomp and bubblewrap are Linux's")


@pytest.fixture(scope="module")
def worker_at() -> Iterator[Callable[[str], Worker]]:
    """`worker_at(level)`: a worker on this level; the test is skipped where the machine does not have it."""
    made: dict[str, Worker] = {}

    def make(level: str) -> Worker:
        if level not in made:
            worker = Worker("fork", support.PRELOADED, level)
            try:
                worker.reach()
            except WorkerError as error:
                worker.close()
                pytest.skip(f"this machine has no {level}: {error}")
            made[level] = worker
        return made[level]

    yield make
    for worker in made.values():
        worker.close()


STRONG = [level for level in LEVELS_TO_DEMAND if "seccomp" in level]
CONFINED = [level for level in LEVELS_TO_DEMAND if level != "rlimits"]


@pytest.mark.parametrize("level", LEVELS_TO_DEMAND)
def test_a_right_solution_is_answered_on_every_level(worker_at: Callable[[str], Worker], level: str) -> None:
    worker = worker_at(level)
    reply = ask(worker, reference(), support.BEAT, support.PROGRAM)
    assert (reply.imported, reply.end, sorted(reply.answers), reply.level) == (True, "", [0, 1], level)
    assert worker.level == level


@pytest.mark.parametrize("level", LEVELS_TO_DEMAND)
def test_the_standard_library_can_be_imported_on_every_level(worker_at: Callable[[str], Worker], level: str) -> None:
    """A right solution may import what it likes, and start helper threads."""
    names = "dataclasses, typing, asyncio, logging, ctypes, hashlib, decimal, sqlite3, ssl, lzma, bz2, zoneinfo, uuid"
    names += ", tempfile, subprocess, multiprocessing, inspect, traceback, unittest.mock, xml.etree.ElementTree"
    body = f"""
        failed = []
        for name in {names.split(", ")!r}:
            try:
                importlib.import_module(name)
            except ImportError as error:
                failed.append(str(error))
        done = []
        threads = [threading.Thread(target=done.append, args=(number,)) for number in range(5)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            done += pool.map(abs, [-5, -6])
        with open(os.devnull, "w") as nowhere:
            print("noise", file=nowhere)
        time.localtime(), os.urandom(3), os.getcwd(), os.cpu_count(), hashlib.sha256(b"x").hexdigest()
        return failed, sorted(done)
    """
    imports = "import concurrent.futures, hashlib, importlib, os, threading, time"
    if level in ("seccomp", "bubblewrap+seccomp"):  # there, nothing at all is opened for writing
        body = body.replace('open(os.devnull, "w")', "io.StringIO()")
        imports += ", io"
    assert told(ask(worker_at(level), spy(body, imports), seconds=60)) == [[], [0, 1, 2, 3, 4, 5, 6]]


TRY = """
import ctypes, errno, fcntl, mmap, os, resource, shutil, signal, socket, stat, struct, subprocess, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *arguments):
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)
def attempt(action):
    try:
        action()
    except (OSError, AttributeError) as error:
        return getattr(error, "errno", None) in (errno.EPERM, errno.EACCES, errno.EROFS, errno.ENOSYS, errno.ENOENT)
    except ValueError:
        return True
    return False
def fork():
    if not os.fork():
        os._exit(0)
def system_v(get, control, *arguments):
    number = getattr(libc, get)(0, *arguments)
    if number < 0:
        raise OSError(ctypes.get_errno(), get)
    getattr(libc, control)(number, *[0] * (get == "semget"), 0, None)  # 0: remove it
def write(path):
    with open(path, "r+b") as file:
        file.write(b"damaged")
def mapped(path):
    descriptor = os.open(path, os.O_RDWR)
    mmap.mmap(descriptor, 0)[:3] = b"bad"
def read(path):
    with open(path, "rb") as file:
        file.read()
def channel():
    for descriptor in range(3, 64):
        try:
            return socket.socket(fileno=os.dup(descriptor))
        except OSError:
            continue
"""


def refused(worker: Worker, **actions: str) -> set[str]:
    """Which of these expressions a submission is not allowed to do."""
    body = f"return {{name: attempt(eval('lambda: ' + code)) for name, code in {actions!r}.items()}}"
    # An attempt may succeed on a weak level, so none is made that touches anything but what the test has made.
    return {name for name, no in told(ask(worker, spy(body, TRY), seconds=60)).items() if no}


def on_files(folder: Path) -> dict[str, str]:
    """Attempts to damage or read files that the grading user may write. Each has a file of its own."""
    victims = {}
    for name, code in {
        "write": "write({0!r})",
        "truncate": "os.truncate({0!r}, 1)",
        "open to truncate": "os.close(os.open({0!r}, os.O_RDONLY | os.O_TRUNC))",
        "unlink": "os.unlink({0!r})",
        "rename": "os.rename({0!r}, {0!r} + '.moved')",
        "replace": "os.replace({0!r}, {0!r} + '.moved')",
        "map": "mapped({0!r})",
        "link": "os.link({0!r}, {0!r} + '.link')",
        "chmod": "os.chmod({0!r}, 0)",
        "utime": "os.utime({0!r}, (1, 1))",
        "extended attribute": "os.setxattr({0!r}, 'user.x', b'1')",
        "create beside": "open({0!r} + '.new', 'x').close()",
        "make folder": "os.mkdir({0!r} + '.folder')",
        "make link": "os.symlink('x', {0!r} + '.sym')",
        "make pipe": "os.mkfifo({0!r} + '.pipe')",
        "read": "read({0!r})",
        "list": "os.listdir(os.path.dirname({0!r}))",
    }.items():
        victim = folder / name.replace(" ", "_")
        victim.write_bytes(b"precious")
        victims[name] = code.format(str(victim))
    return victims


def state_of(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    return {p.name: (p.read_bytes(), p.stat().st_mode, p.stat().st_mtime_ns) for p in folder.iterdir() if p.is_file()}


@pytest.mark.parametrize("level", CONFINED)
def test_no_file_of_the_grading_user_can_be_damaged(
    worker_at: Callable[[str], Worker], level: str, tmp_path: Path
) -> None:
    attempts = on_files(tmp_path)
    before = state_of(tmp_path)
    found = refused(worker_at(level), **attempts)
    reading = {"read", "list"} if level == "seccomp" else set()
    # What Landlock has no word for is refused by seccomp, or by not being there.
    beyond = {"chmod", "utime", "extended attribute"} if level == "landlock" else set()
    assert attempts.keys() - found <= reading | beyond
    if level != "landlock":
        assert state_of(tmp_path) == before


def test_without_confinement_they_can(worker_at: Callable[[str], Worker], tmp_path: Path) -> None:
    attempts = on_files(tmp_path)
    found = refused(worker_at("rlimits"), **attempts)
    # No byte can be added to a file, whoever may write it; everything else works.
    assert found <= {"extended attribute"}
    assert not (tmp_path / "unlink").exists()


CALLS = {
    "fork": "fork()",
    "a program": "subprocess.Popen([sys.executable, '-c', '']).wait()",
    "exec": "os.execv('/bin/true/not', ['x'])",
    "socket": "socket.socket().close()",
    "unix socket": "socket.socket(socket.AF_UNIX).close()",
    "socket pair": "[s.close() for s in socket.socketpair()]",
    "netlink": "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).close()",
    "kill the zygote with signal 0": "os.kill(os.getppid(), 0)",
    "kill the own group with signal 0": "os.killpg(os.getpgrp(), 0)",
    "queue a signal": "call('sigqueue', os.getppid(), 0, 0)",
    "a handle on the zygote": "os.close(os.pidfd_open(os.getppid()))",
    "System V shared memory": "system_v('shmget', 'shmctl', 4096, 0o600)",
    "System V queue": "system_v('msgget', 'msgctl', 0o600)",
    "System V semaphore": "system_v('semget', 'semctl', 1, 0o600)",
    "memory file": "os.close(os.memfd_create('x'))",
    "ptrace": "call('ptrace', 16, os.getppid(), 0, 0)",
    "limits of the zygote": "resource.prlimit(os.getppid(), resource.RLIMIT_CORE)",
    "affinity of the zygote": "os.sched_setaffinity(os.getppid(), os.sched_getaffinity(0))",
    "priority": "os.setpriority(os.PRIO_PROCESS, 0, 19)",
    "new session": "os.setsid()",
    "signals by owner": "fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())",
    "dumpable again": "call('prctl', 4, 1, 0, 0, 0)",
    "a namespace": "call('unshare', 0x10000000)",
    "io_uring": "call('syscall', 425, 1, 0)",
    "bpf": "call('syscall', 321, 0, 0, 0)",
    "perf": "call('syscall', 298, 0, 0, -1, -1, 0)",
    "keyring": "call('syscall', 250, 0, -1, 0)",
    "userfaultfd": "call('syscall', 323, 0)",
    "read memory of the zygote": "call('process_vm_readv', os.getppid(), 0, 0, 0, 0, 0)",
    "message queue": "call('syscall', 240, b'x', 0o102, 0o600, 0)",
    "send out of band": "channel().send(b'', socket.MSG_OOB)",
    "receive out of band": "channel().recv(1, socket.MSG_OOB)",
    "x32": "call('syscall', 0x40000000 | 39)",
}
EVERYWHERE_REFUSED = {
    "a namespace", "bpf", "perf", "new session", "exec", "x32", "ptrace", "queue a signal", "userfaultfd",
    "read memory of the zygote", "io_uring", "message queue", "limits of the zygote", "dumpable again",
}  # fmt: skip
"""What some machine refuses anyway, or what is refused for another reason: only that seccomp refuses it is asserted."""


@pytest.mark.parametrize("level", STRONG)
def test_no_process_no_socket_no_signal_and_nothing_that_stays(worker_at: Callable[[str], Worker], level: str) -> None:
    calls = {name: code for name, code in CALLS.items() if os.uname().machine == "x86_64" or "syscall" not in code}
    assert calls.keys() - refused(worker_at(level), **calls) == set()


def test_without_seccomp_most_of_it_works(worker_at: Callable[[str], Worker]) -> None:
    harmless = {name: code for name, code in CALLS.items() if name not in EVERYWHERE_REFUSED}
    assert refused(worker_at("rlimits"), **harmless) == set()


@pytest.mark.parametrize("level", ["landlock", *STRONG])
def test_the_zygote_cannot_be_signalled(worker_at: Callable[[str], Worker], level: str) -> None:
    if level == "landlock" and landlock.version() < landlock.SCOPES_FROM:
        pytest.skip("this kernel's Landlock does not know signals")
    assert refused(worker_at(level), kill="os.kill(os.getppid(), 0)") == {"kill"}
    assert refused(worker_at("rlimits"), kill="os.kill(os.getppid(), 0)") == set()


@pytest.mark.parametrize("level", STRONG)
def test_a_child_may_signal_itself(worker_at: Callable[[str], Worker], level: str) -> None:
    body = """
        seen = []
        signal.signal(signal.SIGUSR1, lambda *_: seen.append("own"))
        os.kill(os.getpid(), signal.SIGUSR1)
        signal.raise_signal(signal.SIGUSR1)
        return seen
    """
    assert told(ask(worker_at(level), spy(body, "import os, signal"))) == ["own", "own"]


@pytest.mark.parametrize("level", [level for level in LEVELS_TO_DEMAND if "landlock" in level or "bubblewrap" in level])
def test_nothing_of_the_grader_and_no_package_can_be_read(worker_at: Callable[[str], Worker], level: str) -> None:
    here = Path(__file__)
    package = Path(loopcheck.__file__).parent
    paths = {
        "the suite": package / "suite" / "test_2_step.py",
        "the traces": next((package / "suite").rglob("*.json")),
        "the grader": package / "grading.py",
        "the reference": support.course_files().reference / "mini_asyncio" / "task.py",
        "this test": here,
        "a package": Path(pytest.__file__),
        "the users": Path("/etc/passwd"),
        "other processes": Path("/proc/1/status"),
    }
    found = refused(worker_at(level), **{name: f"read({str(path)!r})" for name, path in paths.items()})
    assert found == paths.keys()


def test_without_confinement_it_can_be_read(worker_at: Callable[[str], Worker]) -> None:
    assert refused(worker_at("rlimits"), here=f"read({__file__!r})") == set()


def test_a_daemon_ends_even_when_the_zygote_is_killed() -> None:
    """On `rlimits` a child can do that. What it leaves behind becomes a child of the process before the zygote."""
    loop = spy(
        """
        read, write = os.pipe()
        if not os.fork():
            os.setsid()
            if os.fork():
                os._exit(0)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.write(write, b"%d" % os.getpid())
            time.sleep(1e6)
        daemon = int(os.read(read, 20))
        calls.append(daemon)
        if len(calls) > 1:
            os.kill(calls[1], signal.SIGKILL)
            os.kill(os.getppid(), signal.SIGKILL)
            time.sleep(1e6)
        return daemon
        """,
        "import os, signal, time\ncalls = []",
    )
    worker = Worker("fork", support.PRELOADED, "rlimits")
    reply = ask(worker, loop, support.BEAT, support.BEAT, seconds=1.0)
    assert reply.end
    assert gone(told(reply)), "the daemon has outlived the zygote"
    assert ask(worker, reference()).answers
    worker.close()


def gone(pid: int) -> bool:
    handle = open_handle(pid)
    if handle is None:
        return True
    import select

    with os.fdopen(handle):
        return bool(select.select([handle], [], [], 20)[0])


def open_handle(pid: int) -> int | None:
    try:
        return os.pidfd_open(pid)
    except ProcessLookupError:
        return None


def test_a_keyboard_interrupt_does_not_reach_the_zygote(capfd: pytest.CaptureFixture[str]) -> None:
    worker = Worker("fork", support.PRELOADED, "rlimits")
    assert ask(worker, reference()).answers
    starter: Any = worker._starter
    zygote = told(ask(worker, spy("return os.getppid()", "import os")))
    for pid in (starter.process.pid, zygote):
        os.kill(pid, signal.SIGINT)
    assert ask(worker, reference()).answers
    assert worker._starter is starter
    assert told(ask(worker, spy("return os.getppid()", "import os"))) == zygote
    worker.close()
    assert capfd.readouterr() == ("", "")


def test_the_strongest_level_of_this_machine_is_taken() -> None:
    worker = Worker("fork", support.PRELOADED)
    reached = worker.reach()
    worker.close()
    assert reached in LEVELS
    if landlock.version() and seccomp.filter_here(writing=True):
        assert LEVELS.index(reached) <= LEVELS.index("landlock+seccomp")
        if bubblewrap() and os.geteuid() == 0:
            assert reached == "bubblewrap+landlock+seccomp"


def test_a_bubblewrap_that_does_not_work_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    worker = Worker("fork", support.PRELOADED)
    assert worker.reach() == "landlock+seccomp"
    worker.close()
    demanding = Worker("fork", support.PRELOADED, "bubblewrap+landlock+seccomp")
    with pytest.raises(WorkerError):
        demanding.reach()
    demanding.close()


def test_a_level_that_is_not_reached_is_an_error_and_not_a_weaker_level(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker("fork", support.PRELOADED, "landlock+seccomp")
    worker._plan = plans("seccomp")[0]
    with pytest.raises(WorkerError, match=r"landlock\+seccomp is wanted, and a process has reached seccomp"):
        worker.reach()
    worker.close()
    assert worker.level == ""
    again = Worker("fork", support.PRELOADED)
    again.reach()
    monkeypatch.setattr(again, "level", "none")
    with pytest.raises(WorkerError, match="none is wanted"):
        again.ask(Request("nothing", {}, Setting("nothing", ()), ()), None)
    again.close()


def test_the_weakest_level_names_a_run() -> None:
    assert weakest([]) == weakest([""]) == ""
    assert weakest(["", "landlock+seccomp", "rlimits", "bubblewrap+landlock+seccomp"]) == "rlimits"


def test_the_numbers_of_the_calls_are_those_of_this_system() -> None:
    """An independent source: the numbers that the C library's headers give, where they are installed."""
    headers = [Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), Path("/usr/include/asm/unistd_64.h")]
    present = [path for path in headers if path.exists()]
    if not present:
        pytest.skip("the system's headers are not installed")
    defined = dict(
        line.split()[1:3]
        for line in present[0].read_text(encoding="utf-8").splitlines()
        if line.startswith("#define __NR_")
    )
    for table in (*syscalls.ALLOWED.values(), syscalls.CONDITIONAL):
        for name, number in syscalls.numbers(table, 0).items():
            assert defined[f"__NR_{name}"] == str(number), name


def test_both_architectures_know_each_call_once() -> None:
    for column in (0, 1):
        seen = [
            n for t in (*syscalls.ALLOWED.values(), syscalls.CONDITIONAL) for n in syscalls.numbers(t, column).values()
        ]
        assert len(seen) == len(set(seen))
        assert len(seen) > 90
        assert ctypes.c_uint(max(seen)).value < 1000


def test_on_which_levels_students_code_reads_files() -> None:
    assert [level for level in LEVELS if reads_files(level)] == ["seccomp", "rlimits", "none"]
    assert not reads_files("")
