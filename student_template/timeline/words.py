# Generated from grader/src/loopcheck/timeline/words.py by `loopcheck author build`: edit it there.
"""A timeline in words: what a picture says to those who do not see it, and below its rows in plain text.

What must stay true: whatever a picture shows of a wake-up is said here too, in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from .model import GAPS, STAMPS, Run, Timeline, Wake

FEW = 8
"""Wake-ups that are told one by one."""


def described(timeline: Timeline) -> str:
    """The text alternative: one sentence per thing that the picture shows."""
    return " ".join([*(" ".join(_run(run, timeline)) for run in timeline.runs), *wrong_words(timeline)])


def _run(run: Run, timeline: Timeline) -> Iterator[str]:
    if run.label:
        yield f"{run.label}."
    for name in run.tasks:
        blocks = [burn for burn in run.burns if burn.task == name and burn.start < timeline.end]
        if blocks:
            sizes = sorted({burn.ms for burn in blocks})
            size = f"{sizes[0]} ms" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]} ms"
            yield f"{name} burns {len(blocks)} times, {size} each."
    wakes = [wake for wake in run.wakes if wake.ran <= timeline.end]
    yield from map(wake_words, wakes[:FEW])
    if len(wakes) > FEW:
        yield f"{len(wakes) - FEW} more wake-ups."
    yield from pending_words(run, timeline.end)
    if run.ended:
        yield run.ended


def wake_words(wake: Wake) -> str:
    """`heartbeat: asked for 1000, expired 1000 (+0), fired 1200 (+200), ran 1400 (+200): 400 late.`"""
    parts = [f"{STAMPS[0]} {wake.asked}"]
    parts += [
        f"{STAMPS[number]} {stamp} ({stamp - before:+})"
        for number, (before, stamp) in enumerate(zip(wake.stamps, wake.stamps[1:], strict=False), 1)
    ]
    return f"{wake.task}: {', '.join(parts)}: {wake.late} late."


def gap_words(wake: Wake) -> str:
    """`400 late: 0 until a pass looked, 200 behind ready work, 200 behind the future`"""
    gaps = [after - before for before, after in zip(wake.stamps, wake.stamps[1:], strict=False)]
    return f"{wake.late} late: " + ", ".join(f"{ms} {why}" for ms, why in zip(gaps, GAPS, strict=True))


def pending_words(run: Run, end: int) -> Iterator[str]:
    """Who is still asleep at the end of the run, although the time has come in the picture."""
    for sleep in run.pending():
        due = sleep.start + sleep.ms
        if due < min(end, run.end):
            yield f"{sleep.task}: asked for {due}, not woken by {run.end}."


def wrong_words(timeline: Timeline) -> Iterator[str]:
    """Where the first run differs from the last one."""
    found = timeline.wrong()
    if found is not None:
        number, stamp = found
        mine, right = (timeline.runs[at].wakes[number] for at in (0, -1))
        what = f"{STAMPS[stamp]} of {mine.task} is {mine.stamps[stamp]}, right is {right.stamps[stamp]}"
        yield f"The first wrong stamp: {what}."
    elif timeline.right:
        more = len(timeline.runs[0].wakes) - len(timeline.runs[-1].wakes)
        if more:
            yield "A wake-up too many." if more > 0 else "A wake-up is missing."
