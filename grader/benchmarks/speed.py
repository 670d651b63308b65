"""How fast grading is, as ratios measured in one run on one machine: `python grader/benchmarks/speed.py`.

The yardstick is a bare `pytest` of one trivial test, started in the same run and without plugins of its environment. All of
them are measured as they are installed, with the bytecode of their modules: in an editable install with
PYTHONDONTWRITEBYTECODE set, loopcheck alone would be compiled anew each time, which takes as long as grading. Processes take
turns, so that a load that comes and goes hits them all. What must stay true: nothing is asserted here; a timed test would be
red on a loaded machine.
"""

from __future__ import annotations

import argparse
import compileall
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from synthetic_class import machine, right

import loopcheck
from loopcheck.authoring.stubs import stub_module
from loopcheck.course import course_files, load_course
from loopcheck.grading import Grader, GraderSettings
from loopcheck.submissions.model import Source
from loopcheck.submissions.reading import read_submission

EXAMPLES = Path(__file__).parents[2] / "instructor" / "example_class"
TEMPLATE = Path(__file__).parents[2] / "student_template"


def run(command: list[str], folder: Path) -> float:
    """Wall-clock seconds of one process."""
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.perf_counter()
    subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)  # noqa: S603 - our own commands
    return time.perf_counter() - began


def median_of(rounds: int, measure: Callable[[], float]) -> float:
    """The median of some measurements, after one that warms the caches."""
    measure()
    return statistics.median(measure() for _ in range(rounds))


def processes(rounds: int, work: Path) -> dict[str, float]:
    """Whole processes: the yardstick, one submission cold, the student's own pytest."""
    (work / "test_trivial.py").write_text("def test_trivial():\n    assert True\n", encoding="utf-8")
    student = work / "student"
    subprocess.run(["cp", "-r", str(TEMPLATE), str(student)], check=True)  # noqa: S603,S607 - a copy of our own folder
    for name, source in right().items():
        (student / "mini_asyncio" / name).write_bytes(source)
    python = sys.executable
    compileall.compile_dir(Path(loopcheck.__file__).parent, quiet=1)
    commands = {
        "bare pytest, one trivial test": ([python, "-m", "pytest", "-q", "test_trivial.py"], work),
        "loopcheck --help": ([python, "-m", "loopcheck", "--help"], work),
        "loopcheck grade, one submission, cold": (
            [python, "-m", "loopcheck", "grade", str(EXAMPLES / "adams-a"), "--seed", "1", "--out", str(work / "out")],
            work,
        ),
        "the student's pytest, all written": ([python, "-m", "pytest", "-q", "-p", "pytest_timeout"], student),
    }
    # The first turn warms the caches.
    turns = [{name: run(*command) for name, command in commands.items()} for _ in range(rounds + 1)][1:]
    return {name: statistics.median(turn[name] for turn in turns) for name in commands}


def sources() -> dict[str, Source]:
    """One submission of each kind whose speed matters."""
    course, files = load_course(), course_files()
    package = files.package_sources(course)
    provided = files.provided_sources(course)
    stubs = {name: stub_module(package[name], name, name, course) for name in course.edit}

    def example(name: str) -> Source:
        return read_submission(name, EXAMPLES / name, course, provided)

    def hang(name: str) -> bytes:
        return package[name].replace(b"# BEGIN", b"while True: pass\n        # BEGIN")

    return {
        "right": example("adams-a"),
        "wrong: waiter inline": example("okafor-n"),
        "wrong: old deadline": example("quist-e"),
        "one function missing": example("lopez-c"),
        "untouched stub": Source("stub", stubs),
        "drained": example("sato-y"),
        "exits on import": Source("exit", dict.fromkeys(course.edit, b"import os\nos._exit(0)\n")),
        "hangs in every function": Source("hang", {name: hang(name) for name in course.edit}),
    }


def warm(rounds: int) -> dict[str, float]:
    """Seconds per submission in a warm grader."""
    found = {}
    with Grader(GraderSettings(seed=1)) as grader:
        for name, source in sources().items():
            count = 2 if name in ("drained", "hangs in every function") else rounds
            found[name] = median_of(count, lambda source=source: grader.grade(source)[1])  # type: ignore[misc]  # a default binds it
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="measurements of each kind (default: 7)")
    rounds = parser.parse_args().rounds
    print(f"{machine()}\n")
    with tempfile.TemporaryDirectory() as folder:
        cold = processes(rounds, Path(folder))
    yardstick = next(iter(cold.values()))
    for title, rows in (("whole processes", cold), ("warm, per submission", warm(rounds * 3))):
        print(f"{title:<42}{'ms':>8}  x bare pytest")
        for name, seconds in rows.items():
            print(f"  {name:<40}{seconds * 1000:>8.0f}  {seconds / yardstick:>6.2f}")


if __name__ == "__main__":
    main()
