"""`loopcheck grade` as an instructor meets it: a command, a folder, files, and an exit code."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from loopcheck.authoring.stubs import stub_module
from loopcheck.course import course_files, load_course

SRC = Path(__file__).parents[1] / "src"
SHIPPED = course_files().root / "instructor" / "settings.toml"

BATCH = "for _ in range(len(self.ready)):\n            self.ready.popleft()()"
DRAIN = ("loop.py", BATCH, "while self.ready:\n            self.ready.popleft()()")
INLINE = ("future.py", "self.loop.call_soon(self.waiter)", "self.waiter()")
HANG = ("task.py", "self.loop.clock += ms", "self.loop.clock += ms\n            while True: pass")

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


def reference() -> dict[str, str]:
    course = load_course()
    return {
        name: source.decode() for name, source in course_files().package_sources(course).items() if name in course.edit
    }


def submission(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """A package as students hand it in: the reference with these changes."""
    sources = reference()
    for name, old, new in changes:
        assert old in sources[name]
        sources[name] = sources[name].replace(old, new)
    package = folder / load_course().package
    package.mkdir(parents=True)
    for name, source in sources.items():
        (package / name).write_text(source, encoding="utf-8")
    return folder


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "loopcheck", "grade", *map(str, arguments)]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SRC), "PYTHONIOENCODING": "utf-8", **more}


def grade(*arguments: object, cwd: Path | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command; whatever happens, a traceback is a fault."""
    done = subprocess.run(
        command(*arguments),
        cwd=cwd,
        env=environment(**more),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=110,
        check=False,
    )
    assert "Traceback" not in done.stderr + done.stdout, done.stderr
    return done


def results(out: Path) -> dict[str, dict[str, Any]]:
    data = json.loads((out / "results.json").read_bytes())
    return {one["id"]: one for one in data["submissions"]}


def refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """Exit code 2, one sentence, nothing on the standard output."""
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.strip().splitlines()[-1].startswith("loopcheck grade: ")
    for word in words:
        assert word in done.stderr


def test_a_right_submission(tmp_path: Path) -> None:
    done = grade(submission(tmp_path / "ann"), "--out", tmp_path / "out", "--seed", "5", "--strict")
    assert done.returncode == 0
    assert "100 of 100" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr
    one = results(tmp_path / "out")["ann"]
    assert (one["state"], one["score"], len(one["digest"])) == ("graded", 100, 64)
    assert json.loads((tmp_path / "out" / "results.json").read_bytes())["seed"] == 5
    assert (tmp_path / "out" / "students" / "ann" / "feedback.md").is_file()
    assert (tmp_path / "out" / "timings.csv").read_text().startswith("student_id,seconds\nann,")


def test_strict_says_that_a_point_is_missing(tmp_path: Path) -> None:
    wrong = submission(tmp_path / "ann", INLINE)
    assert grade(wrong, "--out", tmp_path / "a", "--seed", "5").returncode == 0
    assert grade(wrong, "--out", tmp_path / "b", "--seed", "5", "--strict").returncode == 1


def test_strict_counts_a_submission_that_cannot_be_graded(tmp_path: Path) -> None:
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "essay.txt").write_text("hello")
    done = grade(tmp_path / "ann", "--layout", "single", "--out", tmp_path / "a", "--seed", "5", "--strict")
    assert done.returncode == 1
    one = results(tmp_path / "a")["ann"]
    assert (one["state"], one["score"]) == ("ungradable", None)
    assert "essay.txt" in one["reason"]


