"""The terminal: goldens at 100 and 80 columns, without colour, in ASCII, and hostile text."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from loopcheck.reports.terminal import make_console, print_class, print_submission
from loopcheck.results import Check, Exercise, Outcome, Run, State, Submission

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


def stream(encoding: str = "utf-8") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")


def written(output: io.TextIOWrapper) -> str:
    """What was written. Spaces at the ends of lines, which fill rich's columns and are not seen, are taken away."""
    output.flush()
    buffer = output.buffer
    assert isinstance(buffer, io.BytesIO)
    return re.sub(r" +$", "", buffer.getvalue().decode(output.encoding), flags=re.MULTILINE)


def class_text(run: Run, encoding: str = "utf-8", seconds: float | None = None) -> str:
    output = stream(encoding)
    print_class(run, make_console(output), seconds=seconds)
    return written(output)


def submission_text(submission: Submission, encoding: str = "utf-8") -> str:
    output = stream(encoding)
    print_submission(submission, make_console(output))
    return written(output)


def test_class_golden_piped(sample_run: Run, golden: Callable[[str, str], None]) -> None:
    golden("terminal_class_100.txt", class_text(sample_run, seconds=3.21))


def test_class_golden_at_80_columns_in_ascii(
    sample_run: Run, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = class_text(sample_run, "ascii")
    assert text.isascii()
    golden("terminal_class_80_ascii.txt", text)


@pytest.mark.parametrize("kind", ["graded", "ungradable", "grader_error", "infrastructure_error"])
def test_submission_golden(kind: str, request: pytest.FixtureRequest, golden: Callable[[str, str], None]) -> None:
    golden(f"terminal_{kind}.txt", submission_text(request.getfixturevalue(kind)))


def test_the_five_exercises_of_the_course_fit_80_columns(
    graded: Submission, make_run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ids = ("set_result", "step", "suspend", "run_once", "whole_loop")
    exercises = tuple(Exercise(id=each, title=each, points=10, max_points=10) for each in ids)
    text = class_text(make_run(msgspec.structs.replace(graded, id="someone@university.edu", exercises=exercises)))
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "Exercises: 1 set_result, 2 step, 3 suspend, 4 run_once, 5 whole_loop" in text
    assert re.search(r"^someone@university.edu +24/60 +10 +10 +10 +10 +10 +`step` records", text, re.MULTILINE)


def test_all_right(grader_error: Submission, make_run: Callable[..., Run]) -> None:
    right = msgspec.structs.replace(
        grader_error, checks=tuple(msgspec.structs.replace(c, outcome=Outcome.PASSED) for c in grader_error.checks)
    )
    text = class_text(make_run(right))
    assert "all right" in text
    assert "1 submission: 1 graded, 0 ungradable, 0 infrastructure errors, 0 grader errors, mean 60.0" in text


def test_an_empty_class(make_run: Callable[..., Run]) -> None:
    assert class_text(make_run()) == (
        "0 submissions: 0 graded, 0 ungradable, 0 infrastructure errors, 0 grader errors\n"
    )


def test_a_score_that_belongs_to_no_graded_submission_is_not_in_the_mean(
    graded: Submission, make_run: Callable[..., Run]
) -> None:
    odd = msgspec.structs.replace(graded, id="odd", state=State.INFRASTRUCTURE_ERROR, score=0)
    assert "mean 24.0, median 24.0" in " ".join(class_text(make_run(graded, odd)).split())


def test_piped_output_has_no_colour_and_columns_win(
    sample_run: Run, graded: Submission, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\x1b" not in class_text(sample_run) + submission_text(graded)
    monkeypatch.setenv("COLUMNS", "120")
    assert make_console(stream()).width == 120
    monkeypatch.setenv("COLUMNS", "wide")
    assert make_console(stream()).width == 100


def test_no_color_is_obeyed_on_a_terminal(graded: Submission, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    coloured = terminal_bytes(graded)
    monkeypatch.setenv("NO_COLOR", "1")
    plain = terminal_bytes(graded)
    assert b"\x1b[1m" in coloured
    assert not re.search(rb"\x1b\[[0-9;]*3[0-9]", plain)


def terminal_bytes(submission: Submission) -> bytes:
    """What a real (pseudo) terminal receives."""
    pty = pytest.importorskip("pty", reason="there are no pseudo terminals here")
    ours, theirs = pty.openpty()
    try:
        with os.fdopen(theirs, "w", encoding="utf-8") as output:
            print_submission(
                msgspec.structs.replace(submission, score=submission.max_score, checks=()), make_console(output)
            )
        return os.read(ours, 65536)
    finally:
        os.close(ours)


def test_the_detail_stays_out(graded: Submission) -> None:
    assert "1400" not in submission_text(graded)


HOSTILE = st.lists(
    st.characters()
    | st.sampled_from(["::error::", "##[x]", "[red]", "[/]", ":smile:", "\x1b[2J", "\n", "\r", " ", "日本"]),
    max_size=30,
).map("".join)


@given(HOSTILE, st.sampled_from(["utf-8", "ascii", "cp1252"]), st.integers(min_value=80, max_value=100))
def test_hostile_text_is_shown_and_does_nothing(text: str, encoding: str, width: int) -> None:
    check = Check(id="c", exercise="e", sentence=text, outcome=Outcome.FAILED, points=0, max_points=1, message=text)
    bad = Submission(id=text, state=State.UNGRADABLE, reason=text, max_score=1, notes=(text,))
    graded = Submission(
        id=text,
        state=State.GRADED,
        score=0,
        max_score=1,
        exercises=(Exercise(id="e", title=text, points=0, max_points=1),),
        checks=(check,),
    )
    output = stream(encoding)
    console = Console(file=output, width=width)
    print_class(Run(suite="", python="", sandbox="", seed=1, submissions=(graded, bad)), console)
    print_submission(graded, console)
    print_submission(bad, console)
    shown = written(output)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown)
    assert not re.search(r"^\s*::|##\w*\[", shown, re.MULTILINE)
    assert all(cell_len(line) <= width for line in shown.split("\n"))


def test_markup_and_emoji_codes_are_text(graded: Submission) -> None:
    assert "[red]x[/] :smile:" in submission_text(msgspec.structs.replace(graded, id="[red]x[/] :smile:"))


def test_importing_the_reports_does_not_import_rich() -> None:
    code = "import sys, loopcheck.reports.terminal, loopcheck.reports.files; sys.exit('rich' in sys.modules)"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0
