"""A student's text cells, made safe for the pages that show them: feedback, and formgrader in the grader's own browser.

nbconvert hands raw HTML, links and MathJax's commands on to the browser, and a script on a page of formgrader may change marks.
What must stay true: nothing that a student writes as text becomes an element of its own, an attribute, or a link other than a
plain web address that can be read; and it reads as before, since what would act is broken up by a character that nobody sees.
"""

from __future__ import annotations

import re

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
