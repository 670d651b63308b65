"""Bonus exercises, whichever there are: full marks for what is right in any style, exactly the declared red checks for what is
wrong, nothing for a stub; and a course that leaves them out knows nothing of them.

No exercise is known here by name: a new one is tested by lying in its place.
"""

from __future__ import annotations

import ast
import json
import re
import runpy
import site
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import patch

import coverage
import pytest

from loopcheck.authoring.bank import CORRECT, folders_of, read_bank
from loopcheck.authoring.bank import WRONG as WRONG_FOLDER
from loopcheck.authoring.build import generate
from loopcheck.authoring.regions import parse_regions
from loopcheck.authoring.stubs import stub_module
from loopcheck.course import CourseError, Exercise, course_files, load_course
from loopcheck.diagnosis import load_signatures
from loopcheck.grading import Grader, GraderSettings
from loopcheck.interview import Interviewer, Question, provided_modules
from loopcheck.probes import bonus as probes_of_bonus
from loopcheck.probes.bonus import Experiment, ExperimentFacts
from loopcheck.results import Outcome, Submission
from loopcheck.session import SuiteSession
from loopcheck.submissions.model import Source
from loopcheck.worker.host import Worker
from loopcheck.worker.protocol import CoverageRequest

from .sampling import sampled
from .test_bank_correct import run_visible_checks

FILES = course_files()
ROOT = FILES.root
COURSE = load_course().with_all_bonus()
DEFAULT = load_course().with_bonus()
REFERENCE = FILES.package_sources(COURSE)
BONUS = {exercise.id: exercise for exercise in COURSE.bonus}
RIGHT, WRONG = (
    {
        (exercise.id, entry.name): entry
        for exercise in COURSE.bonus
        for entry in read_bank(ROOT / folders_of(exercise)[which], COURSE, REFERENCE)
    }
    for which in (0, 1)
)
SEEDS = (1, 20_260_817, 2**53 - 1)


def cases(bank: dict[tuple[str, str], Any], every: int = 1) -> list[Any]:
    """Everything under the first seed, and some of it under the others; of that, `every` so-manieth without `--thorough`."""
    found = [(seed, *key) for seed in SEEDS for key in (list(bank) if seed == SEEDS[0] else list(bank)[::5])]
    later = pytest.mark.thorough
    return [pytest.param(*case, marks=later if number % every else ()) for number, case in enumerate(found)]


Graders = Callable[[GraderSettings], Grader]


def settings(seed: int) -> GraderSettings:
    """A course with every bonus exercise."""
    return GraderSettings(seed, course=COURSE)


@pytest.fixture(scope="module")
def grader(graders: Graders) -> Grader:
    return graders(settings(SEEDS[0]))


def source_of(sources: Any) -> Source:
    return Source("bank", {module: sources[module] for module in COURSE.edit})


def red(result: Submission) -> set[str]:
    return {check.id for check in result.checks if check.outcome is Outcome.FAILED}


def details(result: Submission) -> str:
    return "\n".join(f"{check.id} {check.detail}" for check in result.checks if check.outcome is not Outcome.PASSED)


@pytest.mark.parametrize(("seed", "unit", "name"), cases(WRONG, 4))
def test_a_wrong_solution_fails_what_it_declares(graders: Graders, seed: int, unit: str, name: str) -> None:
    entry = WRONG[unit, name]
    result, _ = graders(settings(seed)).grade(source_of(entry.sources))
    assert red(result) == entry.fails, f"{entry.idea}\n{details(result)}"
    assert result.score < result.max_score


@pytest.mark.parametrize(("seed", "unit", "name"), cases(RIGHT))
def test_a_right_solution_earns_every_point(graders: Graders, seed: int, unit: str, name: str) -> None:
    result, _ = graders(settings(seed)).grade(source_of(RIGHT[unit, name].sources))
    assert result.score == result.max_score, f"{RIGHT[unit, name].idea}\n{details(result)}"


