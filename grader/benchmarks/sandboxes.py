"""What each level of isolation costs: `python grader/benchmarks/sandboxes.py`.

One right submission in a warm grader of each level, in turns, so that what else the machine does meets all alike; and a class
of it through the real command, whose start is part of its time. Ratios are against plain limits, which every system has. What
must stay true: nothing is asserted here; a timed test would be red on a loaded machine.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from synthetic_class import cpu_seconds, machine, make_class, right

from loopcheck.grading import Grader, GraderSettings
from loopcheck.submissions.model import Source
from loopcheck.worker.host import Worker
from loopcheck.worker.sandbox import LEVELS_TO_DEMAND
from loopcheck.worker.starters import WorkerError

PLAIN = "rlimits"


def levels() -> Iterator[str]:
    """Those that can be had here, the strongest first."""
    for level in LEVELS_TO_DEMAND:
        worker = Worker(sandbox=level)
        try:
            worker.reach()
        except (WorkerError, OSError):
            continue
        finally:
            worker.close()
        yield level


def warm(names: Sequence[str], rounds: int) -> dict[str, list[float]]:
    """Seconds of each submission in a warm grader, by level."""
    source = Source("right", dict(right()))
    seconds: dict[str, list[float]] = {name: [] for name in names}
    with ExitStack() as stack:
        graders = {name: stack.enter_context(Grader(GraderSettings(seed=1, sandbox=name))) for name in names}
        for turn in range(rounds + 1):
            for name in names:
                took = graders[name].grade(source)[1]
                if turn:  # the first one warms the caches
                    seconds[name].append(took)
    return seconds


def whole_class(name: str, folder: Path, out: Path) -> tuple[float, float]:
    """Seconds of `loopcheck grade` for this class, in one process, with nothing taken from a journal: by the clock, and of
    all processors, which a loaded machine changes less."""
    command = [sys.executable, "-m", "loopcheck", "grade", str(folder), "--out", str(out), "--seed", "1"]
    began, used = time.perf_counter(), cpu_seconds()
    subprocess.run([*command, "--jobs", "1", "--fresh", "--sandbox", name], capture_output=True, check=True)  # noqa: S603 - our own command
    return time.perf_counter() - began, cpu_seconds() - used


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30, help="submissions per level in a warm grader (default: 30)")
    parser.add_argument("--students", type=int, default=100, help="size of the class (default: 100)")
    parser.add_argument("--classes", type=int, default=3, help="how often the class is graded per level (default: 3)")
    arguments = parser.parse_args()
    names = list(levels())
    print(machine())
    found = warm(names, arguments.rounds)
    with tempfile.TemporaryDirectory() as temporary:
        make_class(Path(temporary, "class"), arguments.students)
        classes: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
        for _ in range(arguments.classes):
            for name in names:
                classes[name].append(whole_class(name, Path(temporary, "class"), Path(temporary, "out")))
    each = {
        name: [[s / arguments.students for s in kind] for kind in zip(*times, strict=True)]
        for name, times in classes.items()
    }
    table("warm, each", found)
    table(f"class of {arguments.students}, each", {name: kinds[0] for name, kinds in each.items()})
    table("the same, CPU", {name: kinds[1] for name, kinds in each.items()})


def table(title: str, seconds: Mapping[str, Sequence[float]]) -> None:
    """A line for each level: the median, what it adds to that of plain limits, and their ratio."""
    medians = {name: statistics.median(times) * 1000 for name, times in seconds.items()}
    plain = medians[PLAIN]
    print(f"\n{title:<32}{'ms':>9}{'adds':>9}{'ratio':>8}")
    for name, ms in medians.items():
        print(f"  {name:<30}{ms:>9.1f}{ms - plain:>+9.1f}{ms / plain:>8.2f}")


if __name__ == "__main__":
    main()
