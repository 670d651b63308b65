"""nbgrader's feedback page, whose templates are compiled once in a process, and not for each student.

What must stay true: the page is the one that nbgrader makes, but for one style (an explanation is a long line, and wraps),
for the names of the questions in its list of contents, and for the mark schemes: nobody who has a second chance reads one.
This module needs nbgrader: import it where that is there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from nbconvert.exporters import HTMLExporter

from .release import SCHEME, SCHEME_MARKER

CONTENTS_END = ' id="notebook"'
"""Behind it stands what students wrote, which is left as it is."""
ENTRY = re.compile(r'(<a href="#(?:comment-)?([\w-]+?)(?:_marks)?">)(Test cell|Task|Comment)(?=</a>)')
WRAPPED = "<style>pre { white-space: pre-wrap; overflow-wrap: anywhere }</style>"


class CompiledTemplates(BytecodeCache):
    """Keeps the compiled templates in memory, by their names and the digests of their sources."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        code = self._kept.get((bucket.key, bucket.checksum))
        if code is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


@cache
def compiled_templates() -> CompiledTemplates:
    """Those of this process."""
    return CompiledTemplates()


def mark_schemes(shown: bool) -> Callable[[Any, Any], tuple[Any, Any]]:
    """A preprocessor of nbconvert: the mark schemes of the tasks as text without their markers, or not at all."""
    removed = SCHEME_MARKER if shown else SCHEME

    def preprocess(notebook: Any, resources: Any) -> tuple[Any, Any]:
        for cell in notebook.cells:
            if cell.metadata.get("nbgrader", {}).get("task"):
                cell.source = removed.sub("", cell.source)
        return notebook, resources

    return preprocess


class FeedbackExporter(HTMLExporter):  # type: ignore[misc]  # nbconvert has no types
    """nbconvert's exporter, which makes itself a new environment for each page."""

    def from_notebook_node(self, *notebook: Any, **more: Any) -> tuple[str, dict[str, Any]]:
        page, resources = super().from_notebook_node(*notebook, **more)
        contents, end, rest = page.partition(CONTENTS_END)
        page = ENTRY.sub(_with_the_question, contents) + end + rest
        return page.replace("</head>", f"{WRAPPED}</head>", 1), resources

    def _create_environment(self) -> Any:
        environment = super()._create_environment()
        environment.bytecode_cache = compiled_templates()
        return environment


def _with_the_question(entry: re.Match[str]) -> str:
    """An entry of the list of contents: nbgrader says "Test cell", and of which question nowhere."""
    link, question, what = entry.groups()
    return f"{link}{question}{', comment' if what == 'Comment' else ''}"
