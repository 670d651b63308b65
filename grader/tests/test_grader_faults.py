"""A fault of the grader's own, or of its machine, at every seam, through the real command: an infrastructure error, a grader
error, or a sentence with exit code 2 or 3. Never a point, never a red check, never a traceback, and no result is lost."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from loopcheck import cli, commands, diagnosis, journal, plugin, session
from loopcheck.course import CourseFiles, course_files, load_course
from loopcheck.grading import Grader
from loopcheck.interview import Interview
from loopcheck.plugin import SuitePlugin
from loopcheck.reports import html_templates
from loopcheck.session import SuiteSession
from loopcheck.submissions import deliveries, files
from loopcheck.suite.expected import PACKAGE
from loopcheck.worker import host, starters
from loopcheck.worker.starters import WorkerError

from . import ordinary_user as ordinary

HERE = Path(__file__).parent

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="descriptors and users as on POSIX")

Patch = pytest.MonkeyPatch
COURSE = load_course()
MODULES = {name: source for name, source in course_files().package_sources(COURSE).items() if name in COURSE.edit}
STUDENTS = ("ann", "bob", "cem")
"""A folder each; cem's is an archive."""


def make_class(root: Path) -> Path:
    for name in STUDENTS[:2]:
        package = root / name / COURSE.package
        package.mkdir(parents=True)
        for module, source in MODULES.items():
            (package / module).write_bytes(source + f"# {name}\n".encode())
    with zipfile.ZipFile(root / "cem.zip", "w") as archive:
        for module, source in MODULES.items():
            archive.writestr(f"{COURSE.package}/{module}", source)
    return root


def full(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOSPC, "No space left on device")


def exhausted(*_: Any, **__: Any) -> Any:
    raise OSError(errno.EMFILE, "Too many open files")


def lost(*_: Any, **__: Any) -> Any:
    raise WorkerError("the zygote ended")


def mistaken(*_: Any, **__: Any) -> Any:
    raise KeyError("a slip of ours")


def out_of_memory(*_: Any, **__: Any) -> Any:
    raise MemoryError


def at(place: Any, name: str, fault: Callable[..., Any]) -> Callable[[Patch, Path], None]:
    return lambda patch, _: patch.setattr(place, name, fault)


# Whose submission cannot be graded ------------------------------------------------------------------------------------

EVERYBODY, ARCHIVE = STUDENTS, STUDENTS[2:]

ON_A_SUBMISSION: dict[str, tuple[Any, str, Callable[..., Any], tuple[str, ...]]] = {
    "the worker cannot be started": (starters, "_popen", full, EVERYBODY),
    "the worker is no program": (starters, "_popen", lost, EVERYBODY),
    "the zygote ends": (starters.Zygote, "start", lost, EVERYBODY),
    "no descriptors for a child": (starters.Zygote, "start", exhausted, EVERYBODY),
    "the socket breaks": (starters.ChannelChild, "send", full, EVERYBODY),
    "the answers cannot be read": (host, "_lines", exhausted, EVERYBODY),
    "a slip in the interview": (Grader, "interview", mistaken, EVERYBODY),
    "a slip in the diagnosis": (diagnosis.Diagnoser, "mistakes", mistaken, EVERYBODY),
    "no memory in the diagnosis": (diagnosis.Diagnoser, "mistakes", out_of_memory, EVERYBODY),
    "a slip when points are counted": (Grader, "_graded", mistaken, EVERYBODY),
    "the suite's machinery fails before": (SuitePlugin, "begin", mistaken, EVERYBODY),
    "the suite's machinery fails after": (SuitePlugin, "outcomes", mistaken, EVERYBODY),
    "a slip in the reader": (deliveries, "read_submission", mistaken, EVERYBODY),
    "no memory in the reader": (deliveries, "read_submission", out_of_memory, EVERYBODY),
    "no descriptors for a module": (os, "fdopen", exhausted, EVERYBODY),
    "no room for an archive": (tempfile, "mkdtemp", full, ARCHIVE),
    "no room in an archive's folder": (Path, "write_bytes", full, ARCHIVE),
}


