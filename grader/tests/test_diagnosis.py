"""Diagnosis: a mistake is named rightly or not at all, in whatever style it is written, and a right solution never.

`rewritten_mistakes/` holds mistakes of the bank in another style, `new_mistakes/` mistakes that the bank does not know; both
are written like files of the bank. Naming a mistake wrongly is worse than silence: it sends a student in a wrong direction.
An explanation must be true of everybody who does the same: `rewritten_mistakes/` also holds what students are likely to
write, where the bank has something rarer with the same effect.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from loopcheck.authoring.bank import Entry, folders_of, read_bank, read_entry
from loopcheck.authoring.observed import source_of
from loopcheck.authoring.signatures import is_current, marks_left
from loopcheck.course import course_files, load_course
from loopcheck.diagnosis import ALONE, OWN, Diagnoser, Signatures, load_signatures, mark_of
from loopcheck.grading import Grader, GraderSettings
from loopcheck.interview import Silence
from loopcheck.probes.program import ProgramFacts
from loopcheck.results import Outcome, State
from loopcheck.submissions.model import Source
from loopcheck.submissions.reading import read_submission
from loopcheck.verdicts import Verdict

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
COURSE = load_course()
REFERENCE = course_files().package_sources(COURSE)
WRONG = {entry.name: entry for entry in read_bank(ROOT / "solutions/wrong", COURSE, REFERENCE)}
ALL = COURSE.with_all_bonus()
EXPLAINED = WRONG | {
    f"{exercise.id}_{entry.name}": entry
    for exercise in ALL.bonus
    for entry in read_bank(ROOT / folders_of(exercise)[1], ALL, course_files().package_sources(ALL))
}
"""The mistakes of the bonus exercises, too."""
CORRECT = read_bank(ROOT / "solutions/correct", COURSE, REFERENCE)
LEANING = [entry for entry in CORRECT if {"Task.step", "Task._suspend"} <= entry.replaces]
"""Two functions that may work together in a way of their own."""
REWRITTEN = sorted((HERE / "rewritten_mistakes").glob("*.py"))
NEW = sorted((HERE / "new_mistakes").glob("*.py"))
KNOWN = load_signatures().mistakes
EXERCISE_OF = {check: exercise.id for exercise in COURSE.exercises for check in exercise.points}
FUNCTIONS = [exercise.id for exercise in COURSE.exercises if exercise.function]

STARVES = "an_endless_hog_does_not_starve_the_timer"
"""Who fails this check takes long."""

MOST_COMMON = {
    "run_once_drains_the_queue",
    "run_once_takes_less_for_less_or_equal",
    "set_result_runs_the_waiter_inline",
    "step_never_forgets_the_sleep",
    "suspend_always_wakes_in_place",
}
SAME_BEHAVIOUR = {frozenset({"set_result_never_marks_done", "set_result_leaves_the_future_pending"})}
"""Mistakes that nothing tells apart from outside."""

STUBS = {
    "set_result": "class Future:\n    def set_result(self):\n        raise NotImplementedError\n",
    "step": "class Task:\n    def step(self):\n        raise NotImplementedError\n",
    "suspend": "class Task:\n    def _suspend(self, delay):\n        raise NotImplementedError\n",
    "run_once": "class EventLoop:\n    def run_once(self):\n        raise NotImplementedError\n",
}


@pytest.fixture(scope="module")
def grader() -> Iterator[Grader]:
    """Its seed is not one of those under which marks are taken."""
    assert is_current(ROOT), "the signatures are stale: run `loopcheck author build`"
    with Grader(GraderSettings(seed=7)) as warm:
        yield warm


def named(grader: Grader, entry: Entry) -> list[str]:
    """The mistakes that a student with this solution is told."""
    submission, _ = grader.grade(source_of(entry, COURSE))
    assert submission.state is State.GRADED, submission.reason
    return [mistake.name for mistake in submission.mistakes]


def diagnosed(grader: Grader, entry: Entry, red: frozenset[str]) -> list[str]:
    """As `named`, without grading: `red` are the checks that failed."""
    verdicts = {check: Verdict(Outcome.FAILED if check in red else Outcome.PASSED) for check in EXERCISE_OF}
    return [mistake.name for mistake in grader.diagnoser.mistakes(grader.interview(source_of(entry, COURSE)), verdicts)]


def both(first: Entry, second: Path) -> Entry:
    """One submission with both mistakes, in different functions."""
    return read_entry(second, COURSE, first.sources)


# The bank, graded as if students had handed it in.


@pytest.fixture(scope="module")
def names(grader: Grader, pytestconfig: pytest.Config) -> dict[str, list[str]]:
    """What each wrong solution of the bank is told; of every second one without `--thorough`."""
    asked = set(WRONG) if pytestconfig.getoption("--thorough") else {*sorted(WRONG)[::2], ELSEWHERE, THERE}
    return {name: diagnosed(grader, entry, entry.fails) for name, entry in WRONG.items() if name in asked}


ELSEWHERE, THERE = "set_result_skips_a_waiter_it_has_seen", "suspend_reuses_a_future_that_is_done"


def test_a_known_mistake_is_named_rightly_or_not_at_all(names: dict[str, list[str]]) -> None:
    right = {name for name, found in names.items() if found == [name]}
    unnamed = {name for name, found in names.items() if not found}
    wrong = names.keys() - right - unnamed
    distinct = {name for name in names if KNOWN[name].marks} - frozenset().union(*ambiguous())
    count = f"{len(right)} named rightly, {len(unnamed)} left unnamed, {len(wrong)} named wrongly"
    assert {name: names[name] for name in wrong} == {}, count
    assert len(right & distinct) >= 0.9 * len(distinct), f"{count}; unnamed: {sorted(unnamed)}"
    assert len(distinct) >= 0.9 * len(names), f"{count}; not distinguishable: {sorted(names.keys() - distinct)}"


def test_grading_in_full_names_the_same(
    grader: Grader, names: dict[str, list[str]], pytestconfig: pytest.Config
) -> None:
    quick = sorted(name for name in names if STARVES not in WRONG[name].fails)
    for name in random.Random(20260817).sample(quick, 40 if pytestconfig.getoption("--thorough") else 15):
        assert named(grader, WRONG[name]) == names[name]


def test_only_what_is_the_same_from_outside_is_ambiguous() -> None:
    assert ambiguous() <= SAME_BEHAVIOUR


def test_a_mistake_elsewhere_is_not_blamed_on_the_function_that_shows_it(names: dict[str, list[str]]) -> None:
    """Both wake a task once and never again; only one of them was made in `_suspend`."""
    assert (names[ELSEWHERE], names[THERE]) == ([ELSEWHERE], [THERE])


def ambiguous() -> set[frozenset[str]]:
    """Groups of known mistakes with all their marks in common."""
    groups: dict[str, set[str]] = {}
    for name, known in KNOWN.items():
        if known.marks:
            groups.setdefault(repr(sorted(known.marks.items())), set()).add(name)
    return {frozenset(group) for group in groups.values() if len(group) > 1}


# The same mistakes in other styles, and other mistakes.


def mistake_of(path: Path) -> str:
    """The mistake of the bank that this file rewrites."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "MISTAKE":
            return str(ast.literal_eval(node.value))
    raise AssertionError(f"{path.name} does not say which MISTAKE it rewrites")


