"""The zygote: a small process that knows the probes and nothing else, and forks one child per request.

Started as a script, with the control socket's descriptor as its first argument and as its second the names of what its
children confine themselves with; `spawned` as a third turns the process itself into the one child (where there is no
fork). What must stay true: one thread, no submission in memory, and a child's process id is not reused before the trusted
side has said that it is done with it, since nobody else reaps it.

On the control socket, from the trusted side: `P` with a length and the provided modules imports them, once, at the start
(they are the course's own, and pristine again in each child). `F` with one end of a fresh socketpair attached forks a
child, answered with its process id and, on Linux, a descriptor of the process: in a process namespace of our own the id
means nothing outside. `K` kills and reaps it, answered with its wait status. End of file ends the zygote.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import signal
import socket
import sys
import time
import types
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loopcheck.worker.inside.confine import Means

FORK_ATTEMPTS, FORK_PAUSE = 400, 0.05
"""How often a fork that is refused is tried again, and after how many seconds: for 20 s in all, and the trusted side waits 30."""
MOST_GENERATIONS = 1000
"""Rounds after which we stop hunting processes that multiply faster than we find them."""


def load_own_package() -> None:
    """Make `loopcheck.probes` and `loopcheck.worker.inside` importable, and nothing else of loopcheck."""
    inside = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100,PTH120 - pathlib costs a third of the start-up
    root = os.path.dirname(os.path.dirname(inside))  # noqa: PTH120
    for name in ("loopcheck", "loopcheck.worker"):
        shell = types.ModuleType(name)
        shell.__path__ = []
        sys.modules[name] = shell
    for name, folder in (("loopcheck.probes", os.path.join(root, "probes")), ("loopcheck.worker.inside", inside)):  # noqa: PTH118
        spec = spec_from_file_location(name, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder])  # noqa: PTH118
        if spec is None or spec.loader is None:
            raise ImportError(name)
        module = module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)


def hide_own_files() -> None:
    """Nothing of ours can be imported any more: a submission finds no package path that leads to the suite."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "loopcheck" and hasattr(module, "__path__"):
            module.__path__ = []


def preload() -> None:
    """What submissions import most: loaded once here, a child finds it at no cost.

    Every megabyte in here is paid for at each fork, so only what is small.
    """
    for name in (
        "abc",
        "bisect",
        "collections.abc",
        "copy",
        "enum",
        "heapq",
        "itertools",
        "math",
        "operator",
        "resource",
        "typing",
    ):
        with contextlib.suppress(ImportError):  # `resource` exists on POSIX only
            import_module(name)


def serve(control: socket.socket, means: Means) -> None:
    """Fork a child per `F`, end it on `K`, until the trusted side closes the control socket."""
    child = 0
    limits = limits_of_this_process()
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not message and child:
            end(child)
        if message == b"F" and descriptors:
            child = fork_patiently()
            if child == 0:
                control.close()
                run_child(socket.socket(fileno=descriptors[0]), means)
            os.close(descriptors[0])
            tell_of(child, control)
        elif message == b"P":
            import_provided(read_exactly(control, int.from_bytes(read_exactly(control, 8), "big")))
        elif message == b"K" and child:
            status = end(child)
            if limits_of_this_process() != limits:
                return  # the child has changed ours, and every later one would inherit them: a new zygote has sound ones
            control.sendall(b"%d\n" % status)
            child = 0
        else:
            return


def fork_patiently() -> int:
    """A fork. Where there is no process left, or no memory, a submission that is graded beside ours may hold it all: it does not
    keep it for long, and ours has not begun yet."""
    for _ in range(FORK_ATTEMPTS):
        try:
            return os.fork()
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.ENOMEM):
                raise
            time.sleep(FORK_PAUSE)
    return os.fork()


def tell_of(child: int, control: socket.socket) -> None:
    """The child's process id, with a descriptor of the process where there is such a thing."""
    try:
        handle = os.pidfd_open(child)
    except (AttributeError, OSError):
        control.sendall(b"%d\n" % child)
        return
    socket.send_fds(control, [b"%d\n" % child], [handle])
    os.close(handle)


