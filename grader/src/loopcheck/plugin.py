"""The pytest glue: what the marks mean, deadlines through pytest-timeout, and the outcome of every check.

One session replays its items for each submission. In the order of pytest's life: collection turns marks into questions;
before a submission, `begin`; then for each item pytest-timeout sets our deadline, `requires` may skip, the check is called
among one set of neighbours after the other until it is green, and its outcome is noted; after it, `outcomes`.

What must stay true: every item leaves exactly one outcome, and an exception that is not a CheckFailedError is our fault.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from .beside_unwritten import Unwritten
from .checks import CheckSpec, Suite
from .course import Course
from .interview import Interview
from .results import Outcome
from .suite.asking import Exchange
from .suite.judging import CheckFailedError
from .verdicts import Verdict, settled, texts, waiting_for
from .worker.deadline import Clock
from .worker.protocol import Setting
from .worker.starters import WorkerError

TIMEOUT = "pytest-timeout"
NAME = "loopcheck-suite"
"""The name under which the plugin is registered."""
BONUS = "bonus"
"""The folder of the suite that holds the checks of bonus exercises, in files test_<exercise>.py."""
ODD_ANSWER = "What your code left behind does not have the form of a right answer, so it cannot be compared with one."


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
        self.unwritten = Unwritten({}, course)
        self.verdicts: dict[str, Verdict] = {}

    def begin(self, interview: Interview) -> None:
        """From here on the items are about this submission."""
        self.interview = interview
        self.unwritten = Unwritten(interview.sources, self.course)
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
                self.verdicts[spec.id] = waiting_for(needed, verdict)
                pytest.skip(f"waits for {needed}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> bool:
        """Call the check among its neighbours, one setting after the other, until it is green. If it never is, the first
        failure is told; but one among neighbours that are not there gives way to the next, where something stands in for
        them. The last setting leaves nothing of the student's but the function itself."""
        spec = self._spec(pyfuncitem)
        first: CheckFailedError | None = None
        told = False
        for setting in spec.settings:
            exchanges = self._exchanges(spec, setting, silent=told)
            try:
                pyfuncitem.obj(exchanges)
            except CheckFailedError as failure:
                found = failure
            except Exception:  # noqa: BLE001 - raised again, unless the submission provoked it
                # A check that judges the right answers without trouble is sound: then the trouble is in this answer.
                pyfuncitem.obj([replace(exchange, got=exchange.want) for exchange in exchanges])
                found = CheckFailedError(ODD_ANSWER, event=ODD_ANSWER)
            else:
                self.verdicts[spec.id] = Verdict(Outcome.PASSED, setting=setting.name, **texts(first))
                return True
            if not told:
                first, told = found, not self.unwritten.may_explain(found, spec.exercise, setting)
        if first is None:
            raise CheckFailedError("this check has no setting to be tried in")
        raise self.unwritten.told(first, spec.exercise, self.verdicts)

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
            self.verdicts[spec.id] = Verdict(Outcome.FAILED, **texts(error))
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
        """One verdict per check, in file order."""
        return settled(self.suite.checks, self.verdicts)