@pytest.mark.parametrize("kind", ["nothing", "empty", "file", "wrong"])
def test_nothing_to_grade(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "it"
    if kind != "nothing":
        path.mkdir()
    if kind == "file":
        path = path / "essay.pdf"
        path.write_bytes(b"%PDF")
    if kind == "wrong":
        (path / "notes.txt").write_text("x")
    refused(grade(path, "--out", tmp_path / "out", "--seed", "5"), str(path))
    assert not (tmp_path / "out").exists(), "nothing is made for nothing"


@pytest.mark.parametrize(
    "arguments",
    [("--jobs", "0"), ("--jobs", "two"), ("--jobs", "-1"), ("--seed", "-1"), ("--seed", str(2**53)), ("--seed", "1.5")],
    ids=" ".join,
)
def test_numbers_that_are_none(tmp_path: Path, arguments: tuple[str, str]) -> None:
    done = grade(tmp_path, *arguments)
    assert done.returncode == 2
    assert f"argument {arguments[0]}: a whole number from" in done.stderr
    assert repr(arguments[1]) in done.stderr


def test_a_layout_that_does_not_exist(tmp_path: Path) -> None:
    refused(
        grade(submission(tmp_path / "ann"), "--layout", "heap", "--out", tmp_path / "o", "--seed", "1"), "heap", "class"
    )


def test_a_file_in_the_place_of_out_is_noticed_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    done = grade(submission(tmp_path / "ann"), "--out", tmp_path / "out", "--seed", "5")
    refused(done, str(tmp_path / "out"), "--out")
    refused(grade(tmp_path / "ann", "--out", tmp_path / "out" / "deeper", "--seed", "5"), "--out")
    assert (tmp_path / "out").read_text() == "mine"
    (tmp_path / "circle").symlink_to("circle")
    refused(grade(tmp_path / "ann", "--out", tmp_path / "circle", "--seed", "5"), "circle", "--out")


def spread(folder: Path, use: str, files: dict[str, str], flat: bool = False) -> Path:
    """A right submission of which one piece lies elsewhere: `step` sends its burns through `advance(loop, ms)`. `files`
    are relative to the package; `flat` is one without a folder for the package."""
    root = submission(folder, ("task.py", "self.loop.clock += ms", "advance(self.loop, ms)"))
    home = root / load_course().package
    if flat:
        for path in home.iterdir():
            path.rename(root / path.name)
        home.rmdir()
        home = root
    task = home / "task.py"
    text = task.read_text(encoding="utf-8")
    task.write_text(text.replace("from .commands import", f"{use}\nfrom .commands import"), encoding="utf-8")
    for name, source in files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    return root


ADVANCE = "def advance(loop, ms):\n    loop.clock += ms\n"
OWN_TESTS = """
@pytest.fixture
def loop(): ...

@pytest.fixture(scope="module")
def more(): ...

@mark.slow
@pytest.mark.parametrize("ms", [1])
def test_it(ms):
    with pytest.raises(ValueError): ...
"""
FROM_ELSEWHERE: dict[str, tuple[str, dict[str, str]]] = {
    "subpackage": ("from .util.time import advance", {"util/__init__.py": "", "util/time.py": ADVANCE}),
    "no init": ("from .util.time import advance", {"util/time.py": ADVANCE}),
    "deeper": ("from .a.b.c import advance", {"a/__init__.py": "", "a/b/__init__.py": "", "a/b/c.py": ADVANCE}),
    "by its init": (
        "from .util import advance",
        {"util/__init__.py": "from .inner import advance\n", "util/inner.py": ADVANCE},
    ),
    "absolute": ("from mini_asyncio.util.time import advance", {"util/time.py": ADVANCE}),
    "relative up": (
        "from .util.time import advance",
        {"util/time.py": "from ..numbers import add\n" + ADVANCE, "numbers.py": "add = 1\n"},
    ),
    "beside": ("from helpers import advance", {"../helpers.py": ADVANCE}),
    "beside, by name": ("import json, helpers as h; advance = h.advance", {"../helpers.py": ADVANCE}),
    "beside, through another": (
        "from helpers import advance",
        {"../helpers.py": "from more import advance\n", "../more.py": ADVANCE},
    ),
    "package beside": (
        "from tools.time import advance",
        {
            "../tools/__init__.py": "",
            "../tools/time.py": "from . import raw\nadvance = raw.advance\n",
            "../tools/raw.py": ADVANCE,
        },
    ),
    "umlaut": ("from .hülfe import advance", {"hülfe.py": ADVANCE}),
    "stray pytest": (f"import pytest\n{ADVANCE}", {}),
    "own tests inside": (
        f"import pytest\nfrom pytest import mark\n{ADVANCE}\n{OWN_TESTS}",
        {},
    ),
    "own init": (
        "from mini_asyncio import Stamped, advance, Future",
        {
            "__init__.py": "from .future import Future\nfrom .trace import Wake as Stamped\nfrom .clockwork import *\n"
            "from .task import Task\nfrom .loop import EventLoop\n",
            "clockwork.py": ADVANCE,
        },
    ),
    "own init, relative": (
        "from . import advance",
        {"__init__.py": f"{ADVANCE}\nfrom .loop import EventLoop\n"},
    ),
    "own init, all of it": (
        "from mini_asyncio import *",
        {"__init__.py": f"{ADVANCE}\nfrom .loop import EventLoop\nfrom .task import Task\n"},
    ),
    "own init, late": (
        "def advance(loop, ms):\n    import mini_asyncio\n    mini_asyncio.advance(loop, ms)\n",
        {"__init__.py": f"from .loop import EventLoop\nfrom .task import Task\n\n{ADVANCE}"},
    ),
}


def test_a_right_solution_may_be_spread_over_files(tmp_path: Path) -> None:
    """What a student's own checks find, hidden checks find too: first here, in the student's own folder, then graded."""
    students = tmp_path / "class"
    for name, (use, files) in FROM_ELSEWHERE.items():
        root = spread(students / name, use, files)
        for provided, source in course_files().provided_sources(load_course()).items():
            if not (root / load_course().package / provided).exists():
                (root / load_course().package / provided).write_bytes(source)
        code = "from mini_asyncio.loop import EventLoop\nfrom mini_asyncio.task import Task"
        subprocess.run([sys.executable, "-c", code], cwd=root, timeout=30, check=True)
    spread(students / "flat", "from helpers import advance", {"helpers.py": ADVANCE}, flat=True)
    for name in ("folder alone", "folder and stub"):
        home = submission(students / name) / load_course().package
        (home / "task").mkdir()
        (home / "task.py").rename(home / "task" / "__init__.py")
        solved = (home / "task" / "__init__.py").read_text(encoding="utf-8")
        (home / "task" / "__init__.py").write_text(re.sub(r"from \.(?=\w)", "from ..", solved), encoding="utf-8")
    (home / "task.py").write_text("class Task: ...\n")
    done = grade(students, "--out", tmp_path / "out", "--seed", "5")
    assert done.returncode == 0, done.stderr
    graded = results(tmp_path / "out")
    assert len(graded) == len(FROM_ELSEWHERE) + 3
    reds = {
        name: (one["score"], one["notes"], *[check["message"] for check in one["checks"] if check["message"]][:1])
        for name, one in graded.items()
        if one["score"] != 100
    }
    assert reds == {}


def test_what_pytest_cannot_do_when_it_is_not_there_is_said(tmp_path: Path) -> None:
    spread(
        tmp_path / "ann", "import pytest\ndef advance(loop, ms):\n    loop.clock = pytest.approx(loop.clock + ms)\n", {}
    )
    assert grade(tmp_path / "ann", "--out", tmp_path / "out", "--seed", "5").returncode == 0
    one = results(tmp_path / "out")["ann"]
    assert 0 < one["score"] < 100
    assert any("pytest.approx is not" in check["message"] for check in one["checks"])


def test_an_own_init_that_is_broken_costs_only_what_asks_for_it(tmp_path: Path) -> None:
    """The names before the mistake are there, as they would be for the student."""
    init = "from .future import Future\n" + ADVANCE + "from .nowhere import x\nlater = 1\n"
    spread(tmp_path / "class" / "ann", "from . import advance", {"__init__.py": init})
    spread(tmp_path / "class" / "bob", "from . import later" + "\n" + ADVANCE, {"__init__.py": init})
    assert grade(tmp_path / "class", "--out", tmp_path / "out", "--seed", "5").returncode == 0
    ann, bob = results(tmp_path / "out").values()
    assert ann["score"] == 100
    assert bob["score"] == 35
    assert any("cannot import name 'later' from 'mini_asyncio'" in check["message"] for check in bob["checks"])


def test_a_class_in_which_nothing_can_be_graded(tmp_path: Path) -> None:
    for name in ("ann", "bob"):
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "work.rar").write_bytes(b"PK")
    done = grade(tmp_path / "class", "--out", tmp_path / "out", "--seed", "5")
    assert done.returncode == 2
    said = "loopcheck grade: none of the submissions could be graded, each for the reason above. "
    assert said + f"Is {tmp_path / 'class'} the folder that you meant?" in done.stderr
    assert {one["state"] for one in results(tmp_path / "out").values()} == {"ungradable"}
    [_, ann, _] = csv.reader((tmp_path / "out" / "grades.csv").read_text(encoding="utf-8").splitlines())
    assert ann[-1].startswith("There is no module of the exercise")
    assert "work.rar" in ann[-1]
    assert "unpack it" in ann[-1]


