"""Whatever is handed in, through the real command: each ends in a sentence that says what was found and what to do, the
neighbours are graded as ever, and nobody is lost. Alone, in a class of folders, and in a class of archives."""

from __future__ import annotations

import io
import json
import os
import stat
import struct
import subprocess
import sys
import tarfile
import time
import warnings
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from loopcheck.course import course_files, load_course

from .sampling import sampled

HERE = Path(__file__).parent
SRC = HERE.parent / "src"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links, FIFOs and limits")

COURSE = load_course()
PACKAGE = COURSE.package
MODULES = {name: source for name, source in course_files().package_sources(COURSE).items() if name in COURSE.edit}


@dataclass(frozen=True)
class Case:
    """What is handed in, made at a path. `says` is what the student or the instructor reads; `score` is what it gets:
    None for no score, and "some" for what lies between nothing and everything."""

    make: Callable[[Path], None]
    says: str
    score: int | str | None
    opened: bool = False
    """Given alone, an archive of archives is a class, and each of them is opened."""


def package(folder: Path, **changed: bytes) -> Path:
    """A right submission, with some modules changed."""
    inside = folder / PACKAGE
    inside.mkdir(parents=True)
    for name, source in MODULES.items():
        (inside / name).write_bytes(changed.get(name.removesuffix(".py"), source))
    return inside


def changed(**modules: bytes) -> Callable[[Path], None]:
    return lambda folder: void(package(folder, **modules))


def void(_: object) -> None:
    """What a lambda gives that is called for what it does."""


def linked_to(target: Callable[[Path], Path], module: str = "task.py") -> Callable[[Path], None]:
    """A right submission with a link in the place of a module."""

    def make(folder: Path) -> None:
        link = package(folder) / module
        link.unlink()
        link.symlink_to(target(link))

    return make


def outside(link: Path) -> Path:
    """A right module, beside the class: it must not be read."""
    target = link.parents[3] / "outside.py"
    target.write_bytes(MODULES["task.py"])
    return target


def linked_folder(folder: Path) -> None:
    folder.mkdir()
    (folder / PACKAGE).symlink_to(package(folder.parents[1] / f"elsewhere-{folder.name}"))


def circle(folder: Path) -> None:
    folder.mkdir()
    (folder / PACKAGE).symlink_to(PACKAGE)


def fifo(folder: Path) -> None:
    (package(folder) / "task.py").unlink()
    os.mkfifo(folder / PACKAGE / "task.py")


def wrong_folder(folder: Path) -> None:
    folder.mkdir()
    (folder / "essay.docx").write_bytes(b"PK")


def heap(files: int) -> Callable[[Path], None]:
    """So many files, and the modules far below them."""

    def make(folder: Path) -> None:
        package(folder / "zzz")
        for number in range(files):
            os.mknod(folder / f"{number}.dat", stat.S_IFREG | 0o644)

    return make


def deep(folder: Path) -> None:
    package(folder.joinpath(*"abcdefghijkl"))


BLANKS = b"import a" + b" " * 1_000_000 + b"(\n"
"""Nothing but a module with a long line: a careless search in it takes hours."""