def test_classes_of_one_name_are_not_mixed_up() -> None:
    """A bonus exercise may have a `Task` or a `Future`, too: the bank of the course's own exercises means its own."""
    for folder in (CORRECT, WRONG_FOLDER):
        own = read_bank(ROOT / folder, DEFAULT, FILES.package_sources(DEFAULT))
        for entry, same in zip(read_bank(ROOT / folder, COURSE, REFERENCE), own, strict=True):
            assert {name: entry.sources[name] for name in same.sources} == same.sources, entry.name
            assert {one.module: entry.sources[one.module] for one in COURSE.bonus} == {
                one.module: REFERENCE[one.module] for one in COURSE.bonus
            }


@pytest.mark.parametrize("unit", BONUS)
def test_there_are_many_of_both_and_each_says_what_it_is_about(unit: str) -> None:
    for bank, least in ((RIGHT, 8), (WRONG, 12)):
        entries = [entry for (of, _), entry in bank.items() if of == unit]
        assert len(entries) >= least
        lines = [entry.idea.splitlines()[0] for entry in entries]
        assert [line for line in lines if not line.endswith(".")] == []
        programs = ["".join(ast.dump(ast.parse(source)) for source in entry.sources.values()) for entry in entries]
        assert len(set(lines)) == len(set(programs)) == len(entries)


def test_the_reference_earns_every_point_and_a_stub_nothing(grader: Grader) -> None:
    whole, _ = grader.grade(source_of(REFERENCE))
    assert (whole.score, red(whole)) == (whole.max_score, set()), details(whole)
    stubs = {name: stub_module(REFERENCE[name], name, name, COURSE) for name in COURSE.edit}
    untouched, _ = grader.grade(source_of(stubs))
    assert untouched.score == 0
    assert not red(untouched) & {check for one in COURSE.bonus for check in one.points}, "nobody has to write them"
    only_bonus, _ = grader.grade(source_of({**stubs, **{one.module: REFERENCE[one.module] for one in COURSE.bonus}}))
    points = {exercise.id: exercise.points for exercise in only_bonus.exercises}
    assert points == {one.id: one.max_points if one.bonus else 0 for one in COURSE.exercises}
    missing, _ = grader.grade(Source("old", {name: REFERENCE[name] for name in DEFAULT.edit}))
    assert (missing.score, missing.regular_max, red(missing)) == (DEFAULT.max_points, DEFAULT.max_points, set())
    assert {one.id for one in missing.exercises if one.absent} == set(BONUS)
    begun = {name: REFERENCE[name] for name in DEFAULT.edit} | {COURSE.bonus[0].module: b"begun = True\n"}
    tried, _ = grader.grade(Source("tried", begun))
    assert red(tried) == set(COURSE.bonus[0].points), "what was begun is judged"


@pytest.mark.parametrize("unit", BONUS)
def test_whoever_never_comes_back_gets_a_row_for_each_check(grader: Grader, unit: str) -> None:
    exercise = BONUS[unit]
    tree = ast.parse(REFERENCE[exercise.module])
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in last_names(exercise):
            node.body = ast.parse("while True: pass").body
    hanging = {**REFERENCE, exercise.module: ast.unparse(tree).encode()}
    result, seconds = grader.grade(source_of(hanging))
    assert red(result) | {c.id for c in result.checks if c.outcome is Outcome.SKIPPED} == set(exercise.points)
    assert result.score == COURSE.max_points - exercise.max_points
    assert any(check.ended_by == "pytest-timeout" for check in result.checks)
    assert seconds < 60


def last_names(exercise: Exercise) -> set[str]:
    return {function.rpartition(".")[2] for function in exercise.functions}


