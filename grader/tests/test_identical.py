"""Submissions that are the same: which are, in which sense, and who is left out."""

from __future__ import annotations

import pytest

from loopcheck.identical import BYTES, LINES, Identical, lines_digest
from loopcheck.submissions.model import Source, digest_of

CODE = b"""class Task:
    def step(self):
        # resume it
        self.loop.clock += 1

        return None
"""


def source(name: str, code: bytes, untouched: bool = False) -> Source:
    modules = {"task.py": code}
    return Source(name, modules, digest=digest_of(modules), untouched=untouched)


def groups(*sources: Source) -> list[tuple[str, list[str]]]:
    found = Identical()
    for one in sources:
        found.add(one)
    return found.groups()


def test_byte_for_byte_and_but_for_comments() -> None:
    same = CODE.replace(b"# resume it", b"# a word of mine").replace(b"+= 1", b"+=  1").replace(b"\n", b"\r\n")
    assert groups(source("ann", CODE), source("bob", CODE), source("cem", same), source("dil", b"x = 1")) == [
        (BYTES, ["ann", "bob"]),
        (LINES, ["ann", "bob", "cem"]),
    ]
    assert groups(source("ann", CODE), source("bob", CODE)) == [(BYTES, ["ann", "bob"])], "not told twice"


def test_who_wrote_nothing_is_like_nobody() -> None:
    assert groups(source("ann", CODE, untouched=True), source("bob", CODE, untouched=True)) == []
    assert groups(Source("ann", {}, problem="x"), Source("bob", {}, problem="x")) == []


@pytest.mark.parametrize(
    "other",
    [
        CODE.replace(b"+= 1", b"+= 2"),
        CODE.replace(b"        return", b"    return"),
        CODE.replace(b"clock", b"ready"),
        CODE.replace(b"return None", b"return None  # said so"),
    ],
)
def test_what_python_reads_differently_differs(other: bytes) -> None:
    assert lines_digest({"task.py": CODE}) != lines_digest({"task.py": other})
    assert lines_digest({"task.py": CODE}) != lines_digest({"loop.py": CODE})


def test_tabs_and_spaces_of_indentation() -> None:
    assert lines_digest({"a.py": b"if x:\n\ty\n"}) == lines_digest({"a.py": b"if x:\n        y\n"})


def test_the_file() -> None:
    found = Identical()
    for one in (source("=ann", CODE), source("bob", CODE)):
        found.add(one)
    assert found.csv().decode() == f"group,the_same,student_id\n1,{BYTES},'=ann\n1,{BYTES},bob\n"