@contextmanager
def run(patch: Patch, capsys: pytest.CaptureFixture[str], *arguments: object) -> Iterator[SimpleNamespace]:
    """The command in this process, for faults that no file can make; what it said and its exit code."""
    with patch.context() as inner:
        yield (found := SimpleNamespace(patch=inner))
        found.code = cli.main(["grade", *map(str, arguments), "--jobs", "1"])
    said = capsys.readouterr()
    found.said = said.out + said.err
    assert "Traceback" not in found.said, found.said
    assert "INTERNALERROR" not in found.said


def results(out: Path) -> dict[str, dict[str, Any]]:
    return {one["id"]: one for one in json.loads((out / "results.json").read_bytes())["submissions"]}


@pytest.mark.parametrize("fault", ON_A_SUBMISSION)
def test_a_fault_on_a_submission_is_an_infrastructure_error(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str], fault: str
) -> None:
    place, name, raises, whose = ON_A_SUBMISSION[fault]
    # Whatever else is written is written by other means; this is about submissions.
    root, out = make_class(tmp_path / "class"), tmp_path / "out"
    with run(monkeypatch, capsys, root, "--out", out, "--seed", "5") as done:
        if place is os:
            monkeypatch_reading(done.patch, raises)
        elif place is Path:
            monkeypatch_unpacking(done.patch, raises)
        else:
            done.patch.setattr(place, name, raises)
    found = results(out)
    assert done.code == 3, done.said
    assert set(found) == set(STUDENTS)
    for student, one in found.items():
        if student in whose:
            assert (one["state"], one["score"], one["checks"]) == ("infrastructure_error", None, []), one["reason"]
            assert "grade it again" in one["reason"]
            assert "a slip of ours" not in one["reason"], "a value may be a hidden one"
        else:
            assert (one["state"], one["score"]) == ("graded", 100)
    # The same again, when all is well: nothing was lost, and nothing of the fault has stayed.
    with run(monkeypatch, capsys, root, "--out", out, "--seed", "5") as done:
        pass
    assert (done.code, {one["score"] for one in results(out).values()}) == (0, {100}), done.said


def monkeypatch_reading(patch: Patch, raises: Callable[..., Any]) -> None:
    """Only what reads submissions has no descriptors left."""
    patch.setattr(files, "os", SimpleNamespace(**{**vars(os), "fdopen": raises}))


def monkeypatch_unpacking(patch: Patch, raises: Callable[..., Any]) -> None:
    """Only the temporary folder of an archive is full."""
    before = Path.write_bytes

    def write(path: Path, data: bytes) -> int:
        return raises() if deliveries.PREFIX in str(path) and data else before(path, data)

    patch.setattr(Path, "write_bytes", write)


def test_a_fault_on_one_submission_is_nobody_elses(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The suite's machinery fails on bob, and only on him: it is begun anew for the next."""
    root, out, before = make_class(tmp_path / "class"), tmp_path / "out", SuitePlugin.begin

    def begin(self: SuitePlugin, interview: Any) -> None:
        if any(b"# bob" in source for source in interview.sources.values()):
            raise SystemExit(3)
        before(self, interview)

    with run(monkeypatch, capsys, root, "--out", out, "--seed", "5") as done:
        done.patch.setattr(SuitePlugin, "begin", begin)
    scores = {name: (one["state"], one["score"]) for name, one in results(out).items()}
    assert done.code == 3
    assert scores == {"ann": ("graded", 100), "bob": ("infrastructure_error", None), "cem": ("graded", 100)}


@pytest.mark.parametrize(("place", "name"), [(plugin, "Exchange"), (Interview, "_ask"), (Interview, "answers")])
def test_a_fault_in_a_check_is_a_grader_error_and_costs_no_point(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str], place: Any, name: str
) -> None:
    """Not even that of a check which waits for one that could not be judged."""
    root, out = make_class(tmp_path / "class"), tmp_path / "out"
    shutil.rmtree(root / "bob")
    with run(monkeypatch, capsys, root / "ann", "--out", out, "--seed", "5") as done:
        done.patch.setattr(place, name, mistaken)
    [one] = results(out).values()
    assert {check["outcome"] for check in one["checks"]} == {"grader_error"}
    assert one["score"] == 100
    assert done.code == 3
    assert "grader's own failed" in done.said


