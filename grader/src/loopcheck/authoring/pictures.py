"""The pictures of the study guide: `exercises/pictures/*.svg`, drawn from runs of the reference.

What must stay true: they are drawn, never edited; `author build` draws them again when the reference or the drawing changes,
and `author check` notices when that has not been done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from ..course import Course, CourseError, CourseFiles
from ..reports.writing import write_whole
from ..timeline import Run, Timeline, record
from .counterfactuals import COUNTERFACTUALS, Counterfactual, beat_and_hog, importable, outcome
from .problem import BUILD, Problem

GUIDE = "exercises/GUIDE.md"
FOLDER = "exercises/pictures"

Draw = Callable[[Path, Course], Timeline]


def demo_run(
    root: Path, course: Course, label: str = "", hops: int = 2, period: int = 1000, chunk: int = 200, until: int = 1600
) -> Run:
    """The reference on a heartbeat and a hog."""
    with importable(CourseFiles(root).package_sources(course)) as package:
        return record(beat_and_hog(period, chunk), until, hops, label, package)


def stamps(root: Path, course: Course) -> Timeline:
    """One delivery in which all three gaps are there."""
    run = demo_run(root, course, chunk=300, until=2100)
    return Timeline("Four stamps, three gaps: 1000 ms beside a hog of 300", [run], 1800)


def why_1400(root: Path, course: Course) -> Timeline:
    """The first wake-up of the demo."""
    return Timeline("Why 1400? A sleep of 1000 ms beside a hog of 200", [demo_run(root, course)], 1400)


def hop(root: Path, course: Course) -> Timeline:
    """The same through a future, and straight from the timer."""
    labels = {2: "sleep: the timer wakes a future, the future the task", 1: "call_later: the timer wakes the task"}
    runs = [demo_run(root, course, label, hops) for hops, label in labels.items()]
    return Timeline("The hop that nobody predicts", runs, 1400)


def for_ever(root: Path, course: Course) -> Timeline:
    """Five periods."""
    return Timeline("For ever: five wake-ups of the demo", [demo_run(root, course, until=7200)], 7000)


def lever(root: Path, course: Course) -> Timeline:
    """The same work in other chunks."""
    runs = [demo_run(root, course, f"The hog yields every {chunk} ms", chunk=chunk) for chunk in (250, 100, 25)]
    return Timeline("The only lever: the same work, chopped finer", runs, 1500)


def paradox(root: Path, course: Course) -> Timeline:
    """The chunk that is reported, and the smaller one that does more harm."""
    runs = [demo_run(root, course, f"The hog yields every {chunk} ms", chunk=chunk) for chunk in (100, 90)]
    return Timeline("The smaller chunk does more harm", runs, 1260)


def drain(root: Path, course: Course) -> Timeline:
    """The pass that never ends."""
    shown = outcome(_named("drain"), root, course)
    return Timeline("One line removed: a pass goes on while anything is ready", [shown.original, shown.other], 1400)


def order(root: Path, course: Course) -> Timeline:
    """Two other orders of the queue."""
    labels = {"timers-first": "Expired timers go to the front", "deadline-order": "Whoever is due earliest runs next"}
    first = outcome(_named("timers-first"), root, course)
    others = [replace(outcome(_named(name), root, course).other, label=label) for name, label in labels.items()]
    return Timeline("What priority buys", [first.original, *others], 1400)


PICTURES: dict[str, Draw] = {
    "stamps": stamps,
    "why-1400": why_1400,
    "hop": hop,
    "for-ever": for_ever,
    "lever": lever,
    "paradox": paradox,
    "drain": drain,
    "order": order,
}


def pictures(root: Path, course: Course) -> dict[str, bytes]:
    """File name -> content; none where there is no guide."""
    if not (root / GUIDE).is_file():
        return {}
    return {f"{name}.svg": draw(root, course).svg().encode() for name, draw in PICTURES.items()}


def stale_pictures(root: Path, course: Course) -> dict[str, bytes]:
    """Those that are missing, or are not what the reference draws."""
    drawn = pictures(root, course)
    return {name: content for name, content in drawn.items() if _read(root / FOLDER / name) != content}


def picture_problems(root: Path, course: Course) -> Iterator[Problem]:
    """Pictures that are out of date, and such as nobody draws."""
    try:
        stale = stale_pictures(root, course)
    except CourseError as error:
        yield Problem(FOLDER, f"cannot be drawn: {error}", "correct it")
        return
    for name in stale:
        yield Problem(f"{FOLDER}/{name}", "is not what the reference draws", BUILD)
    for path in sorted((root / FOLDER).glob("*")):
        if path.name.removesuffix(".svg") not in PICTURES:
            yield Problem(
                f"{FOLDER}/{path.name}", "is drawn by nothing", "delete it, or draw it in authoring/pictures.py"
            )


def draw_pictures(root: Path, course: Course) -> list[str]:
    """Draw those that are out of date, and return their names."""
    stale = stale_pictures(root, course)
    for name, content in stale.items():
        (root / FOLDER).mkdir(exist_ok=True)
        write_whole(root / FOLDER / name, content)
    return list(stale)


def _named(name: str) -> Counterfactual:
    return next(each for each in COUNTERFACTUALS if each.name == name)


def _read(path: Path) -> bytes:
    return path.read_bytes().replace(b"\r\n", b"\n") if path.is_file() else b""
