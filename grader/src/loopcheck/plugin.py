"""The pytest glue: what the marks mean, deadlines through pytest-timeout, and the outcome of every check.

One session replays its items for each submission. In the order of pytest's life: collection turns marks into questions;
before a submission, `begin`; then for each item pytest-timeout sets our deadline, `requires` may skip, the check is called
among one set of neighbours after the other until it is green, and its outcome is noted; after it, `outcomes`.

What must stay true: every item leaves exactly one outcome, and an exception that is not a CheckFailedError is our fault.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from .course import Course
from .interview import Interview, Question
from .probes.program import Program
from .results import Outcome
from .suite.asking import Asks, Exchange, draw, stands_for
from .suite.expected import answer_with_turns, right_answer
from .suite.judging import CheckFailedError
from .unwritten import nothing_works, unwritten_functions
from .worker.deadline import Clock
from .worker.protocol import Facts, Setting
from .worker.starters import WorkerError

TIMEOUT = "pytest-timeout"
NAME = "loopcheck-suite"
"""The name under which the plugin is registered."""
BONUS = "bonus"
"""The folder of the suite that holds the checks of bonus exercises, in files test_<exercise>.py."""
ODD_ANSWER = "What your code left behind does not have the form of a right answer, so it cannot be compared with one."
WITHOUT_WHICH_NOTHING_RUNS = ("run_once", "step", "suspend")
"""Exercises that every check of the whole loop needs. Not `set_result`: a sleep may do without a future."""
SLOWEST = 10.0
"""Beyond this, the hard limits of a child would end it before pytest-timeout does."""
REFERENCE_SECONDS = 0.016
"""CPU time that drawing all programs and the reference's answers take on a machine as fast as ours: a slower one gets longer
deadlines."""


@dataclass(frozen=True)
class Verdict:
    """How one check ended on the submission at hand. `setting` names the neighbours among which it was green."""

    outcome: Outcome
    event: str = ""
    actual: str = ""
    full: str = ""
    detail: str = ""
    waits_for: str = ""
    ended_by: str = ""
    setting: str = ""


@dataclass(frozen=True)
class CheckSpec:
    """One check: what its marks say, and the numbers of its questions."""

    id: str
    exercise: str
    sentence: str
    settings: tuple[Setting, ...]
    group: str
    disclosure: Any
    requires: tuple[str, ...]
    counts_with: tuple[str, ...]
    numbers: tuple[int, ...]


class Suite:
    """The checks of the collected items, and their questions and right answers under one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.checks: dict[str, CheckSpec] = {}
        self.questions: list[Question] = []
        self.asks: dict[str, list[Asks]] = {}
        """What the checks of each exercise ask."""
        self.reference_seconds = 0.0
        self._right: dict[int, Facts] = {}
        self._drawn: dict[Asks, tuple[int, ...]] = {}
        self._required: frozenset[str] = frozenset()
        self._groups: dict[tuple[str, Setting, frozenset[str]], list[Question]] = {}

    def add(self, item: pytest.Item) -> CheckSpec:
        """Read the marks of an item."""
        unit = item.get_closest_marker("exercise")
        mark = item.get_closest_marker("check")
        if unit is None or mark is None:
            raise pytest.UsageError(f"{item.nodeid} has no `exercise` or no `check` mark")
        spec = CheckSpec(
            id=item.name.removeprefix("test_"),
            exercise=unit.args[0],
            sentence=" ".join((getattr(item, "function").__doc__ or "").split()),  # noqa: B009 - Item does not declare it
            numbers=self._draw(mark.kwargs["asks"], unit.args[0]),
            **unit.kwargs,
            **{key: value for key, value in mark.kwargs.items() if key != "asks"},
        )
        self.checks[spec.id] = spec
        self._required |= set(spec.requires)
        return spec

    def _draw(self, asks: Asks, exercise: str) -> tuple[int, ...]:
        if asks not in self._drawn:
            began = time.thread_time()
            probes = draw(asks, self.seed)
            first = len(self.questions)
            for number, probe in enumerate(probes, first):
                by_hand = probe
                if isinstance(probe, Program):  # how it is asked depends on the answer
                    self._right[number], by_hand = answer_with_turns(probe)
                self.questions.append(Question(number, exercise, probe, by_hand))
            self._drawn[asks] = tuple(range(first, len(self.questions)))
            self.asks.setdefault(exercise, []).append(asks)
            if any(number in self._right for number in self._drawn[asks]):
                self.reference_seconds += time.thread_time() - began
        return self._drawn[asks]

    def right(self, number: int) -> Facts:
        """The reference's answer to a question."""
        if number not in self._right:
            self._right[number] = right_answer(self.questions[number].probe)
        return self._right[number]

    def work_out(self) -> None:
        """All right answers that are not known yet: for a moment in which this process has nothing else to do."""
        for question in self.questions:
            self.right(question.number)

    @property
    def slowness(self) -> float:
        """How much slower than ours this machine is, by the time that the reference took: from 1 to 10."""
        return min(max(1.0, self.reference_seconds / REFERENCE_SECONDS), SLOWEST)

    def group_of(self, spec: CheckSpec, setting: Setting, passed: frozenset[str]) -> list[Question]:
        """The questions that share a child with those of this check: of all checks that will be tried in this setting.
        Those that wait for a check which is not among the `passed` ones are not asked."""
        key = (spec.group, setting, passed & self._required)
        if key not in self._groups:
            numbers = {
                number
                for other in self.checks.values()
                if other.group == spec.group and setting in other.settings and passed.issuperset(other.requires)
                for number in other.numbers
            }
            self._groups[key] = [self.questions[number] for number in sorted(numbers)]
        return self._groups[key]