@pytest.mark.parametrize("path", REWRITTEN, ids=lambda path: path.stem)
def test_a_mistake_is_named_in_any_style(grader: Grader, path: Path) -> None:
    assert named(grader, read_entry(path, COURSE, REFERENCE)) == [mistake_of(path)]


def test_the_most_common_mistakes_are_among_the_rewritten_ones() -> None:
    assert len(REWRITTEN) >= 10
    assert {mistake_of(path) for path in REWRITTEN} >= MOST_COMMON


@pytest.mark.parametrize("path", NEW, ids=lambda path: path.stem)
def test_an_unknown_mistake_is_not_named(grader: Grader, path: Path) -> None:
    entry = read_entry(path, COURSE, REFERENCE)
    submission, _ = grader.grade(source_of(entry, COURSE))
    assert [mistake.name for mistake in submission.mistakes] == []
    assert submission.score is not None
    assert submission.score < submission.max_score, "this is no mistake"


# Several mistakes in one submission.

PAIRS = [
    ("set_result_runs_the_waiter_inline", "step_records_every_step"),
    ("set_result_queues_the_waiter_twice", "suspend_takes_the_clock_for_the_expiry"),
    ("set_result_puts_the_waiter_at_the_front", "run_once_takes_less_for_less_or_equal"),
    ("set_result_runs_the_waiter_inline", "run_once_puts_timers_at_the_front"),
    ("step_never_forgets_the_sleep", "suspend_always_wakes_in_place"),
    ("step_records_the_wake_late", "suspend_takes_three_hops"),
    ("step_puts_the_burner_at_the_front", "run_once_stamps_the_deadline"),
    ("suspend_swaps_the_hops", "run_once_reverses_the_batch"),
    ("suspend_keeps_an_absolute_schedule", "run_once_runs_one_callback"),
]


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_two_mistakes_in_different_functions_are_both_named(grader: Grader, pair: tuple[str, str]) -> None:
    first, second = pair
    entry = both(WRONG[first], ROOT / f"solutions/wrong/{second}.py")
    assert named(grader, entry) == [first, second]


