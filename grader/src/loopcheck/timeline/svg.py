"""A timeline as SVG: title, panels, and in the end what is wrong, on paper that follows the reader's light or dark setting.

What must stay true: the text alternative says all that is drawn, and the same timeline gives the same bytes.
"""

from __future__ import annotations

from html import escape
from textwrap import wrap
from zlib import crc32

from .model import Timeline
from .panel import Panel
from .pieces import ID, text_at
from .scale import MARGIN, WIDTH, Scale
from .style import sheet
from .words import described, wrong_words


def draw(timeline: Timeline) -> str:
    """The whole picture."""
    parts: list[str] = []
    y = MARGIN
    for line in wrap(timeline.title, 52):
        parts.append(text_at(MARGIN, y + 14, line, "ink h"))
        y += 21
    for number, run in enumerate(timeline.runs):
        panel = Panel(run, Scale(timeline.end), y + 5, timeline.wrong() if number == 0 else None)
        parts += panel.drawn()
        y = panel.y + 8
    for line in wrap(" ".join(wrong_words(timeline)), 68):
        parts.append(text_at(MARGIN, y + 12, line, "lost b"))
        y += 18
    height = y + MARGIN - 6
    words = f'<title id="{ID}t">{escape(timeline.title)}</title><desc id="{ID}d">{escape(described(timeline))}</desc>'
    hatch = (
        f'<pattern id="{ID}h" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path class="hatch" d="M0 0V6"/></pattern>'
    )
    body = "\n".join(part for part in parts if part)
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="timeline" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" aria-labelledby="{ID}t {ID}d" style="max-width:100%;height:auto">\n'
        f"{words}\n<style>{sheet()}</style>\n<defs>{hatch}</defs>\n"
        f'<rect class="paper" x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>\n{body}\n</svg>\n'
    )
    return whole.replace(ID, f"t{crc32(whole.encode()):08x}")
