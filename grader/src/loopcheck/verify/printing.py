"""What `loopcheck verify` prints: plain text in columns, the same on every terminal, in a pipe and in a log."""

from __future__ import annotations

from collections.abc import Sequence

GAP = "  "


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
