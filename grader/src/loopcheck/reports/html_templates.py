"""The HTML pages' templates: compiled once, and every value escaped.

What must stay true: autoescape is on, a name that a template misspells is an error, and the filters below are the only
makers of markup. A page needs no other file: the style sheet is in it, and nothing in it is a script. jinja2 is
imported when the first page is made.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from loopcheck.reports import wording
from loopcheck.reports.obstacles import remark
from loopcheck.reports.safe_text import clipped, code_parts, for_template

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

TEMPLATES = Path(__file__).parent / "templates"

TALL = 12
"""A message of more lines can be folded away by its reader."""
WIDE = 44
"""A message with a longer line scrolls on a phone, and so the keyboard must reach it."""

_WRONG_STAMP = re.compile(r"(?<!\S)\*[^\s*]+\*(?!\S)")


def render(template: str, **values: object) -> str:
    """The page, ending in a newline."""
    return _environment().get_template(template).render(values)


def prepare(*templates: str) -> None:
    """Compile templates before there is anything to put into them."""
    for template in templates:
        _environment().get_template(template)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    from loopcheck.reports.template_cache import TemplateCache

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        optimized=False,  # what is compiled holds no value of the filters below, so that it can be kept
        bytecode_cache=TemplateCache(TEMPLATES, Path(__file__).read_bytes()),
    )
    environment.filters |= {"line": line, "code": code, "block": block, "is_tall": is_tall, "is_wide": is_wide}
    environment.filters["trace"] = trace
    style = (TEMPLATES / "style.css").read_text(encoding="utf-8")
    environment.globals |= {"style": Markup(style), "words": wording, "remark": remark}  # noqa: S704  the style sheet is our own
    return environment


def line(text: str, limit: int = wording.LINE_LIMIT) -> str:
    """One line of text, which the template escapes."""
    return for_template(clipped(text, limit))


@lru_cache(maxsize=256)
def code(text: str) -> Markup:
    """The course's own text: `like this` becomes code. A class reads the same sentences again and again."""
    from markupsafe import Markup

    parts = (
        Markup("<code>{}</code>").format(for_template(part[1:-1])) if index % 2 else _escaped(_with_edges(part))
        for index, part in enumerate(code_parts(text))
    )
    return Markup("").join(parts)


def block(text: str) -> Markup:
    """Lines for a <pre>; a wrong stamp keeps its stars, and is bold."""
    from markupsafe import Markup

    lines = for_template(text, newlines=True).strip("\n")
    bold = _WRONG_STAMP.sub(lambda found: Markup("<b>{}</b>").format(found[0]), _escaped(lines))
    return Markup(bold)  # noqa: S704  what is added to the escaped text is two tags


def trace(text: str) -> Markup:
    """The trace that a message tells, as a picture; empty where it tells none."""
    from markupsafe import Markup

    from loopcheck.reports.trace_picture import trace_picture

    return Markup(trace_picture(text))  # noqa: S704  the drawing escapes what it was given


def is_tall(text: str) -> bool:
    return text.count("\n") >= TALL


def is_wide(text: str) -> bool:
    return any(len(each) > WIDE for each in text.split("\n"))


def _with_edges(text: str) -> str:
    """One line of text; white space at its ends stays one space."""
    before, after = (" " if text[:1].isspace() else ""), (" " if text[-1:].isspace() else "")
    return f"{before}{for_template(text)}{after}" if text.strip() else before


def _escaped(text: str) -> Markup:
    from markupsafe import escape

    return escape(text)