class TimeoutHooks:
    """pytest-timeout decides how long an item may take; when that is over, the child is killed that is asked then."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    @pytest.hookimpl(tryfirst=True)
    def pytest_timeout_set_timer(self, item: pytest.Item, settings: Any) -> bool:  # noqa: ARG002 - pytest passes by name
        """The timer is ours."""
        self._clock.set(settings.timeout, TIMEOUT)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_timeout_cancel_timer(self, item: pytest.Item) -> bool:  # noqa: ARG002 - pytest passes by name
        """Called twice per item, by pytest-timeout's own design."""
        self._clock.cancel()
        return True


def exercise_of(item: pytest.Item) -> str:
    """The exercise that a check belongs to."""
    unit = item.get_closest_marker("exercise")
    if unit is None:
        raise pytest.UsageError(f"{item.nodeid} has no `exercise` mark")
    return str(unit.args[0])


class SuitePlugin:
    """Collects the checks, and notes how each ended on the submission of the interview that was begun last."""

    def __init__(self, seed: int, course: Course) -> None:
        self.suite = Suite(seed)
        self.course = course
        self.order = [exercise.id for exercise in course.exercises]
        self.interview: Interview | None = None
        self.unwritten: dict[str, str] = {}
        """The exercises of which nothing was written, and a sentence for each."""
        self.verdicts: dict[str, Verdict] = {}

    def begin(self, interview: Interview) -> None:
        """From here on the items are about this submission."""
        self.interview = interview
        self.unwritten = unwritten_functions(interview.sources, self.course)
        self.verdicts = {}

    @pytest.fixture
    def exchanges(self) -> list[Exchange]:
        """The argument of every check. It is filled in by `pytest_pyfunc_call`, once per setting."""
        return []

    def pytest_configure(self, config: pytest.Config) -> None:
        for name in ("exercise(id, settings, group): unit of a check", "check(asks, disclosure, …): what a check asks"):
            config.addinivalue_line("markers", name)

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Of the bonus exercises, the checks of those that the course uses."""
        is_bonus = collection_path.parent.name == BONUS and collection_path.suffix == ".py"
        return True if is_bonus and collection_path.stem.removeprefix("test_") not in self.order else None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        # In the order of the course, and pytest looks into folders first.
        items.sort(key=lambda item: [exercise_id != exercise_of(item) for exercise_id in self.order])
        for item in items:
            self.suite.add(item)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """A check waits for those that it requires."""
        spec = self._spec(item)
        for needed in spec.requires:
            verdict = self.verdicts.get(needed)
            if verdict is None or verdict.outcome is not Outcome.PASSED:
                self.verdicts[spec.id] = _waiting_for(needed, verdict)
                pytest.skip(f"waits for {needed}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> bool:
        """Call the check among its neighbours, one setting after the other, until it is green. If it never is, the first
        failure is told; but one among neighbours that are not there gives way to the next, where something stands in for
        them. The last setting leaves nothing of the student's but the function itself."""
        spec = self._spec(pyfuncitem)
        first: CheckFailedError | None = None
        settled = False
        for setting in spec.settings:
            exchanges = self._exchanges(spec, setting, silent=settled)
            try:
                pyfuncitem.obj(exchanges)
            except CheckFailedError as failure:
                found = failure
            except Exception:  # noqa: BLE001 - raised again, unless the submission provoked it
                # A check that judges the right answers without trouble is sound: then the trouble is in this answer.
                pyfuncitem.obj([replace(exchange, got=exchange.want) for exchange in exchanges])
                found = CheckFailedError(ODD_ANSWER, event=ODD_ANSWER)
            else:
                self.verdicts[spec.id] = Verdict(Outcome.PASSED, setting=setting.name, **_texts(first))
                return True
            if not settled:
                first, settled = found, not self._gives_way(found, spec, setting)
        raise self._told(first, spec) if first else CheckFailedError("this check has no setting to be tried in")

    def _gives_way(self, failure: CheckFailedError, spec: CheckSpec, setting: Setting) -> bool:
        """Whether a failure may say nothing of the function that is asked about: some other one is not there."""
        others = self.unwritten.keys() - {spec.exercise} - stands_for(setting)
        return failure.met_an_unwritten_one or failure.found_no_module or bool(others)

    def _told(self, failure: CheckFailedError, spec: CheckSpec) -> CheckFailedError:
        """What is told of a failure: where there is nothing that could be judged, that. The stub of the template has said
        so itself, with the way to the exercise's text."""
        told = self.unwritten.get(spec.exercise, "")
        if not told and not self.course.exercise(spec.exercise).module and (missing := self._missing()):
            told = nothing_works(self.course.exercise(missing).function)
        if not told or failure.met_a_stub or failure.found_no_module:
            return failure
        return CheckFailedError(told, detail=f"{told}\n{failure.detail}", event=told, ended_by=failure.ended_by)

    def _missing(self) -> str:
        """The exercise without which the whole loop cannot work: one that it needs in any case, or any, where all that was
        written is right."""
        needed = next((name for name in WITHOUT_WHICH_NOTHING_RUNS if name in self.unwritten), "")
        written = [
            self.verdicts[check].outcome is Outcome.PASSED
            for exercise in self.course.exercises
            if exercise.module and not exercise.bonus and exercise.id not in self.unwritten
            for check in exercise.points
            if check in self.verdicts
        ]
        return needed or (next(iter(self.unwritten), "") if all(written) else "")

    def _exchanges(self, spec: CheckSpec, setting: Setting, *, silent: bool) -> list[Exchange]:
        if self.interview is None:
            raise pytest.UsageError("no submission was given: use --submission PATH")
        passed = frozenset(name for name, verdict in self.verdicts.items() if verdict.outcome is Outcome.PASSED)
        answers = self.interview.answers(setting, spec.numbers, self.suite.group_of(spec, setting, passed))
        return [
            Exchange(self.suite.questions[number].probe, answer, self.suite.right(number), silent)
            for number, answer in zip(spec.numbers, answers, strict=True)
        ]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport | None:
        """Note a failure. Its report is a sentence: pytest's own account of a failure is slow, and talks too much."""
        if call.when == "collect" or call.excinfo is None or call.excinfo.errisinstance(pytest.skip.Exception):
            return None
        error = call.excinfo.value
        spec = self._spec(item)
        if isinstance(error, CheckFailedError):
            self.verdicts[spec.id] = Verdict(Outcome.FAILED, **_texts(error))
            told = error.detail
        else:
            told = f"{type(error).__name__}: {error}"
            self.verdicts[spec.id] = Verdict(Outcome.GRADER_ERROR, detail=told)
            if not isinstance(error, (WorkerError, OSError)):
                return None  # a slip in a check: whoever mends it wants all that pytest says
        return pytest.TestReport(
            item.nodeid,
            item.location,
            {},
            "failed",
            f"{spec.sentence}\n{told}",
            call.when,
            duration=call.duration,
        )

    def _spec(self, item: pytest.Item) -> CheckSpec:
        return self.suite.checks[item.name.removeprefix("test_")]

    def outcomes(self) -> dict[str, Verdict]:
        """One verdict per check, in file order, after the rules that look at several checks."""
        verdicts = {
            name: self.verdicts.get(name, Verdict(Outcome.GRADER_ERROR, detail="the check left no outcome"))
            for name in self.suite.checks
        }
        fair = {name: self._fair_fallback(spec, verdicts) for name, spec in self.suite.checks.items()}
        return {name: _only_with(spec.counts_with, fair[name], fair) for name, spec in self.suite.checks.items()}

    def _fair_fallback(self, spec: CheckSpec, verdicts: dict[str, Verdict]) -> Verdict:
        """Hand-driven neighbours stand in for broken ones, and for those alone. Where all that they stand for is sound
        among the student's own neighbours, and no other exercise is worse off among them, the verdict there counts."""
        verdict = verdicts[spec.id]
        own, *others = spec.settings
        if verdict.outcome is not Outcome.PASSED or verdict.setting == own.name:
            return verdict
        replaced = next(stands_for(setting) for setting in others if setting.name == verdict.setting)
        sound: dict[str, list[bool]] = {}
        for other in self.suite.checks.values():
            found = verdicts[other.id]
            if len(other.settings) > 1:
                if found.outcome is not Outcome.PASSED and other.exercise != spec.exercise:
                    return verdict
                sound.setdefault(other.exercise, []).append(found.setting == own.name)
        mine = statistics.fmean(sound.pop(spec.exercise))
        if any(statistics.fmean(each) < (1 if name in replaced else mine) for name, each in sound.items()):
            return verdict
        return replace(verdict, outcome=Outcome.FAILED)


def _waiting_for(needed: str, verdict: Verdict | None) -> Verdict:
    """Of a check that cannot be tried. Where the one that it waits for could not be judged, that costs no point here either."""
    if verdict is not None and verdict.outcome is Outcome.GRADER_ERROR:
        return Verdict(Outcome.GRADER_ERROR, detail=f"{needed} could not be judged")
    return Verdict(Outcome.SKIPPED, waits_for=needed)


def _texts(failure: CheckFailedError | None) -> dict[str, str]:
    if failure is None:
        return {}
    names = ("event", "actual", "full", "detail", "ended_by")
    return {name: getattr(failure, name) for name in names}


def _only_with(needed: Sequence[str], verdict: Verdict, verdicts: dict[str, Verdict]) -> Verdict:
    """A check on public figures earns nothing while the checks that cannot be learned by heart are red."""
    missing = [name for name in needed if verdicts[name].outcome not in (Outcome.PASSED, Outcome.GRADER_ERROR)]
    if verdict.outcome is Outcome.PASSED and missing:
        return Verdict(Outcome.SKIPPED, waits_for=missing[0])
    return verdict