def limits_of_this_process() -> list[tuple[int, int]]:
    """The resource limits that a child inherits."""
    import resource

    names = sorted(name for name in dir(resource) if name.startswith("RLIMIT_"))
    return [resource.getrlimit(getattr(resource, name)) for name in names]


def read_exactly(control: socket.socket, size: int) -> bytes:
    """So many bytes and none beyond: a buffered reader would swallow the next message."""
    data = b""
    while len(data) < size:
        piece = control.recv(size - len(data))
        if not piece:
            raise EOFError("the control socket was closed in mid-message")
        data += piece
    return data


def import_provided(data: bytes) -> None:
    """Import the modules that students do not edit, so that no child has to."""
    from loopcheck.worker.inside.memory_package import import_all

    import_all(data)
    gc.collect()
    gc.freeze()


def end(child: int) -> int:
    """Kill a child with its process group, and return its wait status."""
    for kill in (os.killpg, os.kill):
        try:
            kill(child, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):  # the group ended by itself, or the child has not made one yet
            continue
    status = os.waitpid(child, 0)[1]
    end_orphans()
    return status


def end_orphans() -> None:
    """Kill and reap what a child left behind in process groups of its own: Linux gives it to us, as its subreaper."""
    for _ in range(MOST_GENERATIONS):
        try:
            if not os.waitpid(-1, os.WNOHANG)[0]:
                kill_own_children()
        except ProcessLookupError:
            continue
        except ChildProcessError:
            return


def kill_own_children() -> None:
    """Kill the processes whose parent is this one."""
    if os.getpid() == 1:
        # We are the first process of a namespace of our own: "everybody" is whoever is in there, and not we.
        os.kill(-1, signal.SIGKILL)
        return
    for orphan in own_children():
        os.kill(orphan, signal.SIGKILL)


def own_children() -> list[int]:
    """The processes whose parent is this one."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208 - no pathlib in the zygote
        with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as stat:  # noqa: PTH123 - as above
            if int(stat.read().rpartition(b")")[2].split()[1]) == os.getpid():
                found.append(int(name))
    return found


def run_child(channel: socket.socket, means: Means) -> None:
    """Answer one request and end, without any of the interpreter's own closing work."""
    from loopcheck.worker.inside.child import answer

    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        answer(channel, means)
    except BaseException:  # noqa: BLE001 - whatever it was, the trusted side sees it as an answer that is missing
        os._exit(1)
    os._exit(0)


def guard() -> None:
    """Go on as a child of a process that only waits: whatever the zygote leaves behind when somebody has killed it becomes
    a child of that process, is ended by it, and then it ends itself. In a namespace of its own the kernel does that."""
    from loopcheck.worker.inside import confine

    confine.inherit_orphans()
    zygote = fork_patiently()
    if zygote == 0:
        confine.end_with_parent()
        return
    confine.harden()
    os.close(int(sys.argv[1]))
    while os.waitpid(-1, 0)[0] != zygote:
        pass
    end_orphans()
    os._exit(0)


def main() -> None:
    """Load the probes, harden this process, and serve."""
    spawned = sys.argv[3:] == ["spawned"]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.pop("PWD", None)  # bubblewrap sets it, and no submission shall see a difference
    load_own_package()
    if sys.platform == "linux" and not spawned and os.getpid() != 1:
        guard()
    from loopcheck.worker.inside import child, confine  # noqa: F401 - loaded here once, for every child

    preload()

    confine.harden()
    means = confine.prepare(tuple(sys.argv[2].split("+")))
    hide_own_files()
    channel = socket.socket(fileno=int(sys.argv[1]))
    if spawned:
        run_child(channel, means)
    gc.freeze()
    with contextlib.suppress(OSError, EOFError):  # the trusted side is gone, or has had enough of us
        serve(channel, means)


if __name__ == "__main__":
    main()
