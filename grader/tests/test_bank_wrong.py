"""Wrong solutions: every file in solutions/wrong fails exactly the checks that it declares, whatever the seed, and its report
tells its student no expected value that is hidden.

A wrong solution that keeps its points is the second worst bug that a grader can have. When one of these does not fail what
it declares, look at the check first; `python -m loopcheck.authoring.observed solutions/wrong/NAME.py` prints what it fails.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from loopcheck.authoring.bank import Entry, read_bank
from loopcheck.authoring.observed import Observed, fails_text, observe
from loopcheck.course import course_files, load_course
from loopcheck.grading import Grader, GraderSettings
from loopcheck.interview import Answer, Interview
from loopcheck.reports.class_html import class_html
from loopcheck.reports.student_html import feedback_html
from loopcheck.reports.student_markdown import feedback_markdown
from loopcheck.reports.terminal import make_console, print_submission
from loopcheck.results import Run, State, Submission
from loopcheck.submissions.model import Source

from . import hidden_values as hidden
from .sampling import sampled

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "solutions/wrong"
COURSE = load_course()
BANK = {entry.name: entry for entry in read_bank(FOLDER, COURSE, course_files().package_sources(COURSE))}
EXERCISE_OF = {check: exercise.id for exercise in COURSE.exercises for check in exercise.points}
WHOLE_LOOP = "whole_loop"

FIRST_SEED = 1
OTHER_SEEDS = (20_260_817, 2**53 - 1)
SLOW = {name for name, entry in BANK.items() if "an_endless_hog_does_not_starve_the_timer" in entry.fails}
BY_CHANCE = {"step_begins_in_the_constructor"}
"""Mistakes that a further check, beside those declared, notices under some seeds: whether the random schedules show them."""
SAMPLE = sorted(BANK)[::5]
"""Whose reports are searched for hidden values; all of them with `--thorough` only."""
OTHER_SEEDS_FOR = [name for name in sorted(BANK.keys() - SLOW)[::12] if name not in BY_CHANCE]
"""Those that leave the starvation check green end quickly; the others are graded under one seed."""
CASES = [(FIRST_SEED, name) for name in BANK] + [(seed, name) for seed in OTHER_SEEDS for name in OTHER_SEEDS_FOR]

RED_BESIDE = {
    "step_begins_in_the_constructor": {"suspend"},  # the constructor belongs to both functions of a task
}
"""Mistakes that also cost points in another function's exercise."""
RIGHT_BESIDE = {
    "suspend_is_done_by_step": {"step"},  # changed, and right: it does what `_suspend` should
}
"""Functions that a mistake's file changes, and that are right as they are."""


class ListeningGrader(Grader):
    """A grader that keeps the last interview, what it graded, and the answers of those in `read`: all would be gigabytes."""

    def __init__(self, settings: GraderSettings, read: Collection[str]) -> None:
        super().__init__(settings)
        self.read = read
        self.last: Interview | None = None
        self.seen: dict[str, Observed] = {}
        self.answers: dict[str, list[Answer]] = {}
        self.kept: dict[str, Any] = {}

    def interview(self, source: Source) -> Interview:
        self.last = super().interview(source)
        return self.last

    def observed(self, name: str) -> Observed:
        """How a bank entry was graded."""
        if name not in self.seen:
            self.seen[name] = observe(self, BANK[name])
            if name in self.read:
                assert self.last is not None
                self.answers[name] = list(self.last.known.values())
        return self.seen[name]

    def hidden(self, secrets: Any, name: str) -> Any:
        """What a report of a bank entry must not tell."""
        if name not in self.kept:
            submission = self.observed(name).submission
            self.kept[name] = hidden.union(secrets.of(submission, self.answers.pop(name)).values())
        return self.kept[name]


@pytest.fixture(scope="module")
def listeners(request: pytest.FixtureRequest) -> Iterator[Callable[[int], ListeningGrader]]:
    """One warm grader per seed, whatever the order of the tests."""
    read = BANK if request.config.getoption("--thorough") else SAMPLE
    with ExitStack() as stack:

        @cache
        def of_seed(seed: int) -> ListeningGrader:
            return stack.enter_context(ListeningGrader(GraderSettings(seed), read if seed == FIRST_SEED else ()))

        yield of_seed


@pytest.fixture(scope="module")
def grader(listeners: Callable[[int], ListeningGrader]) -> ListeningGrader:
    return listeners(FIRST_SEED)


@pytest.fixture(scope="module")
def secrets(grader: ListeningGrader) -> Any:
    return hidden.Secrets(grader.session.plugin.suite)


@pytest.mark.parametrize(("seed", "name"), CASES)
def test_a_wrong_solution_fails_what_it_declares(
    listeners: Callable[[int], ListeningGrader], seed: int, name: str
) -> None:
    entry = BANK[name]
    seen = listeners(seed).observed(name)
    result = seen.submission
    assert result.state is State.GRADED, result.reason
    assert seen.failed == entry.fails, f"{entry.idea}\n\nIt fails these checks:\n{fails_text(seen.failed, COURSE)}"
    assert seen.failed, "no check notices this mistake"
    assert result.score is not None
    assert result.score < result.max_score


