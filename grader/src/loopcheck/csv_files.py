"""Reading the CSV files that an instructor gives: rosters, overrides, what was handed in.

What must stay true: whatever a spreadsheet or a course platform wrote is read (a byte order mark, UTF-16, semicolons or
tabs, quoted line breaks, an apostrophe that keeps a spreadsheet from running a formula), and what cannot be read ends in
a sentence with the file's name and the line.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path

from .reports.safe_text import for_terminal

LARGEST = 64 * 1024 * 1024
DELIMITERS = ",;\t"

_GUARD = re.compile("(?:^|(?<=[;\t\n]))'(?='*[^\\S\n]*[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20])")


class TableError(Exception):
    """The file cannot be read as a table. The message says which file, where, and what to do."""


@dataclass(frozen=True)
class Row:
    """One row: its line in the file (from 1), and the cells by the name of their column, in small letters."""

    line: int
    cells: dict[str, str]

    def get(self, *columns: str) -> str:
        """The first of these cells that holds something."""
        return next((cell for cell in map(self.cells.get, columns) if cell), "")


@dataclass(frozen=True)
class Table:
    """A table with a header. `columns` are in small letters, without white space around them."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def unguarded(cell: str) -> str:
    """A cell without the apostrophes that keep a spreadsheet from running it: the inverse of `for_csv_cell`."""
    return _GUARD.sub("", cell)


def read_table(path: Path) -> Table:
    """The table in this file; TableError when there is none."""
    shown = for_terminal(str(path))
    try:
        if not path.is_file() and path.exists() and not path.is_dir():
            # A FIFO gives its text once, and a table is read more than once; nobody may ever write into it.
            raise TableError(f"{shown} is no file. Save the table as a CSV file, and give that.")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TableError(f"{shown} cannot be read: {reason}. Give a CSV file.") from error
    return parse_table(data, path)


def parse_table(data: bytes, path: Path) -> Table:
    """The table in these bytes; `path` is for sentences."""
    shown = for_terminal(str(path))
    text = _text(data, shown)
    header = text.split("\n", 1)[0]
    delimiter = max(DELIMITERS, key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((line, [unguarded(cell.strip()) for cell in cells]))
            line = reader.line_num + 1
    except csv.Error as error:
        raise TableError(f"{shown} line {line} is not CSV ({error}). Export the file again.") from error
    if not rows:
        raise TableError(f"{shown} is empty. Give a CSV file with a header line.")
    columns = tuple(cell.lower() for cell in rows[0][1])
    for line, cells in rows[1:]:
        if len(cells) > len(columns) and any(cells[len(columns) :]):
            raise TableError(f"{shown} line {line} has {len(cells)} cells, but the header has {len(columns)}. Mend it.")
    named = (Row(line, dict(zip(columns, cells, strict=False))) for line, cells in rows[1:])
    return Table(path, columns, tuple(named))


def _text(data: bytes, shown: str) -> str:
    if len(data) > LARGEST:
        raise TableError(f"{shown} is larger than {LARGEST >> 20} MiB, which no roster is. Give a CSV file.")
    try:
        text = data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise TableError(f'{shown} is not UTF-8 text. Save it as "CSV UTF-8" and try again.') from error
    if "\0" in text:
        raise TableError(f"{shown} is not a text file. Export it as CSV and try again.")
    return text.replace("\r\n", "\n").replace("\r", "\n")
