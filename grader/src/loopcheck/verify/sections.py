"""The parts of the report beside the comparisons: each gives its lines, and how many of its figures are not as told.

What must stay true: a figure of CPython that the course tells and that is not so here is a mismatch; what is measured on
loops which are not CPython's, or read in its source, is only reported.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..oracle.answering import no_counterpart
from ..oracle.kinds import Kind
from ..probes.schedule import Schedule
from ..worker.protocol import LoopProbe as Probe
from . import debug_mode, others, outside, real_time, source, wakeups
from .printing import columns, headed

NEWEST_KNOWN = (3, 14)
"""Beyond this Python, hops that differ from what the course tells are news and not yet a mistake; but the first two rows,
`call_later` and `sleep`, are what the model is."""
ALWAYS_JUDGED = 2


@dataclass
class Section:
    """A heading, the lines below it, and the figures that are not as the course tells them."""

    title: str
    lines: list[str] = field(default_factory=list)
    mismatches: int = 0


def hops(kinds: Sequence[Kind]) -> Section:
    """The hops of each way of waiting, with the usual tasks and with eager ones."""
    # asyncio's own `current_task` does not know tasks in Python from 3.14 on, and `timeout` and its like need it.
    shown = [kinds[0], *(kind for kind in kinds if kind.eager and kind.task is kinds[0].task)]
    section = Section(f"Hops of each way to wait for {wakeups.PERIOD} ms beside a {wakeups.CHUNK} ms hog")
    rows = []
    for number, way in enumerate(wakeups.WAYS):
        cells, period = [], ""
        for kind in shown:
            judged = number < ALWAYS_JUDGED or sys.version_info[:2] <= NEWEST_KNOWN
            cell, wrong = _hops_cell(way, kind)
            section.mismatches += wrong and judged
            cells.append(cell)
            period = period or _period(cell)
        rows.append([way.name, *cells, period])
    eager = ["eager tasks"] if len(shown) > 1 else []
    section.lines = headed(["waiting by", "hops", *eager, "period"], rows, "<" + ">" * len(shown) + ">")
    return section


def _hops_cell(way: wakeups.Way, kind: Kind) -> tuple[str, bool]:
    told = way.told_of(kind)
    try:
        found = wakeups.hops(way, kind)
    except wakeups.NotSteadyError as error:
        return f"{error} (told: {told})", True
    return (str(found), False) if found == told else (f"{found} (told: {told})", True)


def _period(cell: str) -> str:
    hops = cell.partition(" ")[0]
    return f"{wakeups.PERIOD + int(hops) * wakeups.CHUNK} ms" if hops.isdigit() else ""


def debug() -> Section:
    """The slow-callback paradox."""
    section = Section("asyncio's debug mode warns of callbacks of 100 ms and more")
    rows: list[list[object]] = []
    for chunk, (period, warned) in debug_mode.TOLD.items():
        seen = debug_mode.observe(chunk)
        told = ""
        if not seen.as_told(chunk):
            section.mismatches += 1
            told = f"told: {period}, {'warned of at every burn' if warned else 'never warned of'}"
        rows.append(
            [f"{chunk} ms", seen.burns, seen.warnings, seen.name_hog, seen.name_heartbeat, f"{seen.period} ms", told]
        )
    heading = ["hog's chunk", "burns", "warnings", "naming the hog", "naming the late heartbeat", "period", ""]
    section.lines = headed(heading, rows, ">>>>>><")
    return section


def burns(ticks: int) -> Section:
    """The hog's burns in real time."""
    section = Section(f"In real time: burns of a hog at each tick of a heartbeat of {real_time.PERIOD_MS} ms")
    rows: list[list[object]] = []
    for seen in _witnesses(lambda chunk, hops: real_time.listen(chunk, hops, ticks)):
        section.mismatches += not seen.agrees
        rows.append([*_burn_cells(seen), seen.hops, "" if seen.agrees else "MISMATCH"])
    heading = [*BURN_HEADING, "hops", ""]
    section.lines = headed(heading, rows, "><>>>><")
    section.lines.append(
        "A busy machine fits fewer burns in before the deadline than told. After it there is one per hop, always."
    )
    return section


BURN_HEADING = ("chunk", "waiting by", "told", "burns", "begun after the deadline")


def _witnesses(listen: Callable[[int, int], real_time.Witness]) -> Iterator[real_time.Witness]:
    for chunk in real_time.CHUNKS_MS:
        for hops in (1, 2):
            yield listen(chunk, hops)


def _burn_cells(seen: real_time.Witness) -> list[object]:
    name = "sleep" if seen.hops == 2 else "call_later"
    return [f"{seen.chunk} ms", name, seen.told, _numbers(seen.burns), _numbers(seen.after)]


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers)) or "no tick could be told"


def uvloop(ticks: int) -> Section:
    """The same burns on uvloop, where it is installed. It looks at its timers at another place: one hop fewer."""
    version = others.installed("uvloop")
    if not version or not ticks:
        return Section("uvloop " + ("was not watched" if version else "is not installed here"))
    rows = [_burn_cells(seen) for seen in _witnesses(lambda chunk, hops: others.uvloop_witness(chunk, hops, ticks))]
    heading = [*BURN_HEADING[:2], "on asyncio", *BURN_HEADING[3:]]
    return Section(f"uvloop {version}, where the model does not hold", headed(heading, rows, "><>>>"))


def trio() -> Section:
    """The pinned schedule on trio, where it is installed."""
    version = others.installed("trio")
    if not version:
        return Section("trio is not installed here")
    seen = others.trio_periods()
    counts = ", ".join(f"{period} ms {count} times" for period, count in seen.counts.items())
    return Section(
        f"trio {version}, where the model does not hold: it runs what is ready in random order",
        [f"period beside a {others.CHUNK} ms hog: {counts}; mean {seen.mean:.0f} ms (asyncio: always 1400 ms)"],
    )


def landmarks() -> Section:
    """Where to read on."""
    section = Section("Where it stands in the source of this interpreter")
    found = source.places()
    section.lines = columns(
        [[f"{place.file}:{place.line}", place.text, place.means] for place in found if place.line], "<<<"
    )
    section.lines += [f"{place.text} ({place.means})" for place in found if not place.line]
    return section


def outside_the_model(schedules: Sequence[Schedule], asked: Iterable[Probe], kind: Kind) -> Section:
    """What the model says nothing about."""
    section = Section("Outside the model")
    seen = outside.ties(schedules, kind)
    section.mismatches += seen.unexplained
    section.lines += [
        f"Equal deadlines: asyncio leaves their order open. {seen.tied:,} of {seen.schedules:,} random schedules have some, and",
        "  were compared with the first-armed timer first, as in the course's loop. On CPython's bare heap",
        f"  {seen.otherwise:,} of them run in another order, and {seen.unexplained or 'none'} of those without equal deadlines.",
        f"sleep(0): asyncio arms {outside.timers_of_sleep_zero()} timers for it, and yields once. The course's loop would arm",
        "  one, so it is never asked.",
    ]
    reasons = Counter(filter(None, map(no_counterpart, asked)))
    section.lines += [
        f"{count} of the hidden suite's questions: {reason}." for reason, count in sorted(reasons.items())
    ]
    return section
