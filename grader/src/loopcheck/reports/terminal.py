"""The terminal's view of a class and of one submission.

What must stay true: it reads well at 80 columns, without colour and in ASCII; every word of a student is a plain
`Text`, never rich's markup. rich is imported inside functions, so that commands which print no table start fast.
"""

from __future__ import annotations

import os
import statistics
import sys
from typing import IO, TYPE_CHECKING

from loopcheck.reports import wording
from loopcheck.reports.obstacles import Obstacle, obstacles, remark
from loopcheck.reports.safe_text import for_terminal
from loopcheck.results import Check, Exercise, Outcome, Run, State, Submission, grader_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

PIPED_WIDTH = 100
"""Columns of output that goes to a file or a pipe, unless COLUMNS is set: the same on every machine."""

ID_WIDTH = 24
ID_LIMIT = 72
REMARK_WIDTH = 52
"""Below this width of the remark the exercises' columns have numbers for headings."""


def make_console(file: IO[str] | None = None) -> Console:
    """A console for `file` (standard output by default). rich itself obeys NO_COLOR and the width of a terminal."""
    from rich.console import Console

    target = sys.stdout if file is None else file
    fixed = not target.isatty() and not os.environ.get("COLUMNS", "").isdecimal()
    return Console(file=target, width=PIPED_WIDTH if fixed else None, highlight=False, markup=False, emoji=False)


def print_class(run: Run, console: Console, *, seconds: float | None = None) -> None:
    """One row per submission and a summary. `seconds` is how long the run took; results hold no times."""
    exercises = list(dict.fromkeys(each.id for submission in run.submissions for each in submission.exercises))
    headings, legend = _headings(run, exercises, console)
    table = _table()
    table.add_column(_text("Submission", console), max_width=ID_WIDTH, overflow="fold")
    table.add_column(_text("Score", console), justify="right", no_wrap=True)
    for heading in headings:
        table.add_column(_text(heading, console), justify="right", overflow="fold")
    table.add_column(_text("Remark", console), ratio=1, overflow="fold")
    for submission in run.submissions:
        points = {each.id: str(each.points) for each in submission.exercises} if _graded(submission) else {}
        cells = [_one_line(submission.id, ID_LIMIT), _score(submission), *(points.get(each, "-") for each in exercises)]
        remark = _text(_remark(submission), console, _style(submission))
        table.add_row(*(_text(cell, console) for cell in cells), remark)
    if run.submissions:
        console.print(table)
    if legend:
        console.print(_text(legend, console))
    console.print(_text(_summary(run, seconds), console, "bold"))


def print_submission(submission: Submission, console: Console) -> None:
    """One submission: its points per exercise, then each check that is not passed, with its message."""
    console.print(_text(_one_line(submission.id, wording.LINE_LIMIT), console, "bold"))
    console.print(_text(wording.verdict(submission), console, _style(submission)))
    for sentence in wording.explanations(submission):
        console.print(_text(_one_line(sentence, wording.LINE_LIMIT), console))
    if _graded(submission):
        _print_checks(submission, console)
    for note in submission.notes:
        console.print(_text(f"Note: {_one_line(note, wording.LINE_LIMIT)}", console))


def _print_checks(submission: Submission, console: Console) -> None:
    table = _table()
    for heading in ("Exercise", "Points", "Checks passed"):
        table.add_column(_text(heading, console), overflow="fold", justify="left" if heading == "Exercise" else "right")
    grouped = list(wording.by_exercise(submission))
    for exercise, checks in grouped:
        passed = sum(check.outcome is Outcome.PASSED for check in checks)
        cells = (exercise.title, f"{exercise.points}/{exercise.max_points}", f"{passed}/{len(checks)}")
        table.add_row(*(_text(cell, console) for cell in cells))
    if grouped:
        console.print()
        console.print(table)
        console.print()
    hidden_by = obstacles(submission)
    for exercise, checks in grouped:
        for mistake in wording.mistakes(exercise, submission):
            words = _one_line(wording.first_sentence(mistake), wording.LINE_LIMIT)
            console.print(_text(f"{exercise.title}: {wording.PROBABLY.lower()}: {words}", console, "bold"))
        _print_section(exercise, checks, hidden_by.get(exercise.id), submission, console)


