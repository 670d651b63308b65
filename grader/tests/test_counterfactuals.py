"""What if one rule were another one: the figures are those of the course, and the original beside them is always right.

The figures stand here as they were measured by hand, so neither the reference nor the bank is its own judge.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import pytest

from loopcheck.authoring import counterfactuals
from loopcheck.authoring.counterfactual_commands import run_counterfactuals
from loopcheck.authoring.counterfactuals import COUNTERFACTUALS, float_clock, importable, outcome, periods
from loopcheck.cli import main
from loopcheck.course import CourseError, CourseFiles, course_files, load_course
from loopcheck.timeline import Run

ROOT = course_files().root
Rows = list[tuple[int, ...]]


def ran(name: str) -> tuple[Run, Run]:
    found = outcome(next(each for each in COUNTERFACTUALS if each.name == name), ROOT, load_course())
    return found.original, found.other


def stamps(run: Run, task: str = "heartbeat") -> Rows:
    return [wake.stamps for wake in run.wakes if wake.task == task]


FIRST: dict[str, tuple[Rows, Rows]] = {
    "drain": ([(1000, 1000, 1200, 1400)], []),
    "drain-finite": ([(1000, 1000, 1200, 1400)], [(1000, 6000, 6000, 6000)]),
    "budget": ([(1000, 1000, 1200, 1400)], [(1000, 19800, 20000, 20200)]),
    "timers-first": ([(1000, 1000, 1200, 1400)], [(1000, 1000, 1000, 1200)]),
    "inline-waiter": ([(1000, 1000, 1200, 1400)], [(1000, 1000, 1200, 1200)]),
    "one-timer-per-pass": ([], []),
    "absolute-deadlines": ([(1000, 1000, 1200, 1400)], [(1000, 1000, 1200, 1400)]),
    "deadline-order": ([(1000, 1000, 1200, 1400)], [(1000, 1000, 1000, 1000)]),
    "deadline-order-300": ([(1000, 1200, 1500, 1800)], [(1000, 1200, 1200, 1200)]),
}
PERIODS = {
    "timers-first": (1400, 1200),
    "inline-waiter": (1400, 1200),
    "absolute-deadlines": (1400, 1000),
    "deadline-order": (1400, 1000),
    "deadline-order-300": (1800, 1200),
}


def test_each_counterfactual_is_judged_here() -> None:
    assert set(FIRST) == {each.name for each in COUNTERFACTUALS}


@pytest.mark.parametrize("name", FIRST)
def test_the_first_wake_up(name: str) -> None:
    original, other = ran(name)
    assert stamps(original)[:1] == FIRST[name][0]
    assert stamps(other)[:1] == FIRST[name][1]
    assert original.ended == ""
    if name in PERIODS:
        assert (set(periods(original)), set(periods(other))) == ({PERIODS[name][0]}, {PERIODS[name][1]})


def test_a_drained_loop_delivers_nothing_where_the_original_delivers_42() -> None:
    original, other = ran("drain")
    assert (len(original.wakes), len(other.wakes)) == (42, 0)
    assert "did not come back" in other.ended
    assert other.passes == (0,)
    assert [(sleep.start, sleep.ms) for sleep in other.pending()] == [(0, 1000)]


def test_of_three_that_are_due_together_each_waits_one_pass_more() -> None:
    original, other = ran("one-timer-per-pass")
    assert [stamps(original, task)[0] for task in "abc"] == [(1000, 1000, 1200, 1400)] * 3
    assert [stamps(other, task)[0] for task in "abc"] == [
        (1000, 1000, 1200, 1400),
        (1000, 1200, 1400, 1600),
        (1000, 1400, 1600, 1800),
    ]


def test_seconds_in_floats_lose_a_whole_pass() -> None:
    two, one = (float_clock(ROOT, load_course(), hops) for hops in (2, 1))
    gaps = [after[3] - before[3] for before, after in pairwise(two)]
    assert gaps[:3] == [1.4000000000000004, 1.4000000000000008, 1.4000000000000012]
    assert [round(gap, 6) for gap in gaps] == [1.4] * 5 + [1.6] * 3
    assert [round(row[1] - row[0], 6) for row in two] == [0] * 6 + [0.2] * 3, "the seventh expiry is a pass late"
    assert one[1][:2] == (2.2, 2.4), "the clock held 2.1999999999999997"


def test_nothing_of_another_loop_stays_behind() -> None:
    before, finders = set(sys.modules), list(sys.meta_path)
    ran("timers-first")
    assert not [name for name in set(sys.modules) - before if name.startswith("loopcheck_counterfactual")]
    assert sys.meta_path == finders
    sources = CourseFiles(ROOT).package_sources(load_course())
    with pytest.raises(ZeroDivisionError), importable({**sources, "loop.py": b"1 // 0"}) as name:
        __import__(f"{name}.loop")
    assert sys.meta_path == finders


def test_all_of_them_in_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["author", "counterfactuals"]) == 0
    shown = capsys.readouterr().out
    assert all(f"{each.name}: {each.question}" in shown for each in COUNTERFACTUALS)
    assert max(map(len, shown.splitlines())) <= 80
    part = shown[shown.index("one-timer-per-pass") :]
    assert "instead   1000 -> 1400 -> 1600 -> 1800" in part


def test_one_of_them_in_full(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "drain.svg"
    assert main(["author", "counterfactuals", "drain", "--svg", str(picture)]) == 0
    shown = capsys.readouterr().out
    assert "solutions/wrong/run_once_drains_the_queue.py" in shown
    assert "... and 36 more" in shown
    assert "heartbeat: asked for 1000, not woken by" in shown
    assert "not woken</text>" in picture.read_text(encoding="utf-8")
    assert main(["author", "counterfactuals", "float-clock"]) == 0
    assert "1.4000000000000012" in capsys.readouterr().out


def test_what_cannot_be_shown_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["author", "counterfactuals", "drian"]) == 2
    assert "There is no counterfactual 'drian'. There are: drain, " in capsys.readouterr().err
    assert main(["author", "counterfactuals", "float-clock", "--svg", "x.svg"]) == 2
    assert main(["author", "counterfactuals", "drain", "--svg", str(tmp_path / "no" / "x.svg")]) == 1
    capsys.readouterr()
    assert run_counterfactuals("drain", root=tmp_path) == 1
    assert "course.toml" in capsys.readouterr().err


def test_a_file_that_is_gone_is_named() -> None:
    gone = counterfactuals.Counterfactual("gone", "?", "wrong/gone.py", counterfactuals.beat_and_hog, 100, 100)
    with pytest.raises(CourseError, match=r"gone\.py"):
        outcome(gone, ROOT, load_course())
