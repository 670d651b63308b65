"""How a page of the study guide is proven: every figure in it says which run it came from, and is what that run gives.

A figure is marked in the Markdown: `1400<!--period(1000, 200, 2)-->`. So is an order, which stands in backticks. In a section
every number of two digits or more must be marked, or be something that the section's marks name. What a run printed stands
behind `<!-- shown: ... -->`, which says what it is of. Nothing here is a test; UPDATE_GOLDENS=1 lets `current` write what is
shown again, never a figure in the text.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from loopcheck.authoring.counterfactuals import COUNTERFACTUALS, Outcome, float_clock, importable, outcome, periods
from loopcheck.course import course_files, load_course
from loopcheck.suite import schedules
from loopcheck.timeline import Run, Wake, record

ROOT = course_files().root
MARK = re.compile(r"([\d.]+|`[^`\n]+`)<!--(\w+)\(([^)]*)\)-->")
NUMBER = re.compile(r"(?<![\w.-])\d[\d.]*\d(?!\w)")
ORDER = re.compile(r"`\w+(?: \w+){2,}`(?!<!--)")
"""Three words in a row are who ran, and not code."""
SHOWN = re.compile(r"<!-- shown: ([^>]+) -->\n(```\n.*?```\n|(?:\|[^\n]*\n)+)", re.DOTALL)
PICTURE = re.compile(r"!\[([^\]]*)\]\(pictures/([\w-]+)\.svg\)")
TO_RUN = re.compile(r"^( *)<!-- run -->\n *```python\n(.*?)^ *```\n", re.DOTALL | re.MULTILINE)

Figures = Mapping[str, Callable[..., object]]


def wrong_figures(text: str, figures: Figures) -> list[str]:
    """Marked figures and orders that no run gives."""
    wrong = []
    for value, name, arguments in MARK.findall(text):
        found = figures[name](*[part.strip() for part in arguments.split(",") if part.strip()])
        if str(found) != value.strip("`"):
            wrong.append(f"{value}, but {name}({arguments}) is {found}")
    return wrong


def unproven(text: str) -> list[str]:
    """Numbers and orders in the text, section by section, of which no mark of the section says where they come from."""
    found = []
    for section in re.split(r"^(?=## )", text, flags=re.MULTILINE):
        marks = MARK.findall(section)
        known = {value for value, _, _ in marks} | {n for *_, args in marks for n in re.findall(r"\d+", args)}
        prose = re.sub(r"```.*?```", "", PICTURE.sub("", SHOWN.sub("", section)), flags=re.DOTALL)
        orders = ORDER.findall(prose)
        prose = re.sub(r"<!--.*?-->|\]\([^)]*\)|^## \d+\.", "", prose, flags=re.DOTALL)
        if not section.startswith("## Further reading"):
            title = section.partition("\n")[0]
            found += [f"{number} in {title!r}" for number in NUMBER.findall(prose) if number not in known]
            found += [f"{order} in {title!r}" for order in orders]
    return found


def current(path: Path, right: Callable[[str], str]) -> str:
    """The page with everything that is shown as it should be now; `right` gives it for what the mark says."""
    text = path.read_text(encoding="utf-8")
    now = SHOWN.sub(lambda shown: f"<!-- shown: {shown[1]} -->\n{right(shown[1])}", text)
    if os.environ.get("UPDATE_GOLDENS") == "1":
        path.write_text(now, encoding="utf-8", newline="\n")
    return now


def block(lines: str) -> str:
    """What is printed, as a block of Markdown."""
    return "```\n" + "".join(f"{line.rstrip()}\n" for line in lines.rstrip().split("\n")) + "```\n"


# --- The figures of the loop, each from a run ---


@cache
def run_of(period: int, chunks: str, hops: int, first: str = "heartbeat", work: int = 0) -> Run:
    """At least four wake-ups of a heartbeat beside hogs of these chunks ("400+400")."""
    sizes = [int(size) for size in chunks.split("+")]

    def beat() -> Iterator[tuple[str, int]]:
        while True:
            yield ("sleep", period)
            if work:
                yield ("burn", work)

    def hog(ms: int) -> Iterator[tuple[str, int]]:
        while True:
            yield ("burn", ms)

    tasks: dict[str, Any] = {"heartbeat": beat(), **{f"hog {number}": hog(ms) for number, ms in enumerate(sizes)}}
    if first == "hog":
        tasks = dict(sorted(tasks.items(), reverse=True))
    until = 4 * (period + 5 * sum(sizes) + 2 * work)
    with importable(course_files().package_sources(load_course())) as package:
        return record(tasks, until, hops, "", package, patience=40_000)


def wakes(period: str, chunks: str, hops: str) -> tuple[Wake, ...]:
    return run_of(int(period), chunks, int(hops)).wakes


def steady(run: Run) -> int:
    (one,) = set(periods(run)[:3])
    return one


def burns(period: str, chunk: str, hops: str) -> int:
    run = run_of(int(period), chunk, int(hops))
    first, second = run.wakes[:2]
    return sum(first.ran <= burn.start < second.ran for burn in run.burns)


def gap(number: str, *run: str) -> int:
    stamps = wakes(*run)[0].stamps
    return stamps[int(number)] - stamps[int(number) - 1]


@cache
def what_if(name: str) -> Outcome:
    return outcome(next(each for each in COUNTERFACTUALS if each.name == name), ROOT, load_course())


def other(name: str, which: str, stamp: str, task: str = "heartbeat") -> int:
    run = (what_if(name).original, what_if(name).other)[int(which)]
    return int(getattr(next(wake for wake in run.wakes if wake.task == task), stamp))


def other_late(name: str) -> int:
    (late,) = {wake.late for wake in what_if(name).other.wakes}
    return late


@cache
def floats(hops: str) -> list[tuple[float, ...]]:
    return float_clock(ROOT, load_course(), int(hops))


def float_period(hops: str, number: str) -> float:
    ran = [row[3] for row in floats(hops)]
    return ran[int(number)] - ran[int(number) - 1]


def float_sum(times: str) -> float:
    clock = 0.0
    for _ in range(int(times)):
        clock += 0.2
    return clock


def slow_callback() -> int:
    """The threshold of this interpreter's own loop."""
    loop = asyncio.new_event_loop()
    loop.close()
    return round(loop.slow_callback_duration * 1000)


