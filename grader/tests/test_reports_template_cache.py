"""Compiled templates are kept, found again, and never needed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import jinja2
import pytest

from loopcheck.reports.template_cache import TemplateCache

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _python_keeps_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)


class Counting(jinja2.Environment):
    """Counts what it compiles."""

    compiled = 0

    def _compile(self, *arguments: str) -> object:
        self.compiled += 1
        return super()._compile(*arguments)  # type: ignore[no-untyped-call,misc]  # its own hook for subclasses


def compiled(folder: Path, settings: bytes = b"") -> int:
    """How many templates a new process would compile for the one page in this folder."""
    loader = jinja2.FileSystemLoader(folder)
    environment = Counting(loader=loader, autoescape=True, bytecode_cache=TemplateCache(folder, settings))
    assert environment.get_template("page.html").render(name="<a>") == "Hello &lt;a&gt;"
    return environment.compiled


@pytest.fixture
def templates(tmp_path: Path) -> Path:
    (tmp_path / "page.html").write_text("Hello {{ name }}", encoding="utf-8")
    return tmp_path


def test_a_template_is_compiled_once(templates: Path) -> None:
    assert [compiled(templates), compiled(templates)] == [1, 0]


def test_other_settings_and_another_source_are_compiled_again(templates: Path) -> None:
    compiled(templates)
    assert compiled(templates, b"others") == 1
    (templates / "page.html").write_text("Hello {{- ' ' ~ name }}", encoding="utf-8")
    assert compiled(templates) == 1


def test_a_damaged_cache_is_compiled_again(templates: Path) -> None:
    compiled(templates)
    for path in (templates / "__pycache__").iterdir():
        path.write_bytes(path.read_bytes()[:-20])
    assert compiled(templates) == 1


def test_where_nothing_can_be_written_it_is_compiled_each_time(templates: Path) -> None:
    (templates / "__pycache__").write_text("no folder", encoding="utf-8")
    assert [compiled(templates), compiled(templates)] == [1, 1]


def test_who_wants_no_bytecode_gets_none(templates: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert compiled(templates) == 1
    assert not (templates / "__pycache__").exists()
