"""What `loopcheck verify` prints: plain text in columns, the same on every terminal, in a pipe and in a log."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

from ..reports.safe_text import for_terminal

GAP = "  "


def say(lines: Iterable[str]) -> None:
    """Print lines, safe for any terminal: some quote what a model said. Where the reader has left (`| head`), the work goes
    on, because the exit code must say what it always says."""
    encoding = sys.stdout.encoding or "utf-8"
    text = "\n".join(for_terminal(line, newlines=True) for line in lines)
    try:
        print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def columns(rows: Sequence[Sequence[object]], align: str) -> list[str]:
    """Rows as lines, in columns as wide as they must be; `align` has "<" or ">" for each column. Numbers get thousands."""
    cells = [[f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows]
    widths = [max((len(row[column]) for row in cells), default=0) for column in range(len(align))]
    lines = []
    for row in cells:
        parts = [f"{cell:{side}{width}}" for cell, side, width in zip(row, align, widths, strict=True)]
        lines.append(GAP.join(parts).rstrip())
    return lines


def headed(heading: Sequence[object], rows: Sequence[Sequence[object]], align: str) -> list[str]:
    """The same with a heading and a rule below it."""
    lines = columns([heading, *rows], align)
    return [lines[0], "-" * max(map(len, lines)), *lines[1:]]
