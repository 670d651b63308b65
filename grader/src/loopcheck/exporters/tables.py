"""Rows as CSV, for spreadsheets and platforms."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from ..reports.safe_text import for_csv_cell


def csv_bytes(rows: Iterable[Sequence[str]]) -> bytes:
    """UTF-8 with line feeds. No cell is a formula; commas, quotes and line breaks inside a cell stay as they are."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([for_csv_cell(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8")


def points(score: int | None) -> str:
    """A score as a cell; empty when there is none."""
    return "" if score is None else str(score)