# Before anything is graded --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Refusal:
    """What is broken, the exit code, and what the sentence says."""

    breaks: Callable[[Patch, Path], None]
    code: int
    says: str


def use_reference(patch: Patch, copy: Path) -> None:
    """Another reference, which no earlier test has imported."""
    patch.setattr(CourseFiles, "reference", copy)
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        patch.delitem(sys.modules, name)


def reference_without(name: str) -> Callable[[Patch, Path], None]:
    def breaks(patch: Patch, folder: Path) -> None:
        copy = shutil.copytree(course_files().reference, folder / "reference")
        (copy / COURSE.package / name).unlink()
        use_reference(patch, copy)

    return breaks


def reference_with(name: str, data: bytes) -> Callable[[Patch, Path], None]:
    def breaks(patch: Patch, folder: Path) -> None:
        copy = shutil.copytree(course_files().reference, folder / "reference")
        path = copy / COURSE.package / name
        path.write_bytes(path.read_bytes() + data)
        use_reference(patch, copy)

    return breaks


def file_of(place: Any, name: str, data: bytes | None) -> Callable[[Patch, Path], None]:
    """Another file in the place of one of ours: damaged, or not there."""

    def breaks(patch: Patch, folder: Path) -> None:
        path = folder / "ours"
        if data is not None:
            path.write_bytes(data)
        patch.setattr(place, name, path)

    return breaks


def settings_with(data: bytes) -> Callable[[Patch, Path], None]:
    def breaks(patch: Patch, folder: Path) -> None:
        (folder / "settings.toml").write_bytes(data)
        patch.setattr(commands, "settings_file", lambda: folder / "settings.toml")

    return breaks


def damaged_signatures(patch: Patch, folder: Path) -> None:
    (folder / diagnosis.SIGNATURES).write_bytes(b'{"right": ')
    patch.setattr(diagnosis, "files", lambda _: folder)


def damaged_suite(patch: Patch, folder: Path) -> None:
    copy = shutil.copytree(session.SUITE, folder / "suite")
    (copy / "test_2_step.py").write_text("def (")
    patch.setattr(session, "SUITE", copy)


REFUSALS: dict[str, Refusal] = {
    "a module of the reference is gone": Refusal(reference_without("task.py"), 2, "there is no task.py in"),
    "the reference is no Python": Refusal(reference_with("loop.py", b"\ndef (:"), 2, "is not valid Python"),
    "the reference cannot be imported": Refusal(reference_with("loop.py", b"\n1 / 0\n"), 2, "cannot be imported"),
    "a provided module is gone": Refusal(reference_without("commands.py"), 2, "cannot be imported"),
    "the signatures are damaged": Refusal(damaged_signatures, 2, "is damaged"),
    "a file of the suite is damaged": Refusal(damaged_suite, 3, "the hidden suite could not be run"),
    "the suite is gone": Refusal(file_of(session, "SUITE", None), 3, "the hidden suite could not be run"),
    "the settings are no TOML": Refusal(settings_with(b"seed = \xff"), 2, "is not valid TOML"),
    "the settings have no seed": Refusal(settings_with(b"speed = 5"), 2, "has no line `seed"),
    "no pytest": Refusal(at(session.pytest, "main", full), 3, "the hidden suite could not be run"),
    "pytest fails": Refusal(at(SuiteSession, "_serve", mistaken), 3, "the hidden suite could not be run"),
}


