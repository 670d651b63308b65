"""A grader as most are: the student's code, the checks and the expected values in one pytest process.

It is here to be cheated: an attack of `hostile/` counts only if it succeeds here. Run as a script:
`naive_grader.py RESULT HIDDEN FOLDER...` grades the folders one after the other with the checks in HIDDEN.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

CHECKS = ("test_set_result", "test_run_once", "test_the_pinned_trace", "test_the_clock")

HIDDEN = '''
"""SECRET"""
import pytest
from mini_asyncio import workloads
from mini_asyncio.future import Future
from mini_asyncio.loop import EventLoop

PINNED = [("heartbeat", 1000 + d, 1000 + d, 1200 + d, 1400 + d) for d in range(0, 7000, 1400)]


def demo():
    loop = EventLoop()
    loop.create_task(workloads.heartbeat(1000), "heartbeat")
    loop.create_task(workloads.hog(200), "hog")
    loop.run(7000)
    return loop


def test_set_result():
    loop = EventLoop()
    future = Future(loop)
    future.waiter = lambda: None
    future.set_result()
    assert future.done == True
    assert list(loop.ready) == [future.waiter]


def test_run_once():
    loop, ran = EventLoop(), []
    loop.call_soon(lambda: ran.append("a"))
    loop.call_soon(lambda: ran.append("b"))
    loop.run_once()
    assert ran == ["a", "b"]


def test_the_pinned_trace():
    loop, pinned = demo(), PINNED
    assert loop.trace == pinned


def test_the_clock():
    assert demo().clock == 7000
'''


class Rows:
    """One row per check of one submission."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            crash = getattr(report.longrepr, "reprcrash", None)
            row = {"outcome": report.outcome, "message": crash.message if crash else ""}
            self.rows[report.nodeid.rpartition("::")[2]] = row


def grade(folder: Path, hidden: Path) -> dict[str, dict[str, str]]:
    """Put the checks beside this submission, as many graders do, and run them."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "mini_asyncio" or str(getattr(module, "__file__", "")).endswith(hidden.name):
            del sys.modules[name]
    sys.path.insert(0, str(folder))
    copy = folder / hidden.name
    copy.write_bytes(hidden.read_bytes())
    rows = Rows()
    pytest.main(
        ["-q", "-pno:cacheprovider", f"--rootdir={folder}", "--import-mode=importlib", str(copy)], plugins=[rows]
    )
    sys.path.remove(str(folder))
    return rows.rows


def main(result: str, hidden: str, *folders: str) -> None:
    """Grade, and write all results at the end."""
    found = {folder: grade(Path(folder), Path(hidden)) for folder in folders}
    Path(result).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