FOLDERS: dict[str, Case] = {
    "nothing there": Case(lambda folder: folder.mkdir(), "The folder is empty", None),
    "wrong folder": Case(wrong_folder, "no module of the exercise (future.py, task.py or loop.py)", None),
    "binary": Case(changed(loop=bytes(range(256)) * 20), "loop.py is no text file (it holds NUL bytes)", "some"),
    "elf": Case(changed(task=b"\x7fELF\x02\x01\x01" + b"\0" * 500), "task.py is no text file", "some"),
    "latin-1": Case(
        changed(task=b'"""caf\xe9"""\n' + MODULES["task.py"]), "task.py line 1 holds a byte that is not UTF-8", "some"
    ),
    "utf-16": Case(changed(task=MODULES["task.py"].decode().encode("utf-16")), "task.py is UTF-16 text", "some"),
    "bom": Case(changed(task=b"\xef\xbb\xbf" + MODULES["task.py"]), "", 100),
    "nul": Case(changed(future=MODULES["future.py"] + b"\0"), "future.py is no text file (it holds NUL bytes)", "some"),
    "syntax error": Case(changed(loop=MODULES["loop.py"] + b"def (:\n"), "SyntaxError in loop.py", "some"),
    "a line of blanks": Case(changed(loop=BLANKS), "loop.py", "some"),
    "a line of dots": Case(changed(loop=b"from a" + b"." * 1_000_000), "loop.py", "some"),
    "a link to a file": Case(linked_to(lambda link: link.with_name("loop.py")), "symbolic link", "some"),
    "a link to outside": Case(linked_to(outside), "symbolic link", "some"),
    "a link to a device": Case(linked_to(lambda _: Path("/dev/zero")), "symbolic link", "some"),
    "a link to nowhere": Case(linked_to(lambda _: Path("gone.py")), "symbolic link", "some"),
    "a link to itself": Case(linked_to(lambda link: Path(link.name)), "symbolic link", "some"),
    "a linked folder": Case(linked_folder, "links are not followed", None),
    "links in a circle": Case(circle, "links are not followed", None),
    "a fifo": Case(fifo, "task.py is a FIFO, socket or device", None),
    "huge": Case(changed(future=b"#" * (50 << 20)), "future.py is larger than 1024 KiB", None),
    "many files": Case(heap(100_000), "more than 20000 files and folders", None),
    "too deep": Case(deep, "only empty or skipped folders", None),
    "two spaces  ": Case(lambda folder: void(package(folder)), "", 100),
    'say "hi"\'s': Case(lambda folder: void(package(folder)), "", 100),
    "=cmd|' '!A0": Case(lambda folder: void(package(folder)), "", 100),
    "mu\u0308ller": Case(lambda folder: void(package(folder)), "", 100),
    "\x1b[2J\x1b]0;x\x07": Case(lambda folder: void(package(folder)), "", 100),
    "new\nline": Case(lambda folder: void(package(folder)), "", 100),
    "\udce9t\udce9": Case(lambda folder: void(package(folder)), "", 100),
}


# Archives -------------------------------------------------------------------------------------------------------------