def test_an_archive_in_the_place_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ann.rar").write_bytes(b"PK")
    for path in (tmp_path / "class", tmp_path / "class" / "ann.rar"):
        refused(grade(path, "--out", tmp_path / "out", "--seed", "5"), "ann.rar", "Unpack the archive first")


def test_results_inside_the_class_are_nobody_s_on_the_next_run(tmp_path: Path) -> None:
    students = tmp_path / "class"
    quick_submissions(students)
    for out in ("marks", "marks", "old/monday", "old/tuesday", "more"):
        done = grade(students, "--out", students / out, "--seed", "5")
        assert done.returncode == 0, done.stderr
        assert set(results(students / out)) == {"right", "wrong", "nothing"}, out
    assert "marks/, old/: results, not a submission" in done.stderr


@pytest.mark.parametrize("out", ["class/right/marks", "class/right", "class/nothing/deeper/down", "class", "link/x"])
def test_no_results_go_into_a_submission(tmp_path: Path, out: str) -> None:
    quick_submissions(tmp_path / "class")
    (tmp_path / "link").symlink_to(tmp_path / "class" / "right")
    before = sorted(tmp_path.rglob("*"))
    refused(grade(tmp_path / "class", "--out", tmp_path / out, "--seed", "5"), "--out", "results would")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("what", ["class", "instructor", "one", "by a link"])
