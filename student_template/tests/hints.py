"""The hint ladder: `pytest --hint` shows one more hint of the exercise that is next, and remembers how far it went.

What must stay true: a hint is shown because it was asked for, one at a time. How far somebody went is noted in a file
that git ignores, and nothing else reads it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from units import Unit

ROOT = Path(__file__).resolve().parent.parent
SEEN = ROOT / ".hints.json"
"""`{"set_result": 2}`: how many hints of each exercise were shown. Deleting it starts from the first hint again."""


def next_hint(unit: Unit | None) -> Iterator[str]:
    """The lines of the hint that comes next. After the last one, the last one again."""
    if unit is None:
        yield "No hint needed."
        return
    file = f"exercises/{unit.folder}/hints.md"
    ladder = hints_of(ROOT / file)
    if not ladder:
        yield f"There is no hint: {file} is missing, or holds none."
        return
    seen = read_seen()
    number = min(seen.get(unit.name, 0) + 1, len(ladder))
    yield ""
    yield f"Hint {number} of {len(ladder)} for exercise {unit.number}:"
    for paragraph in ladder[number - 1]:
        yield fill(paragraph, 79, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    yield (
        "  (That was the last one.)"
        if number == len(ladder)
        else "  (Try again first; the next --hint shows one more.)"
    )
    try:
        SEEN.write_text(json.dumps({**seen, unit.name: number}) + "\n", encoding="utf-8")
    except OSError as error:
        yield f"  (How far you went could not be noted in {SEEN.name}: {error.strerror}.)"


def hints_of(path: Path) -> list[list[str]]:
    """The hints of a `hints.md`, each as its paragraphs; none when there is no such file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError:
        return []
    return [paragraphs(hint) for hint in re.split(r"^## Hint \d+\n", text, flags=re.MULTILINE)[1:]]


def paragraphs(text: str) -> list[str]:
    """Paragraphs and list items, each as one line."""
    blocks = re.split(r"\n\s*\n|\n(?=- )", text.strip())
    return [" ".join(block.split()) for block in blocks if block.strip()]


def read_seen() -> dict[str, int]:
    """How far somebody went; from the start when the file is missing or is not what this module wrote."""
    try:
        seen = json.loads(SEEN.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(seen, dict):
        return {}
    return {name: number for name, number in seen.items() if isinstance(number, int) and number >= 0}