def packed(
    members: Mapping[str, bytes] | list[tuple[str | zipfile.ZipInfo, bytes]], method: int = zipfile.ZIP_DEFLATED
) -> bytes:
    """A zip archive with these members; two may have one name."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, data in members.items() if isinstance(members, Mapping) else members:
            archive.writestr(name, data)
    return made.getvalue()


RIGHT = {f"{PACKAGE}/{name}": data for name, data in MODULES.items()}


def written(data: bytes | Callable[[], bytes]) -> Callable[[Path], None]:
    """A file with this in it; what is large is made only when it is wanted."""
    return lambda path: void(path.write_bytes(data() if callable(data) else data))


def flagged(data: bytes, local: int, central: int, value: int) -> bytes:
    """The archive with a byte changed in each of its headers."""
    changing = bytearray(data)
    for header, place in ((b"PK\x03\x04", local), (b"PK\x01\x02", central)):
        at = changing.find(header)
        while at >= 0:
            changing[at + place] = value
            at = changing.find(header, at + 1)
    return bytes(changing)


def wrong_crc() -> bytes:
    data = bytearray(packed(RIGHT, zipfile.ZIP_STORED))
    data[data.index(b"class Future")] = ord("K")
    return bytes(data)


def link(name: str, target: bytes) -> tuple[zipfile.ZipInfo, bytes]:
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info, target


def tar(mode: str = "w") -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode) as archive:  # type: ignore[call-overload]  # its modes are literals there
        for name, data in RIGHT.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return made.getvalue()


def lying_size() -> bytes:
    """Every size in the headers is nearly 4 GiB."""
    data = bytearray(packed(RIGHT))
    for header, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.find(header)
        while at >= 0:
            data[at + place : at + place + 4] = struct.pack("<I", 0xFFFFFFF0)
            at = data.find(header, at + 1)
    return bytes(data)


SLIPS = ["../../slip.py", "/slip.py", "C:\\slip.py", "a/../../slip.py", "..\\slip.py"]

ZIPS: dict[str, Case] = {
    "a bomb": Case(written(lambda: packed({**RIGHT, f"{PACKAGE}/loop.py": b"#" * (200 << 20)})), "larger than", None),
    "many bombs": Case(
        written(lambda: packed({f"{number}.py": b"#" * (2 << 20) for number in range(70)})),
        "unpacks to more than 64 MiB",
        None,
    ),
    "many members": Case(
        written(lambda: packed({f"{number}": b"" for number in range(20_001)})), "more than 20000 files", None
    ),
    "nested": Case(
        written(packed({"work.zip": packed(RIGHT)})),
        "What is in an archive is not looked at: unpack it",
        None,
        opened=True,
    ),
    "slips": Case(written(packed([*RIGHT.items(), *((name, b"1") for name in SLIPS)])), "would lie outside", 100),
    "cut": Case(written(packed(RIGHT)[:-200]), "is not a whole zip archive", None),
    "half": Case(written(packed(RIGHT)[: len(packed(RIGHT)) // 2]), "is not a whole zip archive", None),
    "crc": Case(written(wrong_crc()), "is not a whole zip archive (Bad CRC-32", None),
    "encrypted": Case(written(flagged(packed(RIGHT), 6, 8, 1)), "is encrypted. Pack it without a password", None),
    "odd method": Case(written(flagged(packed(RIGHT), 8, 10, 97)), "packed in a way that cannot be read", None),
    "lzma, damaged": Case(written(flagged(packed(RIGHT), 8, 10, 14)), "is not a whole zip archive", None),
    "bzip2, damaged": Case(written(flagged(packed(RIGHT), 8, 10, 12)), "cannot be unpacked", None),
    "lying": Case(written(lying_size()), "", 100),
    "duplicates": Case(
        written(packed([(f"{PACKAGE}/task.py", b"class Task: old = 1\n"), *RIGHT.items()])), "more than once", 100
    ),
    "absolute": Case(written(packed({f"/{name}": data for name, data in RIGHT.items()})), "would lie outside", None),
    "links": Case(
        written(packed([*RIGHT.items(), link(f"{PACKAGE}/util.py", b"/etc/passwd"), link("l", b"..")])),
        "symbolic link",
        100,
    ),
    "a file as a folder": Case(
        written(packed([(PACKAGE, b"x"), *RIGHT.items()])), "cannot be unpacked here and was left out", None
    ),
    "a tar": Case(written(tar()), "it is a tar archive, whatever its name says", None),
    "a tar.gz": Case(written(tar("w:gz")), "it is a gzip archive", None),
    "a rar": Case(written(b"Rar!\x1a\x07\x01\x00" + b"\0" * 90), "it is a RAR archive", None),
    "a 7z": Case(written(b"7z\xbc\xaf\x27\x1c\x00\x04" + b"\0" * 90), "it is a 7z archive", None),
    "a page": Case(written(b"\n<!DOCTYPE html><title>Log in</title>"), "it is a web page", None),
    "empty": Case(written(b""), "is not a whole zip archive", None),
    "no members": Case(written(packed({})), "The folder is empty", None),
    "a bom": Case(written(packed({**RIGHT, f"{PACKAGE}/task.py": b"\xef\xbb\xbf" + MODULES["task.py"]})), "", 100),
    "\x1b[2J=1+1\n x": Case(written(packed({**RIGHT, "\x1b[2J.py": b"", "a\nb.py": b""})), "", 100),
}


# The command ----------------------------------------------------------------------------------------------------------


def grade(*arguments: object, code: tuple[int, ...] = (0,), **more: Any) -> subprocess.CompletedProcess[str]:
    """Run the command: no traceback, no terminal code, and one of these exit codes."""
    done = subprocess.run(
        [sys.executable, "-m", "loopcheck", "grade", *map(str, arguments), "--seed", "5"],
        env={**os.environ, "PYTHONPATH": str(SRC), "PYTHONIOENCODING": "utf-8"},
        capture_output=True, encoding="utf-8", errors="surrogateescape", timeout=110, check=False, **more,
    )  # fmt: skip
    assert "Traceback" not in done.stderr + done.stdout, done.stderr
    assert "\x1b" not in done.stderr + done.stdout
    assert done.returncode in code, done.stderr
    return done


def results(out: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((out / "results.json").read_bytes())["submissions"]
    return found


def shown(name: str) -> str:
    """The id of a student whose folder has this name."""
    from loopcheck.submissions.names import unique_ids

    return unique_ids([name])[0]


def words_of(one: Mapping[str, Any]) -> str:
    """All that a student is told."""
    return " ".join([one["reason"], *one["notes"], *(check["message"] for check in one["checks"])])


def check(one: Mapping[str, Any], case: Case) -> None:
    assert case.says in words_of(one), words_of(one)
    assert (one["state"], one["score"]) in {
        None: [("ungradable", None)],
        "some": [("graded", score) for score in range(100)],
    }.get(case.score, [("graded", case.score)]), words_of(one)  # type: ignore[call-overload]  # a number has no key
    assert {check["outcome"] for check in one["checks"]} <= {"passed", "failed", "skipped"}


@dataclass(frozen=True)
class Graded:
    """A class with everything in it, and what the command said."""

    root: Path
    out: Path
    said: str
    seconds: float


def make_class(root: Path, cases: Mapping[str, Case], ending: str) -> Path:
    for name, case in cases.items():
        case.make(root / f"{name}{ending}")
    return root


def honest(root: Path) -> Path:
    for name in ("ann", "zoe"):
        package(root / name)
    return root


@pytest.fixture(scope="module", params=["folders", "archives"])
def graded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Graded:
    root = tmp_path_factory.mktemp(request.param)
    cases, ending = (FOLDERS, "") if request.param == "folders" else (ZIPS, ".zip")
    students = make_class(honest(root / "class"), cases, ending)
    began = time.monotonic()
    done = grade(students, "--out", root / "out", "--jobs", "2")
    return Graded(root, root / "out", done.stderr + done.stdout, time.monotonic() - began)


def test_each_of_a_class_has_its_sentence(graded: Graded) -> None:
    cases = FOLDERS if graded.root.name.startswith("folders") else ZIPS
    found = {one["id"]: one for one in results(graded.out)}
    assert set(found) == {"ann", "zoe", *map(shown, cases)}
    wrong = {}
    for name, case in cases.items():
        try:
            check(found[shown(name)], case)
        except AssertionError as error:
            wrong[name] = str(error)
    assert wrong == {}
    assert graded.seconds < 100


def test_the_neighbours_are_graded_as_without_them(graded: Graded, tmp_path: Path) -> None:
    grade(honest(tmp_path / "class"), "--out", tmp_path / "out", "--jobs", "1")
    alone = results(tmp_path / "out")
    assert [one for one in results(graded.out) if one["id"] in ("ann", "zoe")] == alone
    assert [one["score"] for one in alone] == [100, 100]


def test_nothing_is_written_where_students_files_are(graded: Graded) -> None:
    assert not list(graded.root.rglob("slip.py"))
    assert {path.name for path in graded.root.iterdir()} - {"class", "out", "outside.py"} <= {
        "elsewhere-a linked folder"
    }


def some(names: Iterable[str]) -> list[Any]:
    """Each was in a class already: alone, every fifth."""
    return sampled(names, list(names)[::5])


@pytest.mark.parametrize("name", some(FOLDERS))
def test_a_folder_alone_has_its_sentence(tmp_path: Path, name: str) -> None:
    case, folder = FOLDERS[name], tmp_path / "deeper" / name
    folder.parent.mkdir()
    case.make(folder)
    grade(folder, "--layout", "single", "--out", tmp_path / "out")
    [one] = results(tmp_path / "out")
    check(one, case)


@pytest.mark.parametrize("name", some(ZIPS))
def test_an_archive_alone_has_its_sentence(tmp_path: Path, name: str) -> None:
    """As a single submission, nothing but the sentence; or its result, as in a class."""
    case, path = ZIPS[name], tmp_path / "deeper" / f"{name}.zip"
    path.parent.mkdir()
    case.make(path)
    done = grade(path, "--out", tmp_path / "out", code=(0, 2))
    if (tmp_path / "out" / "results.json").exists():
        [one] = results(tmp_path / "out")
        assert one["score"] == (100 if case.opened else case.score)
        assert case.opened or case.says in words_of(one) + done.stderr
    else:
        assert (done.returncode, case.score) == (2, None)
        last = done.stderr.strip().splitlines()[-1]
        assert last.startswith("loopcheck grade: ")
        assert case.says in last or "holds no submission" in last
    assert not list(tmp_path.rglob("slip.py"))