def test_a_mistake_is_explained(grader: Grader) -> None:
    """Those that no other mistake looks like: most of them, and never in the words of another one."""
    known = load_signatures().mistakes
    for (unit, name), entry in WRONG.items():
        assert known[f"{unit}_{name}"].explanation == entry.idea
    some = list(WRONG)[::6]
    recognised = 0
    for unit, name in some:
        result, _ = grader.grade(source_of(WRONG[unit, name].sources))
        names = [mistake.name for mistake in result.mistakes]
        assert names in ([], [f"{unit}_{name}"])
        recognised += bool(names)
    assert recognised >= 0.9 * len(some)


def published(exercise: Exercise) -> list[Experiment]:
    """What everybody can try: what the visible checks ask, noted down by an `expect` of ours, and the published figures."""
    asked: list[Experiment] = []
    notes: Any = ModuleType("bonus")
    notes.expect = lambda experiment, *_, **__: asked.append(experiment)
    modules = {"bonus": notes, "probes": ModuleType("probes"), "probes.bonus": probes_of_bonus}
    with patch.dict(sys.modules, modules):
        for path in sorted((ROOT / "exercises" / exercise.folder).glob("test_*.py")):
            checks = runpy.run_path(str(path))
            for name in [name for name in checks if name.startswith("test_")]:
                checks[name]()
    programs = import_module(f"loopcheck.suite.bonus.programs_{exercise.id}")
    return asked + (programs.pinned(Random(0)) if hasattr(programs, "pinned") else [])


def noted(grader: Grader, exercise: Exercise, sources: Any) -> list[list[Any]]:
    """The notes of this solution when it is asked what everybody can try."""
    suite, clock = grader.session.plugin.suite, grader.session.clock
    setting = next(spec.settings[0] for spec in suite.checks.values() if spec.exercise == exercise.id)
    questions = [Question(10**7 + number, exercise.id, one, one) for number, one in enumerate(published(exercise))]
    clock.set(10, "a run that everybody can make")
    try:
        answers = grader.interview(source_of(sources)).answers(setting, [one.number for one in questions], questions)
    finally:
        clock.cancel()
    return [row for answer in answers if isinstance(answer, ExperimentFacts) for row in answer.rows]


@pytest.mark.parametrize("unit", BONUS)
def test_the_figures_of_an_explanation_are_those_of_a_run(grader: Grader, unit: str) -> None:
    """Each number of two digits or more in what a mistake shows is asked, or is what a note ends in, where everybody can try
    it: a note of the mistake itself, or of the reference."""
    exercise = BONUS[unit]
    asked = json.dumps([asdict(experiment) for experiment in published(exercise)])
    public = set(re.findall(r"\d+", asked)) | ends(noted(grader, exercise, REFERENCE))
    for (of, name), entry in WRONG.items():
        figures = set(re.findall(r"\d\d+", entry.idea.split("\n\n")[1])) if of == unit else set()
        assert not (figures - public) or figures - public <= ends(noted(grader, exercise, entry.sources)), name


def ends(rows: list[list[Any]]) -> set[str]:
    return {str(row[-1]) for row in rows}


class MeasuringWorker(Worker):
    """A worker whose children measure the module of one bonus exercise."""

    def __init__(self, folder: Path) -> None:
        super().__init__(provided=provided_modules(FILES, COURSE), sandbox="rlimits")  # it writes what it measures
        packages = {str(Path(coverage.__file__).parents[1]), *site.getsitepackages()}
        self.measuring = CoverageRequest(tuple(sorted(packages)), str(folder), str(FILES.bonus_reference))

    def ask(self, request: Any, deadline: Any) -> Any:
        return super().ask(replace(request, coverage=self.measuring), deadline)


