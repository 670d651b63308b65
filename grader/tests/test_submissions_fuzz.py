"""The readers of submissions under damaged trees, archives and downloads: every input gives a Source or a sentence, nothing is
written where students' files are or outside of the temporary folder, and no search in a text takes longer than its text."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import time
import unicodedata
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loopcheck.authoring.stubs import stub_module
from loopcheck.changed_files import ChangedFiles, protected_files
from loopcheck.course import course_files, load_course
from loopcheck.identical import Identical
from loopcheck.submissions.deliveries import opened, read_delivery
from loopcheck.submissions.layout_model import SubmissionsError
from loopcheck.submissions.layouts import LAYOUTS, find_submissions
from loopcheck.submissions.model import Source
from loopcheck.submissions.names import HIDDEN_CATEGORIES

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="names, links and FIFOs as on POSIX")

COURSE = load_course()
SOURCES = course_files().package_sources(COURSE)
MODULES = {name: SOURCES[name] for name in COURSE.edit}
PROVIDED = course_files().provided_sources(COURSE)
STUBS = {name: stub_module(SOURCES[name], name, name, COURSE) for name in COURSE.edit}
PROTECTED = protected_files(course_files(), COURSE)

RIGHT = st.sampled_from(list(MODULES.values()))
CONTENTS = st.one_of(
    RIGHT,
    st.binary(max_size=60),
    st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.sampled_from(
        [b"", b"\xff\xfe", b"\xff\xfe\x00\xd8", b"\xef\xbb\xbf", b"\0" * 9, b"# coding: nothing\n", b"PK\x05\x06"]
    ),
    st.tuples(RIGHT, st.integers(0, 4000), st.binary(max_size=8)).map(lambda cut: cut[0][: cut[1]] + cut[2]),
)
ODD = st.text(st.characters(blacklist_characters="/\0", blacklist_categories=()), min_size=1, max_size=12)
NAMES = st.one_of(
    st.sampled_from(
        [*MODULES, "Task.py", "task (1).py", "task.py.txt", COURSE.package, "tests", "venv", ".git", "util", "helpers.py",
         "__init__.py", "commands.py", "conftest.py", "results.json", "journal.sqlite", "submission_metadata.yml",
         "submission_1", "submission_x", "scores.csv", "timestamp.txt", "submitted", "source", "ps1", "loop-ann",
         "Ann_4711_assignsubmission_file_", "Ann_4711_assignsubmission_file_task.py", "_9_assignsubmission_file_",
         "Ann_4711_assignsubmission_onlinetext_", "leeann_17_501_task.py", "leeann_LATE_17_502_task-1.py",
         "anon_x_503_.zip", "anon_17_text.html", "ann.zip", "ann .zip", " .zip", ".zip", "ann.rar", "pyproject.toml"]
    ),
    ODD,
    ODD.map(lambda name: f"{name}.py"),
    st.binary(min_size=1, max_size=9).map(os.fsdecode).filter(lambda name: not {"/", "\0"} & set(name)),
)  # fmt: skip
KINDS = st.sampled_from(["link", "circle", "fifo", "nowhere", "outside", "folder", "zip"])
THINGS = st.lists(st.tuples(st.lists(NAMES, min_size=1, max_size=4), KINDS | CONTENTS), max_size=9)


def packed(things: list[tuple[list[str], str | bytes]]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for parts, content in things:
            name = "/".join(parts).encode("utf-8", "replace").decode()
            archive.writestr(name, content if isinstance(content, bytes) else b"")
    return made.getvalue()


LINKS = {"link": "task.py", "nowhere": "nowhere/at/all", "outside": "/etc"}


def make(root: Path, things: list[tuple[list[str], str | bytes]]) -> None:
    """Make what can be made of it; two things may want one name."""
    for parts, content in things:
        path = root.joinpath(*([part for part in parts if part not in (".", "..")] or ["x"]))
        with contextlib.suppress(OSError, ValueError):
            path.parent.mkdir(parents=True, exist_ok=True)
            if not os.path.lexists(path):  # to write into a FIFO would wait for ever
                make_one(path, content)


def make_one(path: Path, content: str | bytes) -> None:
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content == "fifo":
        os.mkfifo(path)
    elif content == "folder":
        path.mkdir()
    elif content == "zip":
        path.write_bytes(packed([([COURSE.package, name], data) for name, data in MODULES.items()]))
    else:
        path.symlink_to(LINKS.get(content, path.name))


def state(root: Path) -> dict[str, tuple[int, int]]:
    return {str(path): (path.lstat().st_mtime_ns, path.lstat().st_size) for path in root.rglob("*")}


@contextmanager
def scratch() -> Iterator[tuple[Path, Path]]:
    """A folder to make things in, and the folder in which temporary ones are made: empty again at the end."""
    before = tempfile.tempdir
    with tempfile.TemporaryDirectory() as folder:
        made, temporary = Path(folder, "made"), Path(folder, "temporary")
        made.mkdir()
        temporary.mkdir()
        tempfile.tempdir = str(temporary)
        try:
            yield made, temporary
        finally:
            tempfile.tempdir = before
        assert list(temporary.iterdir()) == []
        assert {path.name for path in Path(folder).iterdir()} == {"made", "temporary"}


def read_all(root: Path, layout: str = "auto") -> list[Source]:
    """Everybody that is found at a path, read as the command reads; or, as nobody's, the sentence that there is nobody."""
    looked, seen = ChangedFiles(lambda: PROTECTED, COURSE.package), Identical()
    try:
        with opened(root, []) as where:
            found = find_submissions(where, COURSE, layout)
            names = [name for name, _ in found.items]
            assert len(set(names)) == len(names)
            sources = []
            for name, path in found.items:
                delivery = found.deliveries.get(name)
                source = read_delivery(
                    name, path, delivery, COURSE, PROVIDED, STUBS, lambda folder, name=name: looked.look(name, folder)
                )
                seen.add(source)
                sources.append(source)
            for note in found.notes:
                assert is_one_line(note), note
    except SubmissionsError as refused:
        return [Source("nobody", {}, problem=str(refused))]
    looked.csv()
    seen.csv()
    return sources


