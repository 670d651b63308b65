"""The demo: the same bytes everywhere, the figures of the course, and a kind sentence while something is missing.

Each test runs `demo.py` as a student does, in a folder of its own that holds a copy of it beside the package.
`UPDATE_GOLDENS=1` rewrites the golden.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from loopcheck.course import course_files, load_course

GOLDEN = Path(__file__).parent / "goldens" / "demo.txt"
REGION = re.compile(r"^( +)# BEGIN SOLUTION (\w+)\n.*?# END SOLUTION \2\n", re.DOTALL | re.MULTILINE)


@pytest.fixture
def student(tmp_path: Path) -> Path:
    """A folder with the demo and the solved package, and with nothing else."""
    files, course = course_files(), load_course()
    package = tmp_path / course.package
    package.mkdir()
    for name, source in files.package_sources(course).items():
        (package / name).write_bytes(source)
    shutil.copy(files.reference / "demo.py", tmp_path)
    return tmp_path


def run_demo(folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "demo.py"],
        cwd=folder,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        timeout=60,
        check=False,
    )


def shown(folder: Path) -> str:
    done = run_demo(folder)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode("ascii").replace("\r\n", "\n")


def refused(folder: Path) -> str:
    """What a demo says that cannot show anything: one message, exit code 1, no traceback."""
    done = run_demo(folder)
    message = done.stderr.decode().replace("\r\n", "\n")
    assert done.returncode == 1, message
    assert done.stdout == b""
    assert "Traceback" not in message
    assert "python -m pytest" in message or "Repair that first" in message
    return message


def replace_solution(folder: Path, region: str, body: str) -> None:
    """Put `body` where the solution of that exercise stands."""
    found = 0
    for module in sorted((folder / "mini_asyncio").glob("*.py")):

        def put(match: re.Match[str]) -> str:
            nonlocal found
            if match[2].lstrip("_") != region:
                return match[0]
            found += 1
            return "".join(f"{match[1]}{line}\n" for line in body.splitlines())

        source = module.read_text(encoding="utf-8")
        module.write_text(REGION.sub(put, source), encoding="utf-8")
    assert found == 1, f"{found} regions are called {region}"


def test_the_output_is_the_golden(student: Path) -> None:
    text = shown(student)
    if os.environ.get("UPDATE_GOLDENS") == "1":
        GOLDEN.write_text(text, encoding="ascii", newline="\n")
    assert text == GOLDEN.read_text(encoding="ascii")
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("seed", ["0", "1"])
def test_hash_seed_and_locale_do_not_matter(student: Path, seed: str) -> None:
    done = run_demo(student, PYTHONHASHSEED=seed, LC_ALL="C", PYTHONIOENCODING="ascii")
    assert done.stdout.decode("ascii").replace("\r\n", "\n") == GOLDEN.read_text(encoding="ascii")


def rows_of(text: str, section: int) -> list[list[str]]:
    """The rows of a section's table that begin with a number, as cells without bars."""
    part = re.split(r"^\d  .*$", text, flags=re.MULTILINE)[section]
    cells = (re.sub(r" \+ ", "+", line).split() for line in part.splitlines())
    return [[cell for cell in row if "#" not in cell] for row in cells if row and re.fullmatch(r"[\d+]+", row[0])]


def test_the_figures_of_the_course_appear(student: Path) -> None:
    text = shown(student)
    assert [[row[i] for i in (1, 2, 4, 5)] for row in rows_of(text, 1)] == [
        [str(ran - late) for late in (400, 400, 200, 0)] for ran in (1400, 2800, 4200, 5600, 7000)
    ]
    assert {(row[3], row[6]) for row in rows_of(text, 1)} == {("0", "400")}
    assert rows_of(text, 3)[:3] == [
        ["200", "1200", "1400", "6", "7"],
        ["300", "1500", "1800", "5", "6"],
        ["400", "1600", "2000", "4", "5"],
    ]
    forms = {row[0]: (row[2], row[4]) for row in rows_of(text, 4)}
    assert forms["400+400+400"] == ("2400", "3600")
    assert (forms["300"], forms["90"][1], forms["100"][1]) == (("1500", "1800"), "1260", "1200")
    chopped = {250: 1500, 200: 1400, 125: 1250, 100: 1200, 50: 1100, 40: 1080, 25: 1050, 20: 1040, 10: 1020, 8: 1016}
    chopped |= {5: 1010, 2: 1004, 1: 1002}
    assert {int(row[0]): int(row[1]) for row in rows_of(text, 5)[: len(chopped)]} == chopped


def test_the_numbers_come_from_the_package(student: Path) -> None:
    """Beside a hog that burns twice what it says, the same demo prints other numbers: nothing is typed in."""
    workloads = student / "mini_asyncio" / "workloads.py"
    source = workloads.read_text(encoding="utf-8")
    workloads.write_text(source.replace("burn(chunk)", "burn(2 * chunk)"), encoding="utf-8")
    done = run_demo(student)
    text = done.stdout.decode("ascii")
    assert done.returncode == 1
    assert b"differ from the closed form" in done.stderr
    assert rows_of(text, 1)[0] == ["1", "1000", "1200", "200", "1600", "2000", "1000"]
    assert rows_of(text, 4)[0] == ["200", "200", "1600", "1200", "2000", "1400", "differs"]


SOLUTIONS = ["set_result", "step", "suspend", "run_once"]