@pytest.mark.parametrize("name", sampled(BANK, SAMPLE))
def test_its_report_tells_nothing_hidden(grader: ListeningGrader, secrets: Any, name: str) -> None:
    kept = grader.hidden(secrets, name)
    for reader, page in pages(grader.observed(name).submission).items():
        assert not page & kept, f"{reader} shows {page & kept}"


def test_the_page_of_the_class_tells_nothing_hidden(grader: ListeningGrader, secrets: Any) -> None:
    page = hidden.of_page(class_html(run_of(*(grader.observed(name).submission for name in SAMPLE))))
    page -= hidden.of_text("\n".join(entry.idea for entry in BANK.values()))  # it tells the class of all its mistakes
    for name in SAMPLE:
        assert not page & grader.hidden(secrets, name)


def test_a_report_that_tells_is_found_out(grader: ListeningGrader, secrets: Any) -> None:
    """What is searched for is there to be found: in a report that shows students what is the instructor's."""
    found = dict.fromkeys(("Markdown", "HTML", "terminal"), 0)
    # Some mistakes leave nothing to hide: where an exception should be, or a name.
    hiding = {name: kept for name in SAMPLE if (kept := grader.hidden(secrets, name))}
    assert len(hiding) >= 30
    for name, kept in hiding.items():
        for reader, page in pages(with_details(grader.observed(name).submission)).items():
            found[reader] += bool(page & kept)
    assert min(found.values()) >= 0.75 * len(hiding), found


def pages(submission: Submission) -> dict[str, Any]:
    """What is seen of each report that a student may read."""
    terminal = io.StringIO()
    print_submission(submission, make_console(terminal))
    return {
        "Markdown": hidden.of_text(feedback_markdown(submission)),
        "HTML": hidden.of_page(feedback_html(submission)),
        "terminal": hidden.of_text(terminal.getvalue()),
    }


def with_details(submission: Submission) -> Submission:
    checks = (msgspec.structs.replace(check, message=check.detail) for check in submission.checks)
    return msgspec.structs.replace(submission, checks=tuple(checks))


def run_of(*submissions: Submission) -> Run:
    return Run(suite="", python="3.11", sandbox="", seed=0, submissions=submissions)


@pytest.mark.parametrize("name", BANK)
def test_a_mistake_is_red_where_it_was_made(name: str) -> None:
    red = {EXERCISE_OF[check] for check in BANK[name].fails}
    made_in = functions_changed(BANK[name]) - RIGHT_BESIDE.get(name, set())
    assert made_in <= red
    assert red - made_in - {WHOLE_LOOP} <= RED_BESIDE.get(name, set()), "a function is judged by what it does itself"


def test_every_check_is_needed_by_some_mistake() -> None:
    noticed = {check for entry in BANK.values() for check in entry.fails}
    assert sorted(EXERCISE_OF.keys() - noticed) == []


def test_there_are_many_and_each_says_what_it_is_about() -> None:
    assert len(BANK) >= 85
    paragraphs = {name: entry.idea.split("\n\n") for name, entry in BANK.items()}
    assert {name for name, parts in paragraphs.items() if len(parts) != 3 or "\n" in parts[0]} == set()
    firsts = [parts[0] for parts in paragraphs.values()]
    assert [line for line in firsts if not line.endswith(".")] == []
    assert len(set(firsts)) == len(firsts)


def test_explanations_do_not_give_the_answer_away() -> None:
    """They are shown to students: words, and no line of the reference."""
    lines = [line.strip() for name in COURSE.edit for line in read_reference(name).splitlines()]
    code = {line for line in lines if len(line) > 12 and any(sign in line for sign in "()=")}
    told = {name for name, entry in BANK.items() if any(line in entry.idea for line in code)}
    assert told == set()


def test_no_two_are_the_same_program() -> None:
    programs: dict[str, str] = {}
    for name, entry in BANK.items():
        program = "".join(ast.dump(ast.parse(source)) for _, source in sorted(entry.sources.items()))
        assert programs.setdefault(program, name) == name


def functions_changed(entry: Entry) -> set[str]:
    """The exercises in whose class the file changes something; a function that is not an exercise counts for its class.

    `run` and `create_task` belong to no exercise: whoever changes nothing else is judged by the whole loop.
    """
    made_in = set()
    tree = ast.parse((FOLDER / f"{entry.name}.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            members = {part.name for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)}
            of_class = {
                e.function.partition(".")[2]: e.id for e in COURSE.exercises if e.function.startswith(node.name + ".")
            }
            made_in |= {of_class[name] for name in members & of_class.keys()} or {named_by(entry.name)}
    return made_in


def named_by(name: str) -> str:
    """The exercise whose id begins the name of a bank file."""
    return next(exercise.id for exercise in COURSE.exercises if name.startswith(exercise.id))


def read_reference(module: str) -> str:
    return course_files().package_sources(COURSE)[module].decode("utf-8")
