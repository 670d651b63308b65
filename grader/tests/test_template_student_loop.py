"""The student's loop: one exercise, one hint, one screen, on every system, and in an editor."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from . import template_support as support

ROOT: Path = support.ROOT
STUB = 'raise NotImplementedError("exercise")'
STUBS = dict.fromkeys(("set_result", "step", "suspend", "run_once"), STUB)
WINDOWS = """
import os, signal
for name in ("SIGALRM", "ITIMER_REAL", "setitimer", "alarm"):
    delattr(signal, name)
for name in ("fork", "forkpty", "register_at_fork"):
    delattr(os, name)
"""
"""What Windows does not have."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return support.student_folder(tmp_path)


def write(folder: Path, bodies: dict[str, str]) -> None:
    support.write(folder, bodies)


NAMES = {"set_result": 1, "step": 2, "_suspend": 3, "4-run_once": 4, "EventLoop.run_once": 4, "5": 5}


def test_one_exercise_by_each_of_its_names(folder: Path) -> None:
    for name, number in NAMES.items():
        run = support.run_checks(folder, "--exercise", name, "--collect-only")
        assert set(re.findall(r"tests/test_(\d)_", run.out)) == {str(number)}, run.out
    run = support.run_checks(folder, "--exercise", "run_once")
    assert run.done == [4]
    assert list(run.rows) == [4]
    assert "deselected" not in run.out


def test_the_whole_loop_waits_for_all_that_is_not_written(folder: Path) -> None:
    def notes() -> dict[int, str]:
        return {number: row[3] for number, row in support.run_checks(folder).rows.items()}

    write(folder, {"step": STUB})
    assert {number: note for number, note in notes().items() if note} == {
        2: "not written yet",
        3: "waits for exercise 2",
        5: "waits for exercise 2",
    }
    write(folder, {"run_once": STUB})
    assert notes()[5] == "waits for exercises 2 and 4"
    write(folder, {"set_result": STUB})
    assert notes()[5] == "waits for exercises 1, 2 and 4"
    write(folder, {"suspend": STUB})
    assert notes()[5] == "waits for exercises 1 to 4"
    support.edit(folder, "loop.py", "import", "imp ort")
    assert notes()[5] == "waits for exercises 1 to 3"


def test_one_exercise_leaves_the_notebook_alone(folder: Path) -> None:
    shutil.copy(ROOT / "student_template/tests/test_check_yourself.py", folder / "tests")
    assert "test_check_yourself" in support.run_checks(folder, "--collect-only").out
    assert "test_check_yourself" not in support.run_checks(folder, "--exercise", "step", "--collect-only").out


def test_the_last_line_counts_every_failure_however_it_was_shown(folder: Path) -> None:
    support.edit(folder, "future.py", "self.done = True", "pass")
    for options, shown in (((), 1), (("-v",), 6), (("--hint",), 0)):
        run = support.run_checks(folder, "--exercise", "1", *options)
        failed = run.rows[1][2] - run.rows[1][1]
        assert failed == 3, "so that there are more than the one that is told"
        assert re.search(rf"^=* *{failed} failed, \d+ passed in ", run.out, re.MULTILINE), run.out
        assert run.out.count("The experiment:") == min(shown, failed)


def test_an_exercise_that_does_not_exist_is_answered_with_those_that_do(folder: Path) -> None:
    run = support.run_checks(folder, "--exercise", "run_twice")
    assert run.code == 4
    assert "--exercise run_twice: there is no such exercise. There are: 1 set_result, 2 step" in run.out
    assert "Traceback" not in run.out


def hint_shown(out: str) -> tuple[str, str]:
    number, exercise, text = re.search(
        r"^Hint (\d of \d) for exercise (\d):\n((?:  .*\n)+)", out, re.MULTILINE
    ).groups()
    return f"{number}, {exercise}", " ".join(text.split())


