"""`loopcheck author counterfactuals`: what it prints, and its exit codes.

0: done. 1: a file is not in order, or the picture cannot be written. 2: no checkout here, or no counterfactual of that name.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from ..course import Course, CourseError, CourseFiles, read_course
from ..timeline import Run
from .commands import NO_CHECKOUT, find_checkout
from .counterfactuals import COUNTERFACTUALS, Outcome, float_clock, outcome, periods

FLOATS = "float-clock"


def run_counterfactuals(name: str = "", svg: Path | None = None, root: Path | None = None) -> int:
    """Print all of them as a table, or one in full."""
    root = root or find_checkout()
    if root is None:
        print(NO_CHECKOUT, file=sys.stderr)
        return 2
    known = {each.name: each for each in COUNTERFACTUALS}
    if name and name != FLOATS and name not in known:
        print(f"There is no counterfactual {name!r}. There are: {', '.join([*known, FLOATS])}.", file=sys.stderr)
        return 2
    if svg is not None and name not in known:
        print(f"--svg draws one counterfactual: {', '.join(known)}.", file=sys.stderr)
        return 2
    try:
        course = read_course(CourseFiles(root).manifest)
        if name == FLOATS:
            print("\n".join(_floats(root, course)))
        elif name:
            shown = outcome(known[name], root, course)
            print("\n".join(_in_full(shown)))
            if svg is not None:
                svg.write_text(shown.timeline.svg(), encoding="utf-8", newline="\n")
        else:
            print("\n".join(_table(root, course)))
    except (CourseError, OSError) as error:
        print(f"loopcheck author counterfactuals: {error}", file=sys.stderr)
        return 1
    return 0


def _table(root: Path, course: Course) -> Iterator[str]:
    for each in COUNTERFACTUALS:
        shown = outcome(each, root, course)
        yield f"{each.name}: {each.question}"
        yield from _rows(shown)
        yield ""
    yield f"{FLOATS}: What if the clock counted seconds in floats? The loop is the same."
    yield f"  python -m loopcheck author counterfactuals {FLOATS}"


def _rows(shown: Outcome) -> Iterator[str]:
    yield f"  {'':<10}{'first wake-up of ' + _told_of(shown):<32}{'wakes':>7}{'period':>9}"
    for label, run in (("as it is", shown.original), ("instead", shown.other)):
        wakes = [wake for wake in run.wakes if wake.task == _told_of(shown)]
        first = " -> ".join(map(str, wakes[0].stamps)) if wakes else "none"
        between = sorted(set(periods(run, _told_of(shown))))
        period = "-" if not between else str(between[0]) if len(between) == 1 else f"{between[0]}..{between[-1]}"
        yield f"  {label:<10}{first:<32}{len(wakes):>7}{period:>9}"


def _told_of(shown: Outcome) -> str:
    """The task whose wake-ups are told: of several, the last one is the one that waits."""
    return shown.original.sleepers[-1]


def _in_full(shown: Outcome) -> Iterator[str]:
    each = shown.counterfactual
    yield f"{each.question}  (solutions/{each.file})"
    yield ""
    yield from _rows(shown)
    yield ""
    yield from (line for run in (shown.original, shown.other) for line in _wakes(run))
    yield shown.timeline.text(ascii_only=not _can_draw()).rstrip("\n")


def _wakes(run: Run, most: int = 6) -> Iterator[str]:
    yield f"{run.label} (asked for, expired, fired, ran)"
    for wake in run.wakes[:most]:
        yield f"  {wake.task:<12}" + "".join(f"{stamp:>9}" for stamp in wake.stamps) + f"{wake.late:>9} late"
    if len(run.wakes) > most:
        yield f"  ... and {len(run.wakes) - most} more"
    if run.ended:
        yield f"  {run.ended}"
    yield ""


def _floats(root: Path, course: Course) -> Iterator[str]:
    yield "What if the clock counted seconds in floats? The loop is the same: heartbeat 1.0, hog 0.2."
    for hops in (2, 1):
        rows = float_clock(root, course, hops)
        yield ""
        yield f"  hops {hops}" + "".join(f"{title:>22}" for title in ("asked for", "expired", "ran", "period"))
        gaps = [rows[0][3], *(after[3] - before[3] for before, after in pairwise(rows))]
        for number, (row, gap) in enumerate(zip(rows, gaps, strict=True), 1):
            yield f"  {number:>6}" + "".join(f"{value!r:>22}" for value in (row[0], row[1], row[3], gap))


def _can_draw() -> bool:
    try:
        "◇○▶■▓─└·╷".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