@pytest.mark.parametrize("fault", REFUSALS)
def test_what_is_broken_from_the_start_is_a_sentence(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str], fault: str
) -> None:
    refusal, out = REFUSALS[fault], tmp_path / "out"
    seed = () if "settings" in fault else ("--seed", "5")
    with run(monkeypatch, capsys, make_class(tmp_path / "class"), "--out", out, *seed) as done:
        refusal.breaks(done.patch, tmp_path)
    assert done.code == refusal.code, done.said
    assert refusal.says in done.said.strip().splitlines()[-1]
    assert not (out / "results.json").exists()


# The results folder ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def graded_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class that has been graded by a run that was killed at its end: the journal has its log beside it."""
    root = tmp_path_factory.mktemp("once")
    make_class(root / "class")
    code = (
        "import os, sys; from loopcheck import cli, commands; commands._report = lambda *_: os._exit(9); "
        "sys.exit(cli.main(sys.argv[1:]))"
    )
    arguments = ["grade", str(root / "class"), "--out", str(root / "out"), "--seed", "5", "--jobs", "1"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path[1:])}
    done = subprocess.run([sys.executable, "-c", code, *arguments], env=environment, check=False, capture_output=True)
    assert done.returncode == 9, done.stderr
    return root


def no_journal(path: Path) -> None:
    path.write_bytes(b"no database" * 500)


def without_log(path: Path) -> None:
    Path(f"{path}-wal").unlink(missing_ok=True)


def broken_log(path: Path) -> None:
    Path(f"{path}-wal").write_bytes(b"\0" * 5000)


def cut(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2 + 7])


