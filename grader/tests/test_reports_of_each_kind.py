"""Goldens of what students read: one submission of each kind, graded like any other, under a fixed seed.

Read a golden as its student would: what is wrong first, is the sentence clear, does the explanation name the mistake? The
page's style sheet is left out of the goldens: it is the same on every page.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from loopcheck.authoring.bank import WRONG, read_entry
from loopcheck.authoring.stubs import stub_module
from loopcheck.course import course_files, load_course
from loopcheck.grading import Grader, GraderSettings
from loopcheck.reports import wording
from loopcheck.reports.grades_csv import grades_csv
from loopcheck.reports.instructor_html import instructor_pages
from loopcheck.reports.obstacles import remark
from loopcheck.reports.student_html import feedback_html
from loopcheck.reports.student_markdown import feedback_markdown
from loopcheck.reports.terminal import make_console, print_class
from loopcheck.results import Run, State, Submission
from loopcheck.submissions.model import UNTOUCHED, Source
from loopcheck.submissions.reading import read_submission

ROOT = Path(__file__).resolve().parents[2]
COURSE = load_course()
REFERENCE = course_files().package_sources(COURSE)
SEED = 1

MISTAKES = {
    "drained_loop": ("run_once_drains_the_queue",),
    "float_clock": ("whole_loop_counts_in_seconds",),
    "inline_waiter": ("set_result_runs_the_waiter_inline",),
    "late_timer": ("run_once_takes_less_for_less_or_equal",),
    "one_hop_too_few": ("suspend_always_wakes_in_place",),
    "two_mistakes": ("set_result_queues_the_waiter_twice", "suspend_takes_the_clock_for_the_expiry"),
    "timer_jumps_the_queue": ("run_once_puts_timers_in_front_in_order",),
    "wake_recorded_again": ("step_never_forgets_the_sleep",),
}
"""One mistake of each function, two at once, and those that the course speaks of. All are recognised."""

EDITED = {
    "exit_on_import": ("task.py", "from __future__ import annotations\n", "{}import os\n\nos._exit(0)\n"),
    "hang_in_set_result": ("future.py", "        if self.done:\n", "        while True:\n            pass\n{}"),
    "syntax_error": ("task.py", "def step(self) -> None:", "def step(self) -> None"),
}
"""The reference with one edit: the module, a line of it, and what it becomes."""


def source_of(kind: str, folder: Path) -> Source:
    """The submission of this kind."""
    modules = {name: REFERENCE[name] for name in COURSE.edit}
    if kind in MISTAKES:
        sources = REFERENCE
        for name in MISTAKES[kind]:
            sources = dict(read_entry(ROOT / WRONG / f"{name}.py", COURSE, sources).sources)
        modules = {name: sources[name] for name in COURSE.edit}
    elif kind in EDITED:
        module, old, new = EDITED[kind]
        text = modules[module].decode()
        assert old in text
        modules[module] = text.replace(old, new.format(old)).encode()
    elif kind == "untouched_stub":
        package = ROOT / "student_template" / COURSE.package
        modules = {name: (package / name).read_bytes() for name in COURSE.edit}
        return Source(kind, modules, notes=(UNTOUCHED,), untouched=True)
    elif kind == "one_of_four":
        package = ROOT / "student_template" / COURSE.package
        modules |= {name: (package / name).read_bytes() for name in ("task.py", "loop.py")}
    elif kind == "ungradable":
        (folder / "notes.txt").write_text("I will do it tomorrow.\n", encoding="utf-8")
        return read_submission(kind, folder, COURSE, course_files().provided_sources(COURSE))
    return Source(kind, modules)


KINDS = sorted([*MISTAKES, *EDITED, "all_right", "one_of_four", "ungradable", "untouched_stub"])


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Submission]]:
    with Grader(GraderSettings(SEED)) as grader:
        yield {kind: grader.grade(source_of(kind, tmp_path_factory.mktemp(kind)))[0] for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_markdown(kind: str, results: dict[str, Submission], golden: Callable[[str, str], None]) -> None:
    golden(f"kinds/{kind}.md", feedback_markdown(results[kind]))


@pytest.mark.parametrize("kind", KINDS)
def test_html(kind: str, results: dict[str, Submission], golden: Callable[[str, str], None]) -> None:
    page = feedback_html(results[kind])
    golden(f"kinds/{kind}.html", re.sub(r"(?s)<style>.*?</style>", "<style>…</style>", page))


def test_terminal(
    results: dict[str, Submission], golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    text = io.StringIO()
    run = Run(suite="", python="3.11", sandbox="", seed=SEED, submissions=tuple(results[kind] for kind in KINDS))
    print_class(run, make_console(text))
    golden("kinds/terminal.txt", re.sub(r" +$", "", text.getvalue(), flags=re.MULTILINE))


def test_the_mistakes_are_named(results: dict[str, Submission]) -> None:
    assert {kind: tuple(found.name for found in results[kind].mistakes) for kind in MISTAKES} == MISTAKES
    assert all(not results[kind].mistakes for kind in KINDS if kind not in MISTAKES)


def test_what_is_not_written_is_said_once_and_what_to_do_first(results: dict[str, Submission]) -> None:
    pages = {kind: (feedback_markdown(results[kind]), feedback_html(results[kind])) for kind in KINDS}
    for page in pages["untouched_stub"]:
        top, _, below = page.partition("A task takes one step")
        assert "Nothing was written yet. What to do first: begin with exercise 1, “A future wakes its waiter”." in top
        assert "NotImplementedError" not in page
        assert (below.count("Not written yet"), below.count("Nothing works here yet")) == (4, 1)
    for page in pages["one_of_four"]:
        assert "Exercises 2, 3 and 4 are not written yet. What to do first: begin with exercise 2" in page
        assert "All 7 checks passed" in page
    for page in pages["syntax_error"]:
        assert page.count("SyntaxError in task.py, line 33") == 4, "at the top, and once for each of three exercises"
        assert page.index("What to do first: mend") < page.index("Points")
    for kind in MISTAKES:
        assert not any("What to do first" in page for page in pages[kind])


def test_what_is_not_written_is_the_remark(results: dict[str, Submission]) -> None:
    table = grades_csv(Run(suite="", python="", sandbox="", seed=SEED, submissions=tuple(results.values())))
    reasons = {row["student_id"]: row["reason"] for row in csv.DictReader(io.StringIO(table))}
    assert reasons["untouched_stub"] == "not written yet: set_result, step, suspend, run_once"
    assert reasons["one_of_four"] == "not written yet: step, suspend, run_once"
    assert reasons["syntax_error"] == "cannot be imported: expected ':' (task.py, line 33)"
    assert {reasons[kind] for kind in MISTAKES} == {""}
    run = Run(suite="", python="", sandbox="", seed=SEED, submissions=(results["one_of_four"], results["syntax_error"]))
    pages = dict(instructor_pages(run, {kind: kind for kind in KINDS}))
    assert "not written yet: step, suspend, run_once" in pages["instructor.html"]
    assert "cannot be imported: expected &#39;:&#39; (task.py, line 33)" in pages["instructor.html"]


def test_a_bonus_exercise_that_is_not_written_or_not_handed_in() -> None:
    course = COURSE.with_bonus("who_yields")
    stub = stub_module(
        course_files().package_sources(course)["who_yields.py"], "who_yields.py", "who_yields.py", course
    )
    regular = {name: REFERENCE[name] for name in COURSE.edit}
    with Grader(GraderSettings(SEED, course=course)) as grader:
        absent, unwritten = (
            grader.grade(Source("ann", modules))[0] for modules in (regular, {**regular, "who_yields.py": stub})
        )
    for submission in (absent, unwritten):
        page = feedback_markdown(submission)
        assert (remark(submission), "What to do first" in page) == ("", False), "nobody has to hand it in"
        assert page.count(wording.NOT_HANDED_IN) == 1


def test_a_check_that_failed_otherwise_is_shown(results: dict[str, Submission]) -> None:
    """One check that was met by something else, and the exercise is shown check by check."""
    one = results["one_of_four"]
    checks = tuple(
        msgspec.structs.replace(check, message="It was 3.") if check.id == one.checks[7].id else check
        for check in one.checks
    )
    page = feedback_markdown(msgspec.structs.replace(one, checks=checks))
    assert "It was 3." in page
    assert page.count("Nothing works here yet") == 1
    for words in ("Your code raised NotImplementedError.", "NotImplementedError in task.py, line 3: later"):
        own = tuple(msgspec.structs.replace(check, message=words) for check in one.checks)
        assert "not written yet" not in feedback_markdown(msgspec.structs.replace(one, checks=own)), (
            "not the template's"
        )


def test_states_and_scores(results: dict[str, Submission]) -> None:
    """A function that is right keeps its points, whatever is beside it."""
    assert results["ungradable"].state is State.UNGRADABLE
    assert {kind: results[kind].score for kind in ("all_right", "untouched_stub")} == {
        "all_right": 100,
        "untouched_stub": 0,
    }
    points = {kind: {each.id: each.points for each in results[kind].exercises} for kind in EDITED}
    assert points["hang_in_set_result"]["run_once"] == points["syntax_error"]["run_once"] == 25
    assert points["syntax_error"]["set_result"] == points["exit_on_import"]["set_result"] == 10
