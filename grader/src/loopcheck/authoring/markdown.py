"""What the course's Markdown says that can be wrong: links that lead nowhere, and points that `course.toml` does not give.

What must stay true: a text that students get is read where they have it, since a link that is right in the checkout may
lead out of the template; and each complaint names the file to edit.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import unquote

from .build import TEMPLATE, Generated
from .manifest import MANIFEST
from .problem import Problem
from .template import JUNK, ignored_by_git, whole_template

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

    from ..course import Course, Exercise

NOT_OURS = ("instructor/example_class", "grader/tests/goldens")
"""Students' own texts, and what a test expects."""

ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
HTML_LINK = re.compile(r"""<(?:a|img)\b[^>]*?\b(?:href|src)\s*=\s*["']([^"']*)["']""", re.IGNORECASE)
HTML_ANCHOR = re.compile(r"""<\w+\b[^>]*?\b(?:id|name)\s*=\s*["']([^"']*)["']""", re.IGNORECASE)
POINTS = re.compile(r"\b(\d+)[ -]points?\b")


Row = tuple[int, dict[str, str], list[str]]
"""A row of a table: its line, its cells by their column's heading, and where its links lead."""


@dataclass
class Text:
    """A Markdown file: its links and tables with their lines, and its anchors."""

    links: list[tuple[int, str]] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    rows: list[Row] = field(default_factory=list)


def link_problems(root: Path, generated: list[Generated]) -> Iterator[Problem]:
    """Every link in every Markdown file leads to a file, and to a heading of it where it names one."""
    sources = {f"{TEMPLATE}/{file.path}": file.source for file in generated}
    for name in markdown_files(root):
        inside = root / TEMPLATE if name.startswith(f"{TEMPLATE}/") else root
        yield from _wrong_links(root / name, sources.get(name, name), inside)


def bonus_link_problems(root: Path, generated: list[Generated]) -> Iterator[Problem]:
    """The same in a template that is not built: that of a course with every bonus exercise."""
    with TemporaryDirectory(prefix="loopcheck-links-") as name:
        template = Path(name).resolve() / TEMPLATE
        for path, content in whole_template(root, generated).items():
            (template / path).parent.mkdir(parents=True, exist_ok=True)
            (template / path).write_bytes(content)
        for file in generated:
            if file.path.endswith(".md"):
                yield from _wrong_links(template / file.path, file.source, template)


def _wrong_links(text: Path, file: str, inside: Path) -> Iterator[Problem]:
    """What is wrong with the links of a text that is made from `file`, and must not lead out of the folder `inside`."""
    for line, target in read_markdown(text).links:
        wrong = _what_is_wrong(text, target, inside)
        if wrong:
            yield Problem(f"{file}:{line}", f"the link {target} {wrong}", "correct the link")


def point_problems(root: Path, course: Course) -> Iterator[Problem]:
    """Where a text says how many points an exercise has, `course.toml` says the same."""
    for exercise in course.exercises:
        for path in sorted((root / "exercises" / exercise.folder).glob("*.md")):
            for line, text in enumerate(path.read_text(encoding="utf-8", errors="replace").split("\n"), 1):
                for stated in POINTS.findall(text):
                    yield from _differs(path.relative_to(root).as_posix(), line, exercise, stated)
    overview = root / TEMPLATE / "README.md"
    if overview.is_file():
        for line, cells, targets in read_markdown(overview).rows:
            for exercise in course.exercises:
                if f"exercises/{exercise.folder}/README.md" in targets and "points" in cells:
                    yield from _differs(f"{TEMPLATE}/README.md", line, exercise, cells["points"])


def _differs(file: str, line: int, exercise: Exercise, stated: str) -> Iterator[Problem]:
    if stated != str(exercise.max_points):
        what = f"says that exercise {exercise.id} has {stated} points, but its checks have {exercise.max_points}"
        yield Problem(f"{file}:{line}", what, f"correct it, or the points in {MANIFEST}")


def markdown_files(root: Path) -> list[str]:
    """The course's own Markdown files, relative to the root."""
    found: set[str] = set()
    for folder, folders, names in os.walk(root):
        here = Path(folder).relative_to(root)
        folders[:] = [
            name
            for name in folders
            if not (name.startswith(".") and name != ".github")
            and name not in (*JUNK, "node_modules")
            and (here / name).as_posix() not in NOT_OURS
        ]
        found.update((here / name).as_posix() for name in names if name.endswith(".md"))
    return sorted(found - ignored_by_git(root, found))


def _what_is_wrong(file: Path, target: str, inside: Path) -> str:
    """The end of a sentence about a link; empty when it leads somewhere. Other sites are not visited."""
    if ELSEWHERE.match(target):
        return ""
    path, _, anchor = unquote(target).partition("#")
    goal = Path(os.path.normpath(inside / path.lstrip("/") if path.startswith("/") else file.parent / path))
    goal = goal if path else file
    if not goal.is_relative_to(inside):
        return "leads out of what students get" if inside.name == TEMPLATE else "leads out of the checkout"
    if not goal.exists():
        return "leads to a file that is not there"
    if anchor and goal.suffix == ".md" and anchor.lower() not in read_markdown(goal).anchors:
        return f"leads to a heading that {goal.name} does not have"
    return ""


def read_markdown(path: Path) -> Text:
    """Read a Markdown file as GitHub does."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").enable("table").parse(path.read_text(encoding="utf-8", errors="replace"))
    text = Text(rows=list(_rows(tokens)))
    headings: list[str] = []
    for number, token in enumerate(tokens):
        if token.type in ("html_block", "inline"):
            text.anchors.update(anchor.lower() for anchor in HTML_ANCHOR.findall(token.content))
            text.links += [(_line(token), target) for target in _targets(token)]
        elif token.type == "heading_open":
            headings.append(_slug(tokens[number + 1], headings))
    text.anchors.update(headings)
    return text


def _rows(tokens: list[Token]) -> Iterator[Row]:
    """The rows of all tables, their heads left out."""
    columns: list[str] = []
    cells: list[Token] = []
    for number, token in enumerate(tokens):
        if token.type == "tr_open":
            cells = []
        elif token.type in ("th_open", "td_open"):
            cells.append(tokens[number + 1])
        elif token.type == "thead_close":
            columns = [cell.content.strip() for cell in cells]
        elif token.type == "tr_close" and tokens[number - 1].type == "td_close":
            values = dict(zip(columns, (cell.content.strip() for cell in cells), strict=False))
            yield _line(cells[0]), values, [target for cell in cells for target in _targets(cell)]


def _line(token: Token) -> int:
    return (token.map or [0])[0] + 1


def _targets(token: Token) -> list[str]:
    """Where the links and pictures of one token lead."""
    if token.type == "html_block":
        return HTML_LINK.findall(token.content)
    found: list[str] = []
    for part in token.children or ():
        if part.type == "html_inline":
            found += HTML_LINK.findall(part.content)
        else:
            found += [str(part.attrs[name]) for name in ("href", "src") if name in part.attrs]
    return found


def _slug(heading: Token, before: list[str]) -> str:
    """The anchor that GitHub gives a heading; the second one of a name ends in -1."""
    shown = "".join(part.content for part in heading.children or () if part.type in ("text", "code_inline"))
    slug = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
    return slug if slug not in before else f"{slug}-{sum(re.sub(r'-[0-9]+$', '', one) == slug for one in before)}"
