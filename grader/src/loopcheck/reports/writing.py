"""Writing one file of a report.

What must stay true: a file is old and whole or new and whole, never half; and this module is imported at once, so it
imports no page.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from loopcheck.reports.safe_text import for_terminal

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class ReportError(Exception):
    """A report could not be written. The message says which, why, and what to do."""


def write_whole(path: Path, content: bytes | Iterable[bytes]) -> None:
    """Write a file in one step that other processes see: a temporary file beside it takes its name. Content may come in
    parts, so that a large file need not be in memory."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            write_parts(temporary, [content] if isinstance(content, bytes) else content)
            os.replace(temporary, path)  # noqa: PTH105  the name says that an existing file is replaced
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise ReportError(
            f"{for_terminal(str(path))} could not be written: {reason}. "
            "Older reports are whole. Make room, or choose a folder that you may write to, and run the command again."
        ) from error


def write_parts(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file part by part; OSError when the disk is full."""
    with path.open("wb") as file:
        file.writelines(parts)
