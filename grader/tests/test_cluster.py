"""Grading on a cluster: the same results, also when a worker is killed, and sentences when it cannot be used."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path

import pytest

from loopcheck.cluster import _differs, _hand_over, _watch, grade_on_cluster
from loopcheck.cluster_error import ClusterError
from loopcheck.course import course_files, load_course
from loopcheck.grading import GraderSettings
from loopcheck.journal import Conditions

SRC = Path(__file__).parents[1] / "src"

CLUSTER = """
    import sys
    from distributed import LocalCluster
    if __name__ == "__main__":
        with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1",
                          silence_logs=50) as cluster:
            print(cluster.scheduler_address, *(worker.process.pid for worker in cluster.workers.values()), flush=True)
            sys.stdin.read()
"""


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SRC), "PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[int]]]:
    """A scheduler with two workers on this machine: its address, and the workers' processes."""
    pytest.importorskip("distributed")
    script = tmp_path / "cluster_of_two.py"
    script.write_text(textwrap.dedent(CLUSTER))
    with subprocess.Popen(
        [sys.executable, str(script)],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=tmp_path,
    ) as process:
        assert process.stdin
        assert process.stdout
        address, *workers = process.stdout.readline().split()
        yield address, [int(pid) for pid in workers]
        process.stdin.close()


def grade(root: Path, out: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "loopcheck", "grade", str(root), "--out", str(out), "--seed", "5", *more]
    return subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def make_class(root: Path, students: int) -> None:
    course = load_course()
    sources = course_files().package_sources(course)
    for number in range(students):
        package = root / f"s{number:02}" / course.package
        package.mkdir(parents=True)
        for name in course.edit:
            data = (
                sources[name].replace(b"self.loop.call_soon(self.waiter)", b"self.waiter()")
                if number % 3
                else sources[name]
            )
            (package / name).write_bytes(data + f"# {number}\n".encode())


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGKILL")
def test_the_same_results_though_a_worker_is_killed(tmp_path: Path, cluster: tuple[str, list[int]]) -> None:
    address, workers = cluster
    make_class(tmp_path / "class", 12)
    with grade(tmp_path / "class", tmp_path / "here") as process:
        _, err = process.communicate(timeout=110)
        assert process.returncode == 0, err
    with grade(tmp_path / "class", tmp_path / "there", "--cluster", address) as process:
        assert process.stderr
        journal = tmp_path / "there" / "journal.sqlite"
        while process.poll() is None and not journal.exists():
            os.sched_yield()
        os.kill(workers[0], signal.SIGKILL)
        _, err = process.communicate(timeout=110)
        assert process.returncode == 0, err
    for name in ("results.json", "grades.csv"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:9", "tcp://127.0.0.1:9"])
def test_no_cluster_there(address: str) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(ClusterError, match=f"no cluster with a worker answers at {address}"):
        list(grade_on_cluster([], GraderSettings(5), address))


def test_a_worker_that_would_grade_otherwise_is_named() -> None:
    here = Conditions("aaa", 5, "3.11.7", "landlock")
    sentence = _differs("tcp://w", Conditions("aaa", 5, "3.12.1", "rlimits"), here)
    assert "python 3.12.1 there, 3.11.7 here, sandbox rlimits there, landlock here" in sentence
    assert "5" not in sentence.replace("rlimits", ""), "the seed is a secret"


def test_it_is_said_each_time_that_no_worker_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    looks: list[dict[str, int]] = [{"w": 1}, {}, {}, {"w": 2}, {}]
    _watch(lambda: looks.pop(0), lambda _: not looks, "tcp://host:1")
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert "No worker is left at tcp://host:1" in said[0]


def test_a_scheduler_that_is_gone_ends_the_looking() -> None:
    def gone() -> dict[str, int]:
        raise OSError("closed")

    _watch(gone, lambda _: False, "tcp://host:1")


class KilledWorker(Exception):  # noqa: N818 - dask's name
    """As dask's own."""


def test_a_worker_that_dies_again_and_again_breaks_the_executor() -> None:
    for error, expected in ((KilledWorker("x"), BrokenExecutor), (ValueError("x"), ValueError), (None, None)):
        inner: Future[int] = Future()
        outer: Future[int] = Future()
        if error:
            inner.set_exception(error)
        else:
            inner.set_result(3)
        _hand_over(inner, outer)
        if expected:
            with pytest.raises(expected):
                outer.result(timeout=0)
        else:
            assert outer.result(timeout=0) == 3
    inner, outer = Future(), Future()
    inner.cancel()
    _hand_over(inner, outer)
    with pytest.raises(BrokenExecutor):
        outer.result(timeout=0)
