"""A student's cells, made safe for the pages that show them: feedback, and formgrader in the grader's own browser.

nbconvert hands raw HTML, links and MathJax's commands on to the browser, and a script on a page of formgrader may change marks.
What must stay true: nothing that a student writes as text becomes an element of its own, an attribute, or a link other than a
plain web address that can be read; and it reads as before, since what would act is broken up by a character that nobody sees.
And no page takes long to make: the time that nbconvert needs for a text may grow with the square of its length.
"""

from __future__ import annotations

import re

LONGEST_TEXT = 6000
"""Characters of a text cell that are shown: no answer in a few sentences comes near it."""
LONGEST_CODE = 20_000
MOST_SHOWN = 60_000
"""Characters of all of a student's text cells together, and of all code cells together."""

JOINER = "\u2060"
"""The word joiner: it has no width, and no parser takes it for part of a tag, a link or a command."""

_ACTS = re.compile(
    r"(?<=<)(?=[A-Za-z/!?])"  # an HTML tag, a comment, an address in angle brackets
    r"|(?<=\])(?=[(\[:])"  # a link or an image, and the definition of one
    # What MathJax makes links, attributes, styles and further commands of.
    r"|(?<=\\)(?=(?:href|url|class|cssId|style|data|html\w*|unicode|require|def|let|newcommand|newenvironment)(?![A-Za-z]))"
)


def harmless(text: str) -> str:
    """Markdown without HTML, without links under other words, pictures, and commands of MathJax that reach into the page."""
    return _ACTS.sub(JOINER, text)


class Room:
    """How much of one notebook's texts, or of its code, is still shown."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._left = MOST_SHOWN

    def shown(self, text: str, comment: str = "") -> str:
        """The text, or its beginning and a sentence that says how much is not shown."""
        room = min(self._longest, self._left)
        self._left -= min(len(text), room)
        if len(text) <= room:
            return text
        return f"{text[:room]}\n{comment}(and {len(text) - room} more characters, which are in the submitted file)"