def is_one_line(text: str) -> bool:
    """Nothing in it acts on its reader, and every encoding of Unicode can carry it."""
    return not HIDDEN_CATEGORIES.intersection(map(unicodedata.category, text))


def check(source: Source) -> None:
    """There is something to grade, or a sentence says why not; and all of it can be shown and stored."""
    assert source.fault == ""
    assert bool(source.modules) != bool(source.problem)
    assert source.problem == "" or source.problem.rstrip().endswith((".", "?"))
    assert bool(source.digest) == bool(source.modules)
    for text in (source.id, source.problem, *source.notes, *source.flags):
        assert is_one_line(text), text
    for name, data in source.modules.items():
        name.encode("utf-8")
        assert isinstance(data, bytes)


FUZZ = settings(max_examples=50, suppress_health_check=list(HealthCheck))


@given(THINGS, st.booleans())
@FUZZ
def test_any_tree_is_a_source_or_a_sentence(things: list[tuple[list[str], str | bytes]], whole: bool) -> None:
    """As one submission, which has the right modules somewhere or not."""
    with scratch() as (made, _):
        make(made, things)
        if whole:
            make(made, [([COURSE.package, name], data) for name, data in MODULES.items()])
        before = state(made)
        for source in read_all(made, "single"):
            check(source)
        assert state(made) == before


@given(THINGS, st.sampled_from(["auto", *(layout.name for layout in LAYOUTS)]))
@FUZZ
def test_any_tree_is_a_class_or_a_sentence(things: list[tuple[list[str], str | bytes]], layout: str) -> None:
    with scratch() as (made, _):
        make(made, things)
        before = state(made)
        for source in read_all(made, layout):
            check(source)
        assert state(made) == before


@given(
    THINGS,
    st.lists(st.tuples(st.integers(0, 2**20), st.binary(max_size=6)), max_size=4),
    st.integers(0, 2**20) | st.none(),
)
@FUZZ
def test_any_archive_is_a_source_or_a_sentence(
    things: list[tuple[list[str], str | bytes]], damage: list[tuple[int, bytes]], cut: int | None
) -> None:
    """A student's, and as that of a class: with some bytes replaced, and cut off."""
    right = [([COURSE.package, name], data) for name, data in MODULES.items()]
    data = bytearray(packed([*right, *things]))
    for where, noise in damage:
        at = where % len(data)
        data[at : at + len(noise)] = noise
    with scratch() as (made, _):
        (made / "ann.zip").write_bytes(bytes(data[: cut % len(data)] if cut is not None else data))
        (made / "bob.zip").write_bytes(packed(right))
        before = state(made)
        sources = {source.id: source for source in read_all(made, "zips")}
        for source in sources.values():
            check(source)
        assert set(sources) == {"ann", "bob"}
        assert sources["bob"].modules == MODULES
        read_all(made / "ann.zip")
        assert state(made) == before


YAML = st.recursive(
    st.text("ab:-#'\"{}[]&*!|>%@`\n\t 01", max_size=12) | st.sampled_from(["~", "17", "ann@example.org", "Ann Lee", "&a *a"]),
    lambda inner: st.lists(inner, max_size=3).map(lambda them: "\n".join(f"- {one}" for one in them))
    | st.dictionaries(st.sampled_from([":submitters", ":name", ":sid", ":email", ":created_at", "submission_1"]), inner,
                      max_size=3).map(lambda them: "\n".join(f"{key}: {one}" for key, one in them.items())),
    max_leaves=6,
)  # fmt: skip


@given(st.one_of(YAML, st.binary(max_size=80)))
@FUZZ
def test_any_metadata_loses_nobody(text: str | bytes) -> None:
    with scratch() as (made, _):
        for number in (1, 2):
            make(made, [([f"submission_{number}", name], data) for name, data in MODULES.items()])
        data = text if isinstance(text, bytes) else f"submission_1:\n  {text}".encode()
        (made / "submission_metadata.yml").write_bytes(data)
        sources = read_all(made)
        for source in sources:
            check(source)
        assert len(sources) >= 2


LONG = 50_000
"""A search that is careless with a line of so many characters takes minutes; one that is not, a moment."""
SECONDS = 3.0
PIECES = [
    "import a",
    "from a",
    "\\",
    ";",
    "#",
    " ",
    "\t",
    ".",
    ",",
    "(",
    "a",
    "_",
    "\n",
    "\r",
    '"',
    "# coding",
    "class ",
    "=",
    "open",
    "\ufb01",
]


@pytest.mark.parametrize("first", PIECES, ids=ascii)
def test_no_search_in_a_text_takes_longer_than_its_text(tmp_path: Path, first: str) -> None:
    """A line of a million blanks would hold up the whole class otherwise."""
    package = tmp_path / "ann" / COURSE.package
    package.mkdir(parents=True)
    for more in PIECES:
        text = first + more * (LONG // len(more)) + "!"
        (package / "task.py").write_bytes(b"class Task: ...\n" + text.encode())
        began = time.process_time()
        [source] = read_all(tmp_path / "ann", "single")
        check(source)
        assert time.process_time() - began < SECONDS, (first, more)
