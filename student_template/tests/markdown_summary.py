"""The same account as a Markdown table, for the page that GitHub Actions shows of a run.

What must stay true: whatever a student's code says is text there, never markup.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from screen import IN_FULL, next_function, next_unit
from units import UNITS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from screen import Screen


def append_summary(file: str, screen: Screen) -> None:
    """Append the table to the file."""
    with Path(file).open("a", encoding="utf-8") as output:
        output.write("\n".join(markdown_lines(screen)) + "\n")


def markdown_lines(screen: Screen) -> Iterator[str]:
    """N of M visible checks per exercise, what comes next, and the first difference."""
    own = [check.outcome for check in screen.checks.values() if not check.unit.bonus]
    bonus = [check.outcome for check in screen.checks.values() if check.unit.bonus]
    more = f", and {bonus.count('passed')} of {len(bonus)} of bonus exercises" if bonus else ""
    yield f"### {own.count('passed')} of {len(own)} visible checks pass{more}"
    yield ""
    yield "| # | exercise | visible checks | state |"
    yield "|---|---|---|---|"
    for unit in UNITS:
        outcomes = [check.outcome for check in screen.of(unit)]
        if outcomes:
            done = outcomes.count("passed")
            state = "done" if done == len(outcomes) else "bonus" if unit.bonus else "to do"
            yield f"| {unit.number} | {unit.title} | {done} of {len(outcomes)} | {state} |"
    yield ""
    yield "Marks also use hidden checks: the same questions with other numbers."
    following = next_unit(screen)
    if following is not None:
        function = next_function(following, screen)
        place = f", `{function}` in `mini_asyncio/{following.module}`" if function else ""
        next_one = "If you like" if following.bonus else "Next"
        yield f"{next_one}: exercise {following.number}{place}, see `exercises/{following.folder}/README.md`."
    for check in screen.checks.values():
        if check.shown == IN_FULL:
            yield ""
            yield f"<pre>{escape(check.account)}</pre>"
            return