def test_a_class_may_lie_where_pages_would_go(tmp_path: Path, what: str) -> None:
    """Pages go into `students/<id>/` of the results folder: a class in a folder of that name is not written into."""
    place = tmp_path / ("instructor" if what == "instructor" else "students")
    quick_submissions(place)
    out = tmp_path
    if what == "by a link":
        out = tmp_path / "marks"
        out.mkdir()
        (out / "students").symlink_to(place)
    before = sorted(tmp_path.rglob("*"))
    done = grade(place / "right" if what == "one" else place, "--out", out, "--seed", "5")
    refused(done, "results would", "--out", str(place))
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("arguments", [(".",), (".", "--out", "marks"), ("../right", "--out", ".")], ids=" ".join)
def test_no_results_go_into_the_one_submission_that_is_graded(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    right = submission(tmp_path / "right")
    refused(grade(*arguments, "--seed", "5", cwd=right), "inside the submission right", "--out")
    assert [path.name for path in right.iterdir()] == [load_course().package]


@pytest.mark.parametrize("blocked", ["students", "results.json", "timings.csv"])
def test_a_report_that_cannot_be_written_loses_no_grading(tmp_path: Path, blocked: str) -> None:
    quick_submissions(tmp_path / "class")
    if blocked == "students":
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "students").write_text("a file")
    else:
        (tmp_path / "out" / blocked).mkdir(parents=True)
    done = grade(tmp_path / "class", "--out", tmp_path / "out", "--seed", "5")
    assert done.returncode == 2
    assert re.search(r"^right +100/100", done.stdout, re.MULTILINE)
    assert str(tmp_path / "out" / blocked) in done.stderr
    assert "could not be written" in done.stderr
    assert "Written to" not in done.stderr


def test_a_full_disk_loses_no_grading(tmp_path: Path) -> None:
    quick_submissions(tmp_path / "class")
    done = subprocess.run(
        command(tmp_path / "class", "--out", tmp_path / "out", "--seed", "5"),
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)),
        capture_output=True,
        encoding="utf-8",
        timeout=110,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert re.search(r"^right +100/100", done.stdout, re.MULTILINE)
    assert f"{tmp_path / 'out' / 'results.json'} could not be written: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert list((tmp_path / "out").iterdir()) == []