def test_the_hint_ladder_is_climbed_and_remembered(folder: Path) -> None:
    write(folder, STUBS)
    seen = [hint_shown(support.run_checks(folder, "--hint").out) for _ in range(4)]
    assert [place for place, _ in seen] == ["1 of 3, 1", "2 of 3, 1", "3 of 3, 1", "3 of 3, 1"]
    ladder = (ROOT / "exercises/1-set_result/hints.md").read_text(encoding="utf-8")
    for (_, text), hint in zip(seen, re.split(r"## Hint \d\n", ladder)[1:], strict=False):
        assert text.startswith(" ".join(hint.split()))
    assert "the last one" in seen[2][1]
    assert json.loads((folder / ".hints.json").read_text(encoding="utf-8")) == {"set_result": 3}
    ignored = (ROOT / "student_template/.gitignore").read_text(encoding="utf-8").splitlines()
    assert ".hints.json" in ignored


def test_the_hint_is_for_the_exercise_that_is_next_or_asked_for(folder: Path) -> None:
    write(folder, {"step": STUB})
    assert hint_shown(support.run_checks(folder, "--hint").out)[0] == "1 of 3, 2"
    assert hint_shown(support.run_checks(folder, "--hint", "--exercise", "suspend").out)[0] == "1 of 3, 3"
    assert json.loads((folder / ".hints.json").read_text(encoding="utf-8")) == {"step": 1, "suspend": 1}


@pytest.mark.parametrize("noted", ["", "{", "[1]", '{"step": "x"}', '{"step": -7}', '{"step": 99}'])
def test_a_damaged_note_of_hints_is_no_obstacle(folder: Path, noted: str) -> None:
    write(folder, {"step": STUB})
    (folder / ".hints.json").write_text(noted, encoding="utf-8")
    number = "3" if "99" in noted else "1"
    assert hint_shown(support.run_checks(folder, "--hint", "--exercise", "2").out)[0] == f"{number} of 3, 2"


def test_a_hint_hides_no_result_and_nothing_is_hinted_at_when_all_is_done(folder: Path) -> None:
    assert "No hint needed." in support.run_checks(folder, "--hint").out
    assert not (folder / ".hints.json").exists()
    support.edit(folder, "future.py", "self.done = True", "pass")
    run = support.run_checks(folder, "--hint")
    assert run.code == 1
    assert run.rows[1][:3] == ("..", 3, 6)
    assert "Failing in exercise 1" in run.out
    assert "The experiment:" not in run.out


def test_without_being_asked_no_hint_is_shown_and_none_noted(folder: Path) -> None:
    write(folder, STUBS)
    assert "Hint" not in support.run_checks(folder).out
    assert not (folder / ".hints.json").exists()


SCREEN = 40
MISTAKES: dict[str, dict[str, str]] = {
    "stub": {},
    "inline": {
        "set_result": """
            self.done = True
            if self.waiter:
                self.waiter()
        """
    },
    "drain": {
        "run_once": """
            while self.timers and self.timers[0][0] <= self.clock:
                timer = heapq.heappop(self.timers)[2]
                timer.expired_at = self.clock
                self.ready.append(timer.callback)
            while self.ready:
                self.ready.popleft()()
        """
    },
    "in place": {
        "suspend": """
            def fire():
                self.expired_at = timer.expired_at
                self.fired_at = self.loop.clock
                self.step()

            self.deadline = self.loop.clock + delay
            timer = self.loop.call_later(delay, fire)
        """
    },
    "talkative": {
        "set_result": """
            for _ in range(500):
                print("here")
            self.done = True
        """
    },
}
ENDLESS = """
            while True:
                try:
                    self.done = True
                except BaseException:
                    pass
"""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_it_fits_on_one_screen_without_colour(folder: Path, mistake: str) -> None:
    write(folder, MISTAKES[mistake] or STUBS)
    run = support.run_checks(folder, "--color=no")
    lines = run.out.splitlines()
    assert len(lines) <= SCREEN, run.out
    assert max(map(len, lines)) <= 80, run.out
    assert "\x1b" not in run.out
    assert run.out.count("The experiment:") == (mistake != "stub")
    assert run.out.count("Next: ") == 1


def test_a_debugging_print_is_shown_but_fills_no_screen(folder: Path) -> None:
    write(folder, MISTAKES["talkative"])
    run = support.run_checks(folder)
    assert run.out.count("here\n") == 5
    assert "... and 495 lines more (-s prints them all)" in run.out