def scribbled(path: Path) -> None:
    """Everything after the head is nonsense, and the head says that the log is empty."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"\xaa" * (len(data) - 100))


JOURNALS: dict[str, tuple[Callable[[Path], None], bool]] = {
    "no database": (no_journal, True),
    "its log is gone": (without_log, False),
    "its log is damaged": (broken_log, False),
    "cut": (cut, False),
    "scribbled over": (scribbled, True),
    "not there": (lambda path: path.unlink(), False),
    "a folder": (lambda path: (path.unlink(), path.mkdir())[0], True),
}
"""How it is damaged, and whether that is said; where nothing is said, what it still knows is true."""


@pytest.mark.parametrize("damage", JOURNALS)
def test_a_damaged_journal_costs_time_and_no_result(
    graded_once: Path, tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    does, is_said = JOURNALS[damage]
    out = shutil.copytree(graded_once / "out", tmp_path / "out")
    before = {path.name: path.read_bytes() for path in out.iterdir() if path.name.startswith(journal.FILE)}
    does(out / journal.FILE)
    damaged = {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}
    with run(monkeypatch, capsys, graded_once / "class", "--out", out, "--seed", "5") as done:
        pass
    assert done.code == 0, done.said
    assert [one["score"] for one in results(out).values()] == [100, 100, 100]
    assert (journal.FILE in done.said) >= is_said, done.said
    if damage == "no database":
        aside = {path.name: path.read_bytes() for path in out.iterdir() if ".damaged" in path.name}
        assert aside[f"{journal.FILE}.damaged"] == damaged[journal.FILE]
        if f"{journal.FILE}-wal" in before:
            assert aside[f"{journal.FILE}.damaged-wal"] == before[f"{journal.FILE}-wal"], (
                "it may hold the newest results"
            )


def test_a_locked_journal_costs_time_and_no_result(
    graded_once: Path, tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = shutil.copytree(graded_once / "out", tmp_path / "out")
    holder = sqlite3.connect(out / journal.FILE, isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    with run(monkeypatch, capsys, graded_once / "class", "--out", out, "--seed", "5") as done:
        done.patch.setattr(journal, "BUSY_SECONDS", 0.05)
    holder.close()
    assert done.code == 0, done.said
    assert "database is locked" in done.said
    assert [one["score"] for one in results(out).values()] == [100, 100, 100]


def as_ordinary_user(*arguments: object, **more: Any) -> subprocess.CompletedProcess[str]:
    python = ordinary.interpreter()
    if not python:
        pytest.skip("an ordinary user has no Python of this version here that finds the grader")
    done = subprocess.run(
        [python, "-m", "loopcheck", *map(str, arguments)], **ordinary.AS_NOBODY, env=ordinary.environment(), cwd="/",
        encoding="utf-8", check=False, timeout=110, **{"capture_output": True, **more},
    )  # fmt: skip
    assert "Traceback" not in f"{done.stdout}{done.stderr}", done.stderr
    return done


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that an ordinary user may enter: what is above tmp_path is for its own user alone."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # noqa: PTH101, S103 - others are to read it
        yield Path(folder)


def test_a_results_folder_that_may_not_be_written_is_noticed_before_the_work(shared: Path) -> None:
    make_class(shared / "class")
    (shared / "out").mkdir(mode=0o555)
    for out in (shared / "out", shared / "out" / "deeper"):
        done = as_ordinary_user("grade", shared / "class", "--out", out, "--seed", "5")
        assert done.returncode == 2, done.stderr
        assert f"no reports can be written to {out}: " in done.stderr
        assert "Choose a folder with --out" in done.stderr


def test_what_an_ordinary_user_may_not_read(shared: Path) -> None:
    """A module, a package, an archive and a student's folder without permission: each says so, the neighbour is graded."""
    root = make_class(shared / "class")
    for name, place in {"file": f"{COURSE.package}/task.py", "package": COURSE.package, "whole": ""}.items():
        shutil.copytree(root / "ann", root / name)
        (root / name / place).chmod(0)
    (root / "cem.zip").chmod(0)
    out = shared / "out"
    out.mkdir()
    out.chmod(0o777)
    done = as_ordinary_user("grade", root, "--out", out, "--seed", "5")
    found = results(out)
    assert done.returncode == 0, done.stderr
    assert {name: one["score"] for name, one in found.items()} == {
        "ann": 100, "bob": 100, "cem": None, "file": None, "package": None, "whole": None,
    }  # fmt: skip
    assert "task.py cannot be read (permission denied)" in found["file"]["reason"]
    assert f"{COURSE.package}/ cannot be read" in found["package"]["reason"]
    assert "cannot be read (permission denied)" in found["whole"]["reason"]
    assert "cem.zip cannot be unpacked (permission denied)" in found["cem"]["reason"]
    root.chmod(0)
    refused = as_ordinary_user("grade", root, "--out", out, "--seed", "5")
    assert refused.returncode == 2, refused.stderr
    assert "class cannot be read (permission denied)" in refused.stderr
    refused = as_ordinary_user("grade", root / "cem.zip", "--out", out, "--seed", "5")
    assert refused.returncode == 2, refused.stderr
    root.chmod(0o755)


def test_a_screen_that_cannot_be_written_loses_no_report(tmp_path: Path) -> None:
    """The table goes to a full disk: what was graded is in the results folder."""
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    root = make_class(tmp_path / "class")
    with Path("/dev/full").open("w") as screen:
        done = subprocess.run(
            [sys.executable, "-m", "loopcheck", "grade", str(root), "--out", str(tmp_path / "out"), "--seed", "5"],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path[1:])},
            stdout=screen, stderr=subprocess.PIPE, encoding="utf-8", check=False, timeout=110,
        )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == 3, done.stderr
    assert "No space left on device" in done.stderr
    assert [one["score"] for one in results(tmp_path / "out").values()] == [100, 100, 100]


def test_pages_that_cannot_be_made_lose_no_result(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    with run(monkeypatch, capsys, make_class(tmp_path / "class"), "--out", out, "--seed", "5") as done:
        done.patch.setattr(html_templates, "render", mistaken_page)
        for page in ("class_html", "student_html", "instructor_html"):
            done.patch.setattr(f"loopcheck.reports.{page}.render", mistaken_page)
    assert done.code == 3, done.said
    assert [one["score"] for one in results(out).values()] == [100, 100, 100]


def mistaken_page(*_: Any, **__: Any) -> Any:
    raise FileNotFoundError(errno.ENOENT, "No such file or directory", "feedback.html")