def test_ctrl_c_while_reports_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    from loopcheck import cli
    from loopcheck.reports import files

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files, "write_reports", stop)
    (tmp_path / "class" / "ann").mkdir(parents=True)
    run = ["grade", str(tmp_path / "class"), "--layout", "class", "--out", str(tmp_path / "out"), "--seed", "5"]
    assert cli.main(run) == 130
    assert "stopped while the reports were written. Those in" in capsys.readouterr().err


ODD_NAMES = ("=cmd|'calc'!A1", 'say "hi"', "it's", "müller", "two words", "-flag", "a,b;c", "naïve ✓")


@pytest.fixture(scope="module")
def odd_class(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class of oddities, graded once."""
    root = tmp_path_factory.mktemp("odd")
    students = root / "class"
    for name in ODD_NAMES:
        submission(students / name)
    package = load_course().package
    (submission(students / "binary") / package / "loop.py").write_bytes(bytes(range(256)) * 20)
    (submission(students / "encoding") / package / "task.py").write_bytes(
        b'"""caf\xe9"""\n' + reference()["task.py"].encode()
    )
    latin = reference()["task.py"].encode() + "\n# café\n".encode("latin-1")
    (submission(students / "latin") / package / "task.py").write_bytes(b"# -*- coding: latin-1 -*-\n" + latin)
    (submission(students / "huge") / package / "future.py").write_bytes(b"#" * (3 << 20))
    (submission(students / "folder") / package / "future.py").unlink()
    (students / "folder" / package / "future.py").mkdir()
    linked = submission(students / "linked") / package / "future.py"
    linked.unlink()
    linked.symlink_to(students / "müller" / package / "future.py")
    (students / "friend").symlink_to(students / "müller", target_is_directory=True)
    (students / "nothing").mkdir()
    done = grade(students, "--out", root / "out", "--seed", "9", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    return root


def test_names_of_any_kind(odd_class: Path) -> None:
    graded = results(odd_class / "out")
    for name in ODD_NAMES:
        assert (graded[name]["state"], graded[name]["score"]) == ("graded", 100), name
    for file in ("grades.csv", "timings.csv"):
        text = (odd_class / "out" / file).read_text(encoding="utf-8-sig")
        for row in csv.reader(io.StringIO(text)):
            assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row), row
    assert len(list((odd_class / "out" / "students").iterdir())) == len(graded)


def test_files_of_any_kind(odd_class: Path) -> None:
    graded = results(odd_class / "out")
    assert graded["latin"]["score"] == 100, "Python reads the coding line"
    full = {
        name: graded[name]["state"] for name in ("binary", "encoding", "huge", "folder", "linked", "friend", "nothing")
    }
    assert full["friend"] == full["nothing"] == "ungradable"
    assert "link" in graded["friend"]["reason"]
    for name in ("binary", "encoding", "huge", "folder", "linked"):
        one = graded[name]
        assert one["score"] is None or one["score"] < 100, name
        assert one["reason"] or one["notes"] or any(check["message"] for check in one["checks"]), name
    assert {check["outcome"] for one in graded.values() for check in one["checks"]} <= {"passed", "failed", "skipped"}


def mutants(folder: Path, body: Callable[[str], str]) -> Path:
    """A submission in which every function of the exercises has this body, given its docstring's line."""
    course = load_course()
    package = folder / course.package
    package.mkdir(parents=True)
    for name, source in reference().items():
        stub = stub_module(source.encode(), name, name, course).decode()
        lines = [body(line) if "raise NotImplementedError" in line else line for line in stub.splitlines()]
        assert any("raise NotImplementedError" in line for line in stub.splitlines())
        (package / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_whoever_writes_nothing_earns_nothing(tmp_path: Path) -> None:
    bodies: dict[str, Callable[[str], str]] = {
        "stub": lambda line: line,
        "pass": lambda line: line[: len(line) - len(line.lstrip())] + "pass",
        "none": lambda line: line[: len(line) - len(line.lstrip())] + "return None",
    }
    for name, body in bodies.items():
        mutants(tmp_path / "class" / name, body)
    done = grade(tmp_path / "class", "--out", tmp_path / "out", "--seed", "3")
    assert done.returncode == 0, done.stderr
    green = {
        name: {check["id"]: check["points"] for check in one["checks"] if check["points"]}
        for name, one in results(tmp_path / "out").items()
    }
    assert green == {"stub": {}, "pass": {}, "none": {}}


@pytest.fixture(scope="module")
def mixed_class(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Right, wrong, hanging, drained, and nothing."""
    students = tmp_path_factory.mktemp("mixed") / "class"
    quick_submissions(students)
    submission(students / "hanging", HANG)
    submission(students / "drained", DRAIN)
    return students


def quick_submissions(students: Path) -> None:
    """Right, wrong and nothing: none of them has to be stopped."""
    submission(students / "right")
    submission(students / "wrong", INLINE)
    (students / "nothing").mkdir(parents=True)


@pytest.fixture(scope="module")
def mixed_bytes(mixed_class: Path) -> bytes:
    """The results of the mixed class, graded in one process."""
    out = mixed_class.parent / "one"
    assert grade(mixed_class, "--out", out, "--seed", "21", "--jobs", "1", PYTHONHASHSEED="0").returncode == 0
    return (out / "results.json").read_bytes()


@pytest.mark.timeout(600)  # up to ten whole runs
def test_runs_with_other_jobs_and_hash_seeds_give_the_same_bytes(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """Four runs; ten with `--thorough`."""
    quick_submissions(tmp_path / "class")
    written = set()
    for number in range(10 if pytestconfig.getoption("--thorough") else 4):
        arguments = ("--out", tmp_path / "out", "--seed", "21", "--jobs", 1 + number % 3)
        done = grade(tmp_path / "class", *arguments, PYTHONHASHSEED=str(number * 7))
        assert done.returncode == 0, done.stderr
        written.add((tmp_path / "out" / "results.json").read_bytes())
    assert len(written) == 1


def test_what_had_to_be_stopped_gives_the_same_bytes(mixed_class: Path, mixed_bytes: bytes, tmp_path: Path) -> None:
    done = grade(mixed_class, "--out", tmp_path, "--seed", "21", "--jobs", 3, PYTHONHASHSEED="7")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "results.json").read_bytes() == mixed_bytes


def test_a_submission_that_hangs_costs_only_its_own_points(mixed_bytes: bytes) -> None:
    scores = {one["id"]: one["score"] for one in json.loads(mixed_bytes)["submissions"]}
    assert (scores["right"], scores["nothing"]) == (100, None)
    assert 0 < scores["drained"] < 80
    assert 0 < scores["hanging"] < 80
    assert 50 < scores["wrong"] < 100


def other_pythons() -> list[str]:
    """Interpreters with loopcheck's dependencies, from LOOPCHECK_PYTHONS: paths with os.pathsep between them."""
    return [path for path in os.environ.get("LOOPCHECK_PYTHONS", "").split(os.pathsep) if path]


@pytest.mark.skipif(not other_pythons(), reason="LOOPCHECK_PYTHONS names no further interpreters")
def test_results_are_the_same_on_every_python(mixed_class: Path, mixed_bytes: bytes, tmp_path: Path) -> None:
    here = json.loads(mixed_bytes)
    for number, python in enumerate(other_pythons()):
        out = tmp_path / str(number)
        arguments = command(mixed_class, "--out", out, "--seed", "21")[1:]
        done = subprocess.run(
            [python, *arguments], env=environment(), capture_output=True, text=True, timeout=110, check=False
        )
        assert done.returncode == 0, done.stderr
        there = json.loads((out / "results.json").read_bytes())
        assert there.pop("python")
        assert there == {key: value for key, value in here.items() if key != "python"}, python


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A copy of loopcheck without a checkout around it, as a wheel installs it: settings go to the user's own folder."""
    site = tmp_path / "site"
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SRC / "loopcheck", site / "loopcheck", ignore=ignore)
    files = course_files()
    for name in ("exercises", "solutions/reference"):
        shutil.copytree(files.root / name, site / "loopcheck" / "_course" / name, ignore=ignore)
    return site


def test_settings_are_made_once_and_kept(installed: Path, tmp_path: Path) -> None:
    ann = submission(tmp_path / "ann")
    where = {"PYTHONPATH": str(installed), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    settings = tmp_path / "config" / "loopcheck" / "settings.toml"
    runs = []
    for name in ("a", "b"):
        assert grade(ann, "--out", tmp_path / name, **where).returncode == 0
        runs.append((settings.read_bytes(), (tmp_path / name / "results.json").read_bytes()))
    assert runs[0] == runs[1]
    seed = json.loads(runs[0][1])["seed"]
    assert f"seed = {seed}\n".encode() in runs[0][0]
    settings.write_bytes(b"\xef\xbb\xbf" + settings.read_bytes().replace(b"\n", b"\r\n"))  # edited on Windows
    assert grade(ann, "--out", tmp_path / "e", **where).returncode == 0
    assert json.loads((tmp_path / "e" / "results.json").read_bytes())["seed"] == seed
    settings.write_text("seed = soon")
    refused(grade(ann, "--out", tmp_path / "c", **where), str(settings), "--seed")
    assert settings.read_text() == "seed = soon"
    assert grade(ann, "--out", tmp_path / "d", "--seed", "4", **where).returncode == 0, "a seed needs no settings"


HOSTILE = ("csv", "json", "msgspec", "multiprocessing", "pytest", "random", "rich", "selectors", "socket", "traceback")


@pytest.mark.parametrize("jobs", [1, 2])
def test_modules_in_the_current_directory_are_not_imported(tmp_path: Path, jobs: int) -> None:
    """An instructor may well grade from within a student's folder."""
    marker = tmp_path / "imported"
    here = tmp_path / "here"
    for name in ("ann", "bob"):
        submission(here / name)
    for name in HOSTILE:
        (here / f"{name}.py").write_text(f"open({str(marker)!r}, 'a').write({name!r})\nraise SystemExit({name!r})\n")
    more = {"PYTHONPATH": str(SRC)}
    done = grade(".", "--layout", "class", "--out", tmp_path / "out", "--seed", "2", "--jobs", jobs, cwd=here, **more)
    assert not marker.exists(), marker.read_text()
    assert done.returncode == 0, done.stderr
    assert {one["score"] for one in results(tmp_path / "out").values()} == {100}


def test_help_imports_nothing_heavy() -> None:
    code = """
        import sys
        from loopcheck import cli
        try:
            cli.main(["grade", "--help"])
        except SystemExit as end:
            assert end.code == 0
        heavy = {"msgspec", "rich", "pytest", "jinja2", "loopcheck.commands", "loopcheck.grading", "multiprocessing"}
        print("HEAVY", sorted(heavy & set(sys.modules)))
    """
    run = [sys.executable, "-c", textwrap.dedent(code)]
    done = subprocess.run(run, env=environment(), capture_output=True, text=True, timeout=30, check=True)
    assert "exit code: 0 the grader worked" in done.stdout
    assert done.stdout.endswith("HEAVY []\n")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["grade", "--help"], ["author", "--help"], ["--version"]], ids=" ".join
)
def test_help_texts(arguments: list[str]) -> None:
    run = [sys.executable, "-m", "loopcheck", *arguments]
    done = subprocess.run(run, env=environment(COLUMNS="80"), capture_output=True, text=True, timeout=30, check=True)
    assert done.stderr == ""
    assert [line for line in done.stdout.splitlines() if len(line) > 80] == []


def test_the_console_script_is_the_same_command() -> None:
    import tomllib

    project = tomllib.loads((course_files().root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"] == {"loopcheck": "loopcheck.cli:command_line"}
    code = "import sys; from loopcheck.cli import command_line as run; sys.argv = ['loopcheck', '--version']; sys.exit(run())"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, timeout=30, check=True
    )
    assert done.stdout == f"loopcheck {project['version']}\n"


def test_a_reader_that_leaves_changes_nothing(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    run = command(submission(tmp_path / "ann", INLINE), "--out", tmp_path / "out", "--seed", "5", "--strict")
    done = subprocess.run(
        run, env=environment(), stdout=write, stderr=subprocess.PIPE, text=True, timeout=60, check=False
    )
    os.close(write)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert "ann" in results(tmp_path / "out")


def test_a_progress_bar_on_a_terminal_only(mixed_class: Path, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    run = command(mixed_class, "--out", tmp_path, "--seed", "21", "--jobs", "1")
    with subprocess.Popen(
        run, env=environment(TERM="xterm", COLUMNS="100"), stdout=subprocess.DEVNULL, stderr=theirs
    ) as process:
        os.close(theirs)
        seen = b""
        while select.select([ours], [], [], 60)[0]:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            seen += piece
    os.close(ours)
    assert process.returncode == 0
    assert b"/5" in seen
    assert b"\x1b[" in seen


def children_of(pid: int) -> list[int]:
    """The processes that this one has started, and theirs, from /proc."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text(errors="replace").rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            child = int(path.parent.name)
            found += [child, *children_of(child)]
    return found


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def wait_for(condition: Callable[[], Any], seconds: float = 60.0) -> Any:
    """The first true value of the condition. It is a real process that we wait for, so there is a real clock in here."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        value = condition()
        if value:
            return value
        select.select([], [], [], 0.02)
    pytest.fail("it did not happen")


def grading_processes(pid: int) -> list[int]:
    """The processes of the pool that are at work: each has a worker of its own."""
    return [child for child in children_of(pid) if "spawn_main" in command_line(child) and children_of(child)]


@linux
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_it_with_a_sentence(tmp_path: Path, jobs: int) -> None:
    for number in range(6):
        submission(tmp_path / "class" / f"s{number}", HANG)
    run = command(tmp_path / "class", "--out", tmp_path / "out", "--seed", "5", "--jobs", jobs)
    with subprocess.Popen(
        run, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        started = grading_processes if jobs > 1 else children_of
        wait_for(lambda: len(started(process.pid)) >= jobs)
        family = children_of(process.pid)
        os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to the whole group, which here is the test's own
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert out == ""
    said = err.strip().splitlines()[-1]
    if said.startswith("loopcheck grade: stopped after 0 of 6."):
        assert said.endswith("Nothing was written: run it again.")
        assert not (tmp_path / "out").exists()
    else:
        assert re.fullmatch(r"loopcheck grade: stopped after [1-6] of 6\. .* only the rest is graded\.", said)
        assert [path.name for path in (tmp_path / "out").iterdir()] == ["journal.sqlite"]
    assert "Traceback" not in err
    wait_for(
        lambda: not [pid for pid in family if "loopcheck" in command_line(pid) or "spawn_main" in command_line(pid)], 20
    )


def test_ctrl_c_while_the_process_ends_shows_no_traceback(tmp_path: Path) -> None:
    """Once more, when everything has been said."""
    late = "import atexit, os, signal; atexit.register(os.kill, os.getpid(), signal.SIGINT)"
    run = f"{late}; from loopcheck.cli import command_line; raise SystemExit(command_line())"
    done = subprocess.run(
        [sys.executable, "-c", run, "grade", str(tmp_path / "nobody")],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


@linux
def test_a_grading_process_that_is_killed_costs_no_result(tmp_path: Path) -> None:
    """More submissions than are in hand at once, so that some have not been read yet when the process is lost."""
    for number in range(16):
        submission(tmp_path / "class" / f"s{number}", *([HANG] if number in (1, 3) else []))
    run = command(tmp_path / "class", "--out", tmp_path / "out", "--seed", "5", "--jobs", "2")
    with subprocess.Popen(run, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        victim = wait_for(lambda: grading_processes(process.pid))[0]
        os.kill(victim, signal.SIGKILL)
        _, err = process.communicate(timeout=110)
    assert process.returncode == 0, err
    graded = results(tmp_path / "out")
    assert len(graded) == 16
    assert {one["state"] for one in graded.values()} == {"graded"}
    assert {graded[name]["score"] for name in ("s0", "s2", "s15")} == {100}