OF_THE_LOOP: Figures = {
    "given": lambda number: number,
    "grid": lambda: len(schedules.grid(Random(0))),
    "period": lambda *run: steady(run_of(int(run[0]), run[1], int(run[2]))),
    "late": lambda *run: wakes(*run)[1].late,
    "asked": lambda number, *run: wakes(*run)[int(number) - 1].asked,
    "fired": lambda number, *run: wakes(*run)[int(number) - 1].fired,
    "ran": lambda number, *run: wakes(*run)[int(number) - 1].ran,
    "gap": gap,
    "burns": burns,
    "pass_at": lambda number, chunk: run_of(1000, chunk, 2).passes[int(number) - 1],
    "first_after_hog": lambda *run: run_of(int(run[0]), run[1], int(run[2]), "hog").wakes[0].ran,
    "working": lambda period, chunk, hops, work: steady(run_of(int(period), chunk, int(hops), work=int(work))),
    "slow_callback": slow_callback,
    "other": other,
    "other_count": lambda name, which: len((what_if(name).original, what_if(name).other)[int(which)].wakes),
    "other_period": lambda name: steady(what_if(name).other),
    "other_late": other_late,
    "float_period": float_period,
    "float_round": lambda hops, number: round(float_period(hops, number), 3),
    "float_asked": lambda hops, number: floats(hops)[int(number) - 1][0],
    "float_expired": lambda hops, number: floats(hops)[int(number) - 1][1],
    "float_sum": float_sum,
}