@pytest.mark.parametrize("body", ["raise NotImplementedError('write me')", "pass"])
@pytest.mark.parametrize("solved", range(len(SOLUTIONS)))
def test_the_next_exercise_is_named(student: Path, solved: int, body: str) -> None:
    for region in SOLUTIONS[solved:]:
        replace_solution(student, region, body)
    message = refused(student)
    exercise = load_course().exercises[solved]
    assert f"{exercise.function} in mini_asyncio/{exercise.module}" in message
    assert f"Next comes exercise {solved + 1}" in message
    assert f"exercises/{exercise.folder}/README.md" in message
    assert f"python -m pytest --exercise {exercise.id}" in message


DRAIN = """\
while self.timers and self.timers[0][0] <= self.clock:
    _, _, timer = heapq.heappop(self.timers)
    timer.expired_at = self.clock
    self.ready.append(timer.callback)
while self.ready:
    self.ready.popleft()()
"""
SPIN = """\
while self.timers:
    if self.timers[0][0] <= self.clock:
        self.ready.append(heapq.heappop(self.timers)[2].callback)
for _ in range(len(self.ready)):
    self.ready.popleft()()
"""
SWALLOW = """\
while self.ready:
    try:
        self.ready.popleft()()
    except BaseException:
        pass
"""
NO_TIMERS = """\
for _ in range(len(self.ready)):
    self.ready.popleft()()
"""
DRAIN_LATER = """\
for _ in range(len(self.ready)):
    self.ready.popleft()()
while self.ready and self.clock:
    try:
        self.ready.popleft()()
    except BaseException:
        pass
"""
NOWHERE = "self.loop.call_later(delay, lambda: None)"
BURN_FOREVER = """\
for kind, ms in self.coro:
    self.loop.clock += ms
"""


@pytest.mark.parametrize(
    ("region", "body", "exercise"),
    [
        pytest.param("run_once", DRAIN, "Next comes exercise 4", id="a drained queue"),
        pytest.param("run_once", SPIN, "Next comes exercise 4", id="a spin on a timer that is not due"),
        pytest.param("run_once", SWALLOW, "Next comes exercise 4", id="a drained queue that swallows everything"),
        pytest.param("run_once", NO_TIMERS, "The loop does not come back", id="timers that are never examined"),
        pytest.param("step", BURN_FOREVER, "Next comes exercise 2", id="a step that never ends"),
        pytest.param("step", "return self.no_such_name", "Next comes exercise 2", id="an AttributeError"),
        pytest.param("run_once", DRAIN_LATER, "The loop does not come back", id="a queue that is drained later"),
        pytest.param("suspend", NOWHERE, "The loop does not come back", id="a timer that leads nowhere"),
        pytest.param(
            "suspend",
            "self.deadline = self.loop.clock + delay\nself.loop.call_later(delay, self.step)",
            "A wake-up was recorded without all of its stamps: ('heartbeat', 1000, None, None, 1200)",
            id="stamps left out",
        ),
        pytest.param(
            "suspend",
            "def fire():\n    raise NotImplementedError\nself.loop.call_later(delay, fire)",
            "Next comes exercise 3",
            id="only the timer is armed",
        ),
    ],
)
def test_a_wrong_loop_neither_hangs_nor_crashes_the_demo(student: Path, region: str, body: str, exercise: str) -> None:
    replace_solution(student, region, body)
    assert exercise in refused(student)


@pytest.mark.parametrize(
    ("module", "exercise"),
    [("future.py", "1-set_result"), ("task.py", "2-step"), ("loop.py", "4-run_once")],
)
def test_a_syntax_error_is_named_with_its_line(student: Path, module: str, exercise: str) -> None:
    path = student / "mini_asyncio" / module
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([*lines, "def broken(:", ""]), encoding="utf-8")
    message = refused(student)
    assert f"mini_asyncio/{module} cannot be imported" in message
    assert f"({module}, line {len(lines) + 1})" in message
    assert f"exercises/{exercise}/README.md" in message


@pytest.mark.parametrize(("region", "exercise"), [("set_result", 1), ("step", 2), ("suspend", 3), ("run_once", 4)])
def test_a_function_that_never_comes_back_is_stopped_and_named_with_its_line(
    student: Path, region: str, exercise: int
) -> None:
    """Also where it swallows every exception. After three seconds; that is no sleep but the deadline itself."""
    replace_solution(
        student, region, "while True:\n    try:\n        self = self\n    except Exception:\n        pass\n"
    )
    message = refused(student)
    assert re.search(rf"did not come to an end and had to be stopped \(line \d+ of _?{region}\)", message)
    assert f"Next comes exercise {exercise}:" in message
    assert f"python -m pytest --exercise {region}" in message


def test_a_module_that_never_comes_back_is_named(student: Path) -> None:
    with (student / "mini_asyncio/task.py").open("a", encoding="utf-8") as module:
        module.write("while True:\n    pass\n")
    assert "mini_asyncio/task.py cannot be imported: it did not come to an end" in refused(student)


@pytest.mark.skipif(sys.platform == "win32", reason="a test cannot press Ctrl-C there")
def test_ctrl_c_is_one_sentence(student: Path) -> None:
    replace_solution(student, "suspend", "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = run_demo(student)
    assert (done.returncode, done.stdout, done.stderr.decode()) == (130, b"", "\nStopped, by Ctrl-C.\n")


def test_a_package_that_is_not_there_is_named(student: Path) -> None:
    shutil.rmtree(student / "mini_asyncio")
    assert "No module named 'mini_asyncio'" in refused(student)
