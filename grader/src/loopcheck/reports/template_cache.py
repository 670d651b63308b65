"""Compiled templates, kept where Python keeps the bytecode of modules: compiling the student's page costs as much as importing
rich.

What must stay true: who can change this cache can change our modules just as well; what was compiled otherwise, by another
Python, jinja2 or setting, is not found; and where nothing can be written, templates are compiled each time.
"""

from __future__ import annotations

import hashlib
import sys
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket


class TemplateCache(jinja2.FileSystemBytecodeCache):
    """The cache for the templates in a folder. `settings` is the source of what decides how they are compiled; jinja2 itself
    compares the template's own source."""

    def __init__(self, templates: Path, settings: bytes) -> None:
        made_by = hashlib.sha256(b"\0".join([jinja2.__version__.encode(), settings])).hexdigest()[:12]
        place = Path(cache_from_source(str(templates / "template.py")))
        super().__init__(str(place.parent), f"%s{place.suffixes[0]}.{made_by}.jinja")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Find a compiled template, if there is one that can be read."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template, if Python may keep modules."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                Path(self.directory).mkdir(parents=True, exist_ok=True)
                super().dump_bytecode(bucket)