def test_the_pairs_are_of_all_functions() -> None:
    of = [tuple(function_of(name) for name in pair) for pair in PAIRS]
    assert set(combinations(FUNCTIONS, 2)) <= set(of)


def test_of_many_pairs_none_is_named_wrongly(grader: Grader) -> None:
    """A mistake that leaves no mark of its own is silent beside another one."""
    draw = random.Random(20260817)
    complete = 0
    for _ in range(60):
        functions = draw.sample(FUNCTIONS, 2)
        first, second = (draw.choice(made_in(function)) for function in functions)
        entry = both(WRONG[first], ROOT / f"solutions/wrong/{second}.py")
        found = diagnosed(grader, entry, WRONG[first].fails | WRONG[second].fails)
        assert set(found) <= {first, second}, f"{first} with {second}"
        complete += len(found) == 2
    assert complete >= 30


@pytest.mark.parametrize(
    ("missing", "mistake"),
    [
        ("set_result", "run_once_looks_at_timers_between_callbacks"),
        ("step", "set_result_runs_the_waiter_inline"),
        ("suspend", "step_never_forgets_the_sleep"),
        ("run_once", "suspend_always_wakes_in_place"),
    ],
)
def test_a_mistake_is_named_beside_a_missing_function(
    grader: Grader, tmp_path: Path, missing: str, mistake: str
) -> None:
    stub = tmp_path / "stub.py"
    stub.write_text(f'"""Not written yet."""\n\n\n{STUBS[missing]}', encoding="utf-8")
    assert named(grader, both(WRONG[mistake], stub)) == [mistake]


@cache
def made_in(exercise: str) -> list[str]:
    """The mistakes that were made in this function alone."""
    function = COURSE.exercise(exercise).function
    return [name for name, entry in WRONG.items() if entry.replaces == {function} and function_of(name) == exercise]


def function_of(name: str) -> str:
    return next(exercise for exercise in FUNCTIONS if name.startswith(exercise))


# Who is not told anything.


@pytest.mark.parametrize("entry", [*LEANING[::3], *CORRECT[::20]], ids=lambda entry: entry.name)
def test_a_right_solution_has_no_mark_of_a_mistake(grader: Grader, entry: Entry) -> None:
    """Not even when it is asked as if its functions were red, each for itself or all together."""
    of_functions = [frozenset(check for check in EXERCISE_OF if EXERCISE_OF[check] == name) for name in FUNCTIONS]
    for red in [*of_functions, frozenset(EXERCISE_OF), frozenset()]:
        assert diagnosed(grader, entry, red) == []


def test_a_style_is_not_taken_for_a_second_mistake(grader: Grader) -> None:
    """A right `step` and `_suspend` that lean on each other, beside a function that is wrong."""
    draw = random.Random(20260817)
    others = [*made_in("set_result"), *made_in("run_once")]
    for entry in draw.sample(LEANING, 10):
        mistake = draw.choice(others)
        assert set(named(grader, both(entry, ROOT / f"solutions/wrong/{mistake}.py"))) <= {mistake}


def test_the_untouched_stub_is_told_nothing(grader: Grader) -> None:
    package = ROOT / "student_template" / COURSE.package
    stub = Source("stub", {name: (package / name).read_bytes() for name in COURSE.edit})
    submission, _ = grader.grade(stub)
    assert (submission.score, submission.mistakes) == (0, ())


def test_without_signatures_nothing_is_named(grader: Grader) -> None:
    suite, clock = grader.session.plugin.suite, grader.session.clock
    diagnoser = Diagnoser(suite, clock, Signatures())
    entry = WRONG["set_result_runs_the_waiter_inline"]
    verdicts = {"set_result_does_not_run_the_waiter": Verdict(Outcome.FAILED)}
    assert diagnoser.mistakes(grader.interview(source_of(entry, COURSE)), verdicts) == ()


