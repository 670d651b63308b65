# Generated from grader/src/loopcheck/timeline/plain.py by `loopcheck author build`: edit it there.
"""A timeline as plain text, at most 80 columns wide, for terminals, logs and whoever prefers letters.

It has the same rows as the picture: a lane per task that burns, a staircase of four stamps per task that sleeps. What must
stay true: with `ascii_only` every character is ASCII; one column stands for the same number of ms everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from .model import STAMPS, Run, Timeline, Wake
from .words import gap_words, pending_words, wrong_words

COLUMNS = 80
LEFT = 12
LABELS = 12
"""Columns on the right that are kept for the last stamp and its gap."""
ROUND = (1, 2, 5, 10, 20, 25, 40, 50, 100, 200, 250, 400, 500)


class _Letters:
    """The characters of one style: stamps in their order, then lines."""

    def __init__(self, ascii_only: bool) -> None:
        self.stamps = ("?", "o", ">", "#") if ascii_only else ("◇", "○", "▶", "■")
        self.asleep, self.gap, self.corner = (".", "-", "`") if ascii_only else ("·", "─", "└")
        self.in_the_way = "%" if ascii_only else "▓"
        self.passes = "|" if ascii_only else "╷"


def draw(timeline: Timeline, ascii_only: bool = False) -> str:
    """All lines, ending in a newline."""
    letters = _Letters(ascii_only)
    ms = _ms_per_column(timeline.end)
    lines = wrap(timeline.title, COLUMNS)
    for run in timeline.runs:
        lines += ["", *_run(run, timeline, letters, ms)]
    lines += [line for words in wrong_words(timeline) for line in ["", *wrap(words, COLUMNS)]]
    lines += ["", f"One column is {ms} ms. {letters.passes} a pass begins."]
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    return text.encode("ascii", "backslashreplace").decode("ascii") if ascii_only else text


def _ms_per_column(end: int) -> int:
    room = COLUMNS - LEFT - LABELS
    return next((ms for ms in ROUND if end <= ms * room), -(-end // room // 1000) * 1000 + 1000)


def _run(run: Run, timeline: Timeline, letters: _Letters, ms: int) -> Iterator[str]:
    end = timeline.end
    if run.label:
        yield from wrap(run.label, COLUMNS)
    passes = [clock for clock in run.passes if clock <= end]
    yield from _axis(passes or [0, end], letters, ms)
    for name in run.tasks:
        if name not in run.sleepers:
            yield _named(name, _lane(run, name, end, letters, ms))
    for name in run.sleepers:
        yield name[: COLUMNS - 1]
        yield from _staircases(run, name, end, letters, ms)
    wakes = [wake for wake in run.wakes if wake.ran <= end]
    told = dict.fromkeys(gap_words(wake) for wake in wakes)
    for words in told if len(told) <= 3 else ():
        yield from wrap(words, COLUMNS, initial_indent="  ", subsequent_indent="    ")
    for words in [*pending_words(run, end), run.ended]:
        yield from wrap(words, COLUMNS, initial_indent="  ", subsequent_indent="    ")


def _named(name: str, line: list[str]) -> str:
    return f"{name[: LEFT - 2]:<{LEFT}}" + "".join(line)


def _empty(end: int, ms: int) -> list[str]:
    return [" "] * (end // ms + 1 + LABELS)


def _put(line: list[str], column: int, text: str) -> None:
    """Write over what stands there; what would not fit is left out whole."""
    if column >= 0 and column + len(text) <= len(line):
        line[column : column + len(text)] = text


def _axis(moments: list[int], letters: _Letters, ms: int) -> Iterator[str]:
    numbers, marks = _empty(moments[-1], ms), _empty(moments[-1], ms)
    free = -1
    for clock in moments:
        column = clock // ms
        _put(marks, column, letters.passes)
        if column > free:
            _put(numbers, column, str(clock))
            free = column + len(str(clock)) + 1
    yield _named("ms", numbers)
    yield _named("", marks)


def _lane(run: Run, name: str, end: int, letters: _Letters, ms: int) -> list[str]:
    line = _empty(end, ms)
    for burn in run.burns:
        stop = min(burn.start + burn.ms, end)
        start, width = burn.start // ms, stop // ms - burn.start // ms
        if burn.task != name or burn.start >= end or width < 1:
            continue
        fill = letters.in_the_way if run.in_the_way(burn) else " "
        inside = str(burn.ms) if width >= len(str(burn.ms)) + 2 else ""
        body = f"[{inside.center(width - 2, fill)}]" if width > 1 else "|" if fill == " " else fill
        _put(line, start, body)
    return line


def _staircases(run: Run, name: str, end: int, letters: _Letters, ms: int) -> Iterator[str]:
    rows = [_empty(end, ms) for _ in STAMPS]
    for sleep in run.sleeps:
        if sleep.task == name and sleep.start < end:
            stop = min(sleep.start + sleep.ms, end)
            _put(rows[0], sleep.start // ms, letters.asleep * (stop // ms - sleep.start // ms))
            if stop == sleep.start + sleep.ms:
                _put(rows[0], stop // ms, f"{letters.stamps[0]} {stop}")
    wakes = [wake for wake in run.wakes if wake.task == name and wake.ran <= end]
    for wake, following in zip(wakes, [*wakes, None][1:], strict=True):
        _put_wake(wake, following, rows, letters, ms)
    for stamp, row in zip(STAMPS, rows, strict=True):
        yield _named(f" {stamp}", row)


def _put_wake(wake: Wake, following: Wake | None, rows: list[list[str]], letters: _Letters, ms: int) -> None:
    for number, stamp in enumerate(wake.stamps):
        before = wake.stamps[max(0, number - 1)]
        start, column = before // ms, stamp // ms
        if column > start:
            _put(rows[number], start, letters.corner + letters.gap * (column - start - 1))
        words = f"{letters.stamps[number]} {stamp}"
        gap = f" (+{stamp - before})" if number else ""
        room = (following.stamps[max(0, number - 1)] // ms if following else column + 99) - column - 1
        fits = [text for text in (words + gap, words, letters.stamps[number]) if len(text) <= max(1, room)]
        _put(rows[number], column, fits[0])
