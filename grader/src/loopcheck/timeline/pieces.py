"""The pieces that pictures are made of, as SVG elements.

What must stay true: a text that a student chose is escaped, and coordinates have one digit behind the point, so that the same
picture has the same bytes on every machine.
"""

from __future__ import annotations

from html import escape

LETTER = 6.6
"""The width of a digit at 12 px, a little more than any font has."""
ID = "@id@"
"""Stands for the picture's own name, by which its title is found when a page holds several pictures."""
SHAPES = (
    '<path class="asked" d="M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z"/>',
    '<circle class="expired" cx="{x}" cy="{y}" r="5"/>',
    '<path class="fired" d="M{left} {top}L{right} {y}L{left} {bottom}Z"/>',
    '<path class="ran" d="M{left} {top}H{right}V{bottom}H{left}Z"/>',
)


def marker(row: int, x: float, y: float, size: float = 1) -> str:
    r = 5 * size
    edges = {"x": x, "y": y, "left": x - r, "right": x + r, "top": y - r, "bottom": y + r}
    if row == 0:
        edges |= {"left": x - r * 1.25, "right": x + r * 1.25, "top": y - r * 1.25, "bottom": y + r * 1.25}
    return (
        SHAPES[row]
        .format(**{name: coordinate(value) for name, value in edges.items()})
        .replace('r="5"', f'r="{coordinate(r)}"')
    )


def text_at(x: float, y: float, text: object, kind: str) -> str:
    return f'<text class="{kind}" x="{coordinate(x)}" y="{coordinate(y)}">{escape(str(text))}</text>'


def coordinate(value: float) -> str:
    """A coordinate: one digit behind the point, and none that is 0."""
    return f"{value:.1f}".removesuffix(".0")


def clipped(name: str, most: int = 10) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