@pytest.mark.parametrize(
    ("student", "mistake"),
    {
        "okafor-n": "set_result_runs_the_waiter_inline",
        "perez vega-d": "step_records_the_wake_last",
        "quist-e": "suspend_keeps_an_absolute_schedule",
        "rossi-f": "run_once_takes_less_for_less_or_equal",
        "sato-y": "run_once_drains_the_queue",
    }.items(),
)
def test_the_mistakes_of_the_example_class_are_named(grader: Grader, student: str, mistake: str) -> None:
    folder = ROOT / "instructor/example_class" / student
    submission, _ = grader.grade(read_submission(student, folder, COURSE, course_files().provided_sources(COURSE)))
    assert [found.name for found in submission.mistakes] == [mistake]


# What a mark is made of.


BY_CHANCE = '''"""The batch is a set."""


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        batch = set(self.ready)
        self.ready.clear()
        for callback in batch:
            callback()
'''


def facts(kind: str = "", message: str = "", line: int = 3, depth: int = 100) -> ProgramFacts:
    """An answer with `depth` events, which ends in an exception of this kind."""
    log: list[list[int | str | None]] = [["ran", f"c{number}", 0, 1, None] for number in range(depth)]
    raised: list[int | str | None] = [kind.partition(" ")[0], message, "loop.py", line, kind] if kind else []
    return ProgramFacts(log=log, clocks=[depth], raised=raised)


LOOKUP = "IndexError LookupError Exception"
RECURSION = "RecursionError RuntimeError Exception"


def test_what_a_student_words_differently_makes_no_difference() -> None:
    marks = {mark_of([facts(LOOKUP, message, line)], OWN) for message in ("empty", "pop from []") for line in (3, 30)}
    assert len(marks) == 1
    assert marks != {mark_of([facts()], OWN)}


def test_a_class_of_the_students_own_counts_as_what_it_descends_from() -> None:
    own = facts("ValueError Exception")
    own.raised[0] = "UnknownCommandError"
    assert mark_of([own], OWN) == mark_of([facts("ValueError Exception")], OWN)


@pytest.mark.parametrize("kind", ["AttributeError", "NameError", "TypeError", "UnboundLocalError NameError"])
def test_a_slip_counts_with_its_words_and_says_nothing_beside_fakes(kind: str) -> None:
    one, other = (facts(f"{kind} Exception", message) for message in ("no attribute 'a'", "no attribute 'b'"))
    assert mark_of([one], OWN) != mark_of([other], OWN)
    assert mark_of([one], ALONE) == ""


def test_how_deep_a_recursion_gets_makes_no_difference() -> None:
    assert mark_of([facts(RECURSION, depth=300)], OWN) == mark_of([facts(RECURSION, depth=900)], OWN)
    assert mark_of([facts(RECURSION, depth=3)], OWN) != mark_of([facts(RECURSION, depth=900)], OWN)


def test_what_is_left_to_chance_leaves_no_mark(grader: Grader, tmp_path: Path) -> None:
    """The order of a set of callbacks is that of their addresses."""
    path = tmp_path / "by_chance.py"
    path.write_text(BY_CHANCE, encoding="utf-8")
    assert marks_left(grader, read_entry(path, COURSE, REFERENCE), []).get("run_once", {}) == {}


def test_an_answer_that_is_missing_leaves_no_mark() -> None:
    assert mark_of([facts(), Silence("it hung")], OWN) == ""


# What a student reads.

DEMO_FIGURES = {999, 1005, 1205, 1406}
"""Figures of the pinned schedule under a mistake, where they are not whole hundreds."""


@pytest.mark.parametrize("name", EXPLAINED)
def test_an_explanation_is_readable(name: str) -> None:
    text = KNOWN[name].explanation
    first, *rest = text.split("\n\n")
    assert text == EXPLAINED[name].idea
    assert re.fullmatch(r"[A-Z`a-z].*\.", first), "the first paragraph is one sentence on one line"
    assert len(re.findall(r"[.?!](?: |$)", first)) == 1
    assert 20 <= len(first) <= 120
    assert len(rest) == 2
    assert 150 <= len(text) <= 600
    assert max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize("name", EXPLAINED)
def test_an_explanation_gives_nothing_away(name: str) -> None:
    text = KNOWN[name].explanation
    assert not re.search(r"(?i)\b(hidden|probes?|checks?|grader|reference|solution|suite|bank)\b", text)
    assert not re.search(r"```|\bself\.\w|\bdef \w+\(|^\s*(import|from) |\w = \w|^ ", text, re.MULTILINE)
    figures = {float(figure) for figure in re.findall(r"\d+(?:\.\d+)?", text)}
    assert {figure for figure in figures if figure > 99 and figure % 100} <= DEMO_FIGURES