@pytest.mark.parametrize("unit", BONUS)
def test_every_line_and_branch_of_what_students_write_is_run(unit: str, tmp_path: Path) -> None:
    exercise = BONUS[unit]
    worker = MeasuringWorker(tmp_path)
    try:
        with SuiteSession(20, COURSE) as session:
            interview = Interviewer(worker, COURSE, session.clock, 50.0).interview(source_of(REFERENCE))
            questions = [question for question in session.plugin.suite.questions if question.exercise == unit]
            setting = next(spec.settings[0] for spec in session.plugin.suite.checks.values() if spec.exercise == unit)
            interview.answers(setting, [question.number for question in questions], questions)
    finally:
        worker.close()
    measured = coverage.Coverage(data_file=str(tmp_path / "coverage"), branch=True, config_file=False)
    measured.combine()
    path = FILES.bonus_reference / exercise.module
    report = measured._analyze(str(path))
    regions = parse_regions(path.read_text(encoding="utf-8"), exercise.module)
    mine = {number for region in regions for number in range(region.begin, region.end)}
    assert set(report.statements) & mine, "nothing was measured"
    assert set(report.missing) & mine == set()
    assert {line: to for line, to in report.missing_branch_arcs().items() if line in mine} == {}


@pytest.mark.parametrize("unit", sampled(BONUS, list(BONUS)[:1]))
def test_right_solutions_pass_the_visible_checks_and_most_wrong_ones_do_not(
    unit: str, template: Path, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """All right ones, and every third wrong one; all with `--thorough`."""
    every = 1 if pytestconfig.getoption("--thorough") else 3
    entries = {f"right_{name}": entry for (of, name), entry in RIGHT.items() if of == unit}
    wrong_ones = [(name, entry) for (of, name), entry in WRONG.items() if of == unit][::every]
    entries |= {f"wrong_{name}": entry for name, entry in wrong_ones}
    found = run_visible_checks(tmp_path, entries, template)
    assert {name: found[name] for name in found if name.startswith("right_") and found[name]} == {}
    wrong = [name for name in found if name.startswith("wrong_")]
    assert sum(bool(found[name]) for name in wrong) >= 0.75 * len(wrong), [name for name in wrong if not found[name]]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The template of a course with every bonus exercise."""
    folder = tmp_path_factory.mktemp("template")
    for name in COURSE.scaffold:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes((ROOT / "student_template" / name).read_bytes())
    for file in generate(ROOT, COURSE):
        (folder / file.path).parent.mkdir(parents=True, exist_ok=True)
        (folder / file.path).write_bytes(file.content)
    return folder


def test_a_course_without_them_has_nothing_of_them() -> None:
    assert (DEFAULT.max_points, len(DEFAULT.exercises), len(DEFAULT.edit)) == (100, 5, 3)
    assert load_course() == DEFAULT, "the course as it is in the repository uses none"
    assert FILES.package_sources(DEFAULT).keys() == REFERENCE.keys() - {one.module for one in COURSE.bonus}
    made = generate(ROOT, DEFAULT)
    assert [
        file.path for file in made if "bonus" in file.path or any(one.id in file.path for one in COURSE.bonus)
    ] == []
    with SuiteSession(1, DEFAULT) as session:
        assert {spec.exercise for spec in session.plugin.suite.checks.values()} == {one.id for one in DEFAULT.exercises}


@pytest.mark.parametrize("unit", BONUS)
def test_a_course_may_use_one(unit: str) -> None:
    course = DEFAULT.with_bonus(unit)
    paths = {file.path for file in generate(ROOT, course)}
    folder = BONUS[unit].folder
    assert {f"mini_asyncio/{unit}.py", f"exercises/{folder}/hints.md", f"tests/probes/bonus/{unit}.py"} <= paths
    assert [path for path in paths if any(other in path for other in BONUS if other != unit)] == []
    assert course.max_points == 100 + BONUS[unit].max_points
    assert course.exercises[-1].id == unit


def test_what_is_no_bonus_exercise_is_refused() -> None:
    with pytest.raises(CourseError, match="no bonus exercise is called 'juggling'"):
        COURSE.with_bonus("juggling")
    with pytest.raises(CourseError, match="named twice"):
        COURSE.with_bonus(*[next(iter(BONUS))] * 2)
