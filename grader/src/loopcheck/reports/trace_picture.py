"""A wrong trace in a student's page as a picture, drawn from the very text that the student reads below it.

What must stay true: the picture knows nothing but the message, and the message obeys the check's disclosure. So where no right
row is told, none is drawn.
"""

from __future__ import annotations

import re

from loopcheck.reports.safe_text import for_template
from loopcheck.timeline import Run, Timeline, from_rows

MOST = 3
"""Wake-ups that are drawn where nothing right is told; a wrong one is drawn with those before it that the message has."""

_ROW = re.compile(r"^  (yours|right| {5}) ([ \d]{4})  (\S.{11,}?)((?: +\*?\d{1,9}\*?){4})$", re.MULTILINE)
"""A row of a trace as `probes.tables` writes it: mark, number of the wake-up, task, four stamps."""


def trace_picture(message: str) -> str:
    """The trace that a message tells, as SVG; empty where it tells none."""
    rows: dict[str, list[list[str | int]]] = {"yours": [], "right": []}
    for mark, _, task, stamps in _ROW.findall(for_template(message, newlines=True)):
        row = [task.strip(), *(int(stamp.strip("*")) for stamp in stamps.split())]
        for side in rows if not mark.strip() else [mark]:
            rows[side].append(row)
    told = bool(re.search(r"^  right ", message, re.MULTILINE))
    mine = from_rows("Your loop", rows["yours"] if told else rows["yours"][:MOST])
    if not mine.wakes and not (told and rows["right"]):
        return ""
    runs: list[Run] = [mine, from_rows("Right", rows["right"])] if told else [mine]
    return Timeline("What your loop did, and what is right" if told else "What your loop did", runs, right=told).svg()