def with_crlf(folder: Path) -> None:
    for path in (path for path in folder.rglob("*") if path.is_file()):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))


def test_on_windows_the_reference_passes_and_a_stub_says_what_is_next(folder: Path) -> None:
    with_crlf(folder)
    run = support.run_checks(folder, before=WINDOWS, encoding="cp1252")
    assert run.done == [1, 2, 3, 4, 5], run.out
    task = folder / "mini_asyncio/loop.py"
    task.write_bytes(re.sub(rb"# BEGIN SOLUTION.*?# END SOLUTION", b"pass  #", task.read_bytes(), flags=re.DOTALL))
    run = support.run_checks(folder, "--hint", before=WINDOWS, encoding="cp1252")
    assert "Next: exercise 4" in run.out
    assert hint_shown(run.out.replace("\r\n", "\n"))[0] == "1 of 3, 4"


@pytest.mark.parametrize("before", ["", WINDOWS], ids=["here", "windows"])
def test_a_check_that_never_ends_and_swallows_all_is_stopped_and_the_rest_runs(folder: Path, before: str) -> None:
    write(folder, {"set_result": ENDLESS})
    run = support.run_checks(folder, "-o", "timeout=0.5", before=before)
    assert "Stopped, because it did not come to an end. It was at mini_asyncio/future.py, line" in " ".join(
        run.out.split()
    )
    assert "Not run, because test_the_waiter_runs_in_its_turn of exercise 1 (mini_asyncio/future.py, line" in " ".join(
        run.out.split()
    )
    assert run.done == [2, 4], run.out


@pytest.mark.parametrize("before", ["", WINDOWS], ids=["here", "windows"])
def test_ctrl_c_is_still_ctrl_c(folder: Path, before: str) -> None:
    support.edit(folder, "future.py", "self.done = True", "import _thread; _thread.interrupt_main()")
    run = support.run_checks(folder, before=before)
    assert run.code == 2, run.out
    assert "KeyboardInterrupt" in run.out


def test_the_test_explorer_finds_every_check_and_nothing_else(folder: Path) -> None:
    write(folder, STUBS)
    for arguments in (["tests"], ["tests", "--rootdir=.", "-q", "-o", "addopts="]):
        run = support.run_checks(folder, "--collect-only", *arguments)
        assert run.code == 0
        assert run.out.count("::test_") == 38, run.out
        assert not re.search(r"\d (error|warning)|ERROR|Warning", run.out)
    (folder / "mini_asyncio/task.py").write_text("def (\n", encoding="utf-8")
    assert support.run_checks(folder, "--collect-only").code == 0, "a syntax error of a student hides no check"


@pytest.mark.parametrize("python", os.environ.get("LOOPCHECK_PYTHONS", "").split(":"))
def test_it_works_with_pytest_and_pytest_timeout_alone(folder: Path, python: str) -> None:
    """On every Python that there is, with no other plugin loaded."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON", "COV"))}
    variables |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [python or sys.executable, "-m", "pytest", "-p", "timeout", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False, timeout=100)
    assert "All 38 checks pass." in done.stdout, done.stdout + done.stderr


def test_saving_runs_the_checks_again(folder: Path) -> None:
    watchfiles = Path(sys.executable).with_name("watchfiles")
    if not watchfiles.is_file():
        pytest.skip("watchfiles is not installed: students may do without it, and so may this test")
    command = [str(watchfiles), f"{sys.executable} -m pytest -p no:cacheprovider", "mini_asyncio"]
    log = folder / "log"
    with log.open("wb") as output, subprocess.Popen(command, cwd=folder, stdout=output, stderr=output) as watching:
        try:
            wait_for(log, "All 38 checks pass.")
            support.edit(folder, "future.py", "self.done = True", "pass")
            wait_for(log, "`f.done is False` should be `f.done is True`")
        finally:
            watching.terminate()


def wait_for(log: Path, text: str) -> None:
    for _ in range(600):
        if text in log.read_text(encoding="utf-8", errors="replace"):
            return
        time.sleep(0.1)
    raise AssertionError(log.read_text(encoding="utf-8", errors="replace"))
