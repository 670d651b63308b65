"""A class of N students, graded as an instructor does: `python grader/benchmarks/class_of.py --students 1000`.

The class is made from the bank of right and wrong solutions; every submission's bytes are unique, so nothing is graded from a
journal by chance. Measured in one run on one machine: one job against two; the memory of the whole tree of processes; and a
run that is killed with SIGKILL at random moments and resumed, whose results must be those of the undisturbed one, byte for
byte. What must stay true: nothing is asserted about time; a timed test would be red on a loaded machine.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from synthetic_class import Sources, machine, make_class

from loopcheck.authoring.bank import CORRECT, WRONG, read_bank
from loopcheck.authoring.stubs import stub_module
from loopcheck.course import course_files, load_course

POLL_SECONDS = 0.5
HANGS = {"spin": b"while True: pass", "sleep": b"import time; time.sleep(3600)"}
"""How a function hangs: it holds a core, or none."""


@dataclass(frozen=True)
class Outcome:
    """One whole `loopcheck grade`: seconds by the clock, how many cores were busy meanwhile, and the most memory that its
    processes held at once, in MB."""

    seconds: float
    busy: float
    peak: float
    code: int


def kinds(hanging: float, how: str, rng: random.Random) -> Callable[[], Sources]:
    """What one student hands in: most are right, a third is wrong in some way of the bank, a few wrote nothing; and so many
    hang in every function."""
    course, files = load_course(), course_files()
    reference = files.package_sources(course)
    right, wrong = (
        [dict(entry.sources) for entry in read_bank(files.root / place, course, reference)]
        for place in (CORRECT, WRONG)
    )
    if not right or not wrong:
        raise SystemExit(
            f"There is no bank of solutions in {files.root / 'solutions'}, of which a class could be made: an installed "
            "loopcheck has none. Run this in a checkout, with its own loopcheck (pip install -e .)."
        )
    stub = {name: stub_module(reference[name], name, name, course) for name in course.edit}
    hang = {name: reference[name].replace(b"# BEGIN", HANGS[how] + b"\n        # BEGIN") for name in course.edit}

    def choose() -> Sources:
        draw = rng.random()
        if draw < hanging:
            return hang
        draw = rng.random()
        return stub if draw < 0.03 else rng.choice(wrong if draw < 0.35 else right)

    return choose


def tree(root: int) -> Iterator[int]:
    """A process and everything below it, as far as /proc says so."""
    yield root
    try:
        tasks = list(Path(f"/proc/{root}/task").iterdir())
    except OSError:
        return
    for task in tasks:
        try:
            children = (task / "children").read_text().split()
        except OSError:
            continue
        for child in children:
            yield from tree(int(child))


def memory(process: int) -> float:
    """MB of a process; what is shared is counted in parts where the system says so."""
    for name, key in (("smaps_rollup", "Pss:"), ("status", "VmRSS:")):
        try:
            text = Path(f"/proc/{process}/{name}").read_text()
        except OSError:
            continue
        for line in text.splitlines():
            if line.startswith(key):
                return int(line.split()[1]) / 1024
    return 0.0


def grade(folder: Path, out: Path, *options: str, kill_after: float | None = None) -> Outcome:
    """Run the real command; with `kill_after`, end it with SIGKILL after so many seconds."""
    command = [sys.executable, "-m", "loopcheck", "grade", str(folder), "--out", str(out), "--seed", "1", *options]
    began, used = time.monotonic(), busy_seconds()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:  # noqa: S603 - our own command
        timer = threading.Timer(kill_after, process.kill) if kill_after is not None else None
        if timer:
            timer.start()
        peak = 0.0
        while process.poll() is None:
            peak = max(peak, sum(memory(one) for one in tree(process.pid)))
            time.sleep(POLL_SECONDS)
        if timer:
            timer.cancel()
    return Outcome(time.monotonic() - began, busy_seconds() - used, peak, process.returncode)


def busy_seconds() -> float:
    """Seconds in which the machine's cores had something to do, whoever's it was; 0 where the system does not tell. What a
    sandbox's processes used is told to nobody who waits for their grader, so it cannot be summed up."""
    try:
        ticks = [int(word) for word in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    except OSError:
        return 0.0
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")  # without idle, and waiting for the disk


def report(what: str, outcome: Outcome, students: int) -> None:
    """One line of the table."""
    took = f"{outcome.seconds:>8.1f} s{students / outcome.seconds * 60:>8.0f}/min{outcome.busy / outcome.seconds:>7.2f} cores"
    print(f"  {what:<34}{took}{outcome.peak:>6.0f} MB  exit {outcome.code}", flush=True)


def killed_and_resumed(folder: Path, out: Path, jobs: int, whole: float, kills: int) -> Outcome:
    """Kill the run at random moments and start it again, then let it finish."""
    rng = random.Random(7)
    began, busy, peak = time.monotonic(), 0.0, 0.0
    for _ in range(kills):
        outcome = grade(folder, out, "--jobs", str(jobs), kill_after=1 + rng.random() * whole / kills)
        busy, peak = busy + outcome.busy, max(peak, outcome.peak)
        if outcome.code == 0:
            break
    last = grade(folder, out, "--jobs", str(jobs))
    return Outcome(time.monotonic() - began, busy + last.busy, max(peak, last.peak), last.code)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=200, help="size of the class (default: 200)")
    parser.add_argument(
        "--hanging", type=float, default=0.0, help="part of the class that hangs, from 0 to 1 (default: 0)"
    )
    parser.add_argument(
        "--hang", choices=HANGS, default="spin", help="how they hang: with a core, or without (default: spin)"
    )
    parser.add_argument("--kills", type=int, default=3, help="SIGKILLs of the disturbed run (default: 3)")
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2], help="numbers of jobs to compare (default: 1 2)")
    arguments = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        choose = kinds(arguments.hanging, arguments.hang, random.Random(20260817))
        make_class(work / "class", arguments.students, choose)
        print(f"{arguments.students} students, {arguments.hanging:.0%} of them hanging ({arguments.hang})", flush=True)
        outcomes = {}
        for jobs in arguments.jobs:
            outcomes[jobs] = grade(work / "class", work / f"jobs-{jobs}", "--jobs", str(jobs))
            report(f"{jobs} job{'s' if jobs > 1 else ''}", outcomes[jobs], arguments.students)
        first, last = outcomes[arguments.jobs[0]], outcomes[arguments.jobs[-1]]
        again = grade(work / "class", work / f"jobs-{arguments.jobs[-1]}", "--jobs", str(arguments.jobs[-1]))
        report("the same again, from the journal", again, arguments.students)
        jobs = arguments.jobs[-1]
        killed = killed_and_resumed(work / "class", work / "killed", jobs, last.seconds, arguments.kills)
        report(f"killed {arguments.kills} times and resumed", killed, arguments.students)
        print(f"{jobs} jobs against {arguments.jobs[0]}: {first.seconds / last.seconds:.2f} x")
        reference = (work / f"jobs-{arguments.jobs[0]}" / "results.json").read_bytes()
        for name in (f"jobs-{jobs}", "killed"):
            same = (work / name / "results.json").read_bytes() == reference
            print(f"results of {name}: {'identical, byte for byte' if same else 'DIFFERENT'}")
        shutil.rmtree(work / "class")


if __name__ == "__main__":
    main()