def _print_section(
    exercise: Exercise, checks: list[Check], obstacle: Obstacle | None, submission: Submission, console: Console
) -> None:
    """The checks of one exercise that are not passed, or the one sentence for all of them."""
    from rich.padding import Padding

    sentence, _, shown = wording.hidden(checks, obstacle)
    if sentence:
        console.print(_text(f"{exercise.title}: {_one_line(sentence, wording.LINE_LIMIT)}", console))
    for check, message in wording.told(shown):
        if check.outcome is Outcome.PASSED:
            continue
        reason = wording.mark_reason(check)
        mark = wording.mark(check.outcome) + (f" ({reason})" if reason else "")
        console.print(_text(f"{exercise.title}: {mark}: {check.sentence}", console))
        if message:
            console.print(Padding(_text(message, console, newlines=True), (0, 0, 1, 4)))
    for needed, skipped in wording.waiting(shown, submission):
        console.print(_text(f'{exercise.title}: {_count(len(skipped), "check")} waiting for "{needed}"', console))


def _one_line(text: str, limit: int) -> str:
    """The text on one line, cut with three dots where it is longer than `limit`."""
    line = " ".join(text[: limit + 1].split())
    return line if len(text) <= limit else line[: limit - 3] + "..."


def _graded(submission: Submission) -> bool:
    return submission.state is State.GRADED


def _score(submission: Submission) -> str:
    return f"{submission.score}/{submission.max_score}" if _graded(submission) else f"-/{submission.max_score}"


def _style(submission: Submission) -> str:
    """A colour that only repeats what the words say."""
    if _graded(submission) and not grader_errors(submission):
        return "green" if (submission.score or 0) >= submission.regular_max else ""
    return "red"


def _remark(submission: Submission) -> str:
    """What the instructor should know first."""
    if not _graded(submission):
        return _one_line(f"{submission.state.value.replace('_', ' ')}: {submission.reason}".rstrip(": "), 120)
    if broken := len(grader_errors(submission)):
        return f"grader error in {_count(broken, 'check')}"
    if submission.reason:  # what the instructor has decided
        return _one_line(submission.reason, 66)
    if submission.mistakes:
        return _one_line(wording.first_sentence(submission.mistakes[0]), 66)
    if hidden := remark(submission):
        return _one_line(hidden, 66)
    first = next((check for check in submission.checks if check.outcome is Outcome.FAILED), None)
    if first is not None:
        return _one_line(f"fails: {first.sentence}", 66)
    absent = {exercise.id for exercise in submission.exercises if exercise.absent}
    handed_in = [check for check in submission.checks if check.exercise not in absent]
    if not handed_in or any(check.outcome is not Outcome.PASSED for check in handed_in):
        return "not all checks were run"
    return "all right, bonus not handed in" if absent else "all right"


def _summary(run: Run, seconds: float | None) -> str:
    """How many ended how, the grader's own errors, and the middle of the scores."""
    scores = [each.score for each in run.submissions if _graded(each) and each.score is not None]
    states = [submission.state for submission in run.submissions]
    parts = [
        f"{_count(len(states), 'submission')}: {states.count(State.GRADED)} graded",
        f"{states.count(State.UNGRADABLE)} ungradable",
        _count(states.count(State.INFRASTRUCTURE_ERROR), "infrastructure error"),
        _count(sum(len(grader_errors(submission)) for submission in run.submissions), "grader error"),
    ]
    if scores:
        parts.append(f"mean {statistics.fmean(scores):.1f}, median {statistics.median(scores):.1f}")
    if seconds is not None:
        parts.append(f"{seconds:.1f} s")
    return ", ".join(parts)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _headings(run: Run, exercises: Sequence[str], console: Console) -> tuple[Sequence[str], str]:
    """The exercises' headings: their ids where the remark still has room, else numbers, with a legend."""
    from rich.cells import cell_len

    ids = max((cell_len(for_terminal(submission.id)) for submission in run.submissions), default=0)
    scores = max((len(_score(submission)) for submission in run.submissions), default=0)
    gaps = 3 * (len(exercises) + 2)
    fixed = min(max(ids, len("Submission")), ID_WIDTH) + max(scores, len("Score")) + gaps
    if fixed + sum(cell_len(each) for each in exercises) + REMARK_WIDTH <= console.width:
        return exercises, ""
    legend = ", ".join(f"{number} {each}" for number, each in enumerate(exercises, start=1))
    return [str(number) for number in range(1, len(exercises) + 1)], f"Exercises: {legend}"


def _table() -> Table:
    """A table with one rule under the headings, in ASCII, so that it is the same on every terminal."""
    from rich.box import Box
    from rich.table import Table

    nothing = "    \n"
    rule_under_headings = Box(2 * nothing + " -- \n" + 5 * nothing, ascii=True)
    return Table(box=rule_under_headings, pad_edge=False, show_edge=False)


def _text(text: str, console: Console, style: str = "", *, newlines: bool = False) -> Text:
    """Safe text that the output's encoding can hold."""
    from rich.text import Text

    safe = for_terminal(text, newlines=newlines).encode(console.encoding, "backslashreplace")
    return Text(safe.decode(console.encoding), style=style, overflow="fold")
