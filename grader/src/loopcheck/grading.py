"""Grading one submission: the interview, the verdicts, and the result that is made of them.

What must stay true: every check of the suite has a row in the result; points come from `course.toml` alone; what a student
reads obeys the check's disclosure; and trouble of ours is said to be ours, and costs nobody a point.
"""

from __future__ import annotations

import gc
import hashlib
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from . import __version__
from .course import Course, CourseError, CourseFiles, course_files, load_course
from .course import Exercise as Unit
from .faults import place_of
from .interview import Interview, Interviewer, provided_modules
from .results import Check, Disclosure, Exercise, Mistake, Outcome, State, Submission
from .submissions.model import Source
from .submissions.text import normalised
from .worker.host import Worker, WorkerError
from .worker.machine import hide_memory

if TYPE_CHECKING:
    from collections.abc import Mapping

    # What imports pytest comes later, when the worker has been started.
    from .checks import CheckSpec
    from .verdicts import Verdict


NOT_TO_BLAME = "This is not the submission's fault: grade it again."


@dataclass(frozen=True)
class GraderSettings:
    """What a grader needs to know. `method` is how children start: "fork" or "spawn", empty for what the system has;
    `sandbox` the level that they must reach, empty for the strongest that they can. `course` is another one than the
    installed one, such as the same with more bonus exercises."""

    seed: int
    method: str = ""
    sandbox: str = ""
    course: Course | None = None


class Grader:
    """The warm machinery: a worker, and a session of the hidden suite. Use as a context manager."""

    def __init__(self, settings: GraderSettings) -> None:
        self.settings = settings
        # What is made until the suite is warm stays for good: looking through it for garbage would only cost time.
        gc.disable()
        self.course: Course = settings.course or load_course()
        # Started first: it loads while this process imports pytest.
        self.worker = Worker(settings.method, provided_modules(course_files(), self.course), settings.sandbox)
        with suppress(WorkerError, OSError):  # each submission will say so
            self.worker.warm_up()
        hide_memory()

    def __enter__(self) -> Self:
        try:
            self._begin()
        except BaseException:  # nobody calls __exit__
            self.worker.close()
            raise
        gc.freeze()
        gc.enable()
        return self

    def _begin(self) -> None:
        """Warm the suite up. When it has failed on a submission, there is a new one for the next."""
        from .session import SuiteSession

        self.session = SuiteSession(self.settings.seed, self.course)
        self.session.__enter__()
        suite = self.session.plugin.suite
        known = {(exercise.id, check) for exercise in self.course.exercises for check in exercise.points}
        written = {(spec.exercise, spec.id) for spec in suite.checks.values()}
        if known != written:
            differ = ", ".join(sorted("/".join(names) for names in known ^ written))
            raise CourseError(f"course.toml and the hidden suite do not name the same checks: {differ}")
        self.worker.meanwhile.append(suite.work_out)
        self._interviewer = Interviewer(self.worker, self.course, self.session.clock, suite.slowness)
        from .diagnosis import Diagnoser, load_signatures

        self.diagnoser = Diagnoser(suite, self.session.clock, load_signatures())

    def __exit__(self, *error: object) -> None:
        self.session.__exit__(*error)
        self.worker.close()

    def grade(self, source: Source) -> tuple[Submission, float]:
        """The result of one submission, and the seconds it took."""
        began = time.monotonic()
        if source.fault:
            result = self._unscored(source, State.INFRASTRUCTURE_ERROR, source.fault)
        elif source.problem:
            result = self._unscored(source, State.UNGRADABLE, source.problem)
        else:
            try:
                interview = self.interview(source)
                verdicts = self._of_what_is_there(source, self.session.grade(interview))
                if interview.failure:
                    raise interview.failure
                # Of what is not written it is told already that it does nothing. That another does its work is worth telling.
                nothing = {f"{name}_does_nothing" for name in self.session.plugin.unwritten.sentences}
                found = self.diagnoser.mistakes(interview, verdicts)
                mistakes = tuple(each for each in found if each.name not in nothing)
                result = self._graded(source, verdicts, mistakes)
            except (WorkerError, OSError) as error:
                reason = f"The grader's own worker failed ({error}). {NOT_TO_BLAME}"
                result = self._unscored(source, State.INFRASTRUCTURE_ERROR, reason)
            except Exception as error:  # noqa: BLE001 - what we do wrong on one submission costs the others nothing
                reason = f"The grader itself failed ({place_of(error.__cause__ or error)}). {NOT_TO_BLAME}"
                result = self._unscored(source, State.INFRASTRUCTURE_ERROR, reason)
                if not self.session.is_alive:
                    self._begin()
        return result, time.monotonic() - began

    def interview(self, source: Source) -> Interview:
        """An interview with this submission, beside the course's own modules."""
        return self._interviewer.interview(source)

    def _unscored(self, source: Source, state: State, reason: str) -> Submission:
        return Submission(
            id=source.id,
            state=state,
            reason=reason,
            max_score=self.course.max_points,
            notes=source.notes,
            flags=source.flags,
            digest=source.digest,
        )

    def _graded(self, source: Source, verdicts: dict[str, Verdict], mistakes: tuple[Mistake, ...]) -> Submission:
        specs = self.session.plugin.suite.checks
        checks = tuple(self._check(specs[name], verdict) for name, verdict in verdicts.items())
        exercises = tuple(
            Exercise(
                id=exercise.id,
                title=exercise.title,
                points=sum(check.points for check in checks if check.exercise == exercise.id),
                max_points=exercise.max_points,
                bonus=exercise.bonus,
                absent=self._is_absent(exercise, source, verdicts),
            )
            for exercise in self.course.exercises
        )
        return Submission(
            id=source.id,
            state=State.GRADED,
            score=sum(exercise.points for exercise in exercises),
            max_score=self.course.max_points,
            exercises=exercises,
            checks=checks,
            mistakes=mistakes,
            notes=source.notes,
            flags=source.flags,
            digest=source.digest,
            sandbox=self.worker.level,
        )

    def _is_absent(self, exercise: Unit, source: Source, verdicts: Mapping[str, Verdict]) -> bool:
        """Whether nothing of a bonus exercise was handed in: no module, or the template's, and so no check of it passed."""
        if not exercise.bonus or not _earned_nothing(exercise, verdicts):
            return False
        module = source.modules.get(exercise.module)
        if module is None:
            return f"{exercise.module.removesuffix('.py')}/__init__.py" not in source.modules
        return normalised(module) == normalised(self._bonus_stubs[exercise.module])

    @cached_property
    def _bonus_stubs(self) -> dict[str, bytes]:
        """The modules of the bonus exercises as students get them."""
        from .authoring.stubs import stub_module

        package = course_files().package_sources(self.course)
        modules = [exercise.module for exercise in self.course.exercises if exercise.bonus]
        return {name: stub_module(package[name], name, name, self.course) for name in modules}

    def _of_what_is_there(self, source: Source, verdicts: dict[str, Verdict]) -> dict[str, Verdict]:
        """Nobody has to hand in a bonus exercise: where nothing of it is there, nothing has failed."""
        from .verdicts import Verdict

        absent = {
            check: exercise.module
            for exercise in self.course.exercises
            if self._is_absent(exercise, source, verdicts)
            for check in exercise.points
        }
        return {
            name: Verdict(Outcome.SKIPPED, waits_for=f"{absent[name]}, which was not handed in")
            if name in absent and verdict.outcome is Outcome.FAILED
            else verdict
            for name, verdict in verdicts.items()
        }

    def _check(self, spec: CheckSpec, verdict: Verdict) -> Check:
        most = self.course.exercise(spec.exercise).points[spec.id]
        earned = verdict.outcome in (Outcome.PASSED, Outcome.GRADER_ERROR)
        failed = verdict.outcome is Outcome.FAILED
        return Check(
            id=spec.id,
            exercise=spec.exercise,
            sentence=spec.sentence,
            outcome=verdict.outcome,
            points=most if earned else 0,
            max_points=most,
            message=disclosed(verdict, spec.disclosure) if failed else "",
            detail=verdict.detail if failed or verdict.outcome is Outcome.GRADER_ERROR else "",
            waits_for=verdict.waits_for,
            ended_by=verdict.ended_by if failed else "",
        )


def _earned_nothing(exercise: Unit, verdicts: Mapping[str, Verdict]) -> bool:
    return not any(verdicts[check].outcome is Outcome.PASSED for check in exercise.points)


def disclosed(verdict: Verdict, disclosure: Disclosure) -> str:
    """What the student may read of a failure."""
    by_level = {
        Disclosure.FULL: verdict.full,
        Disclosure.ACTUAL_ONLY: verdict.actual,
        Disclosure.SENTENCE: verdict.event,
    }
    return by_level[disclosure]


def suite_version(files: CourseFiles) -> str:
    """The version of loopcheck with a digest of everything that decides a result."""
    package = Path(__file__).parent
    digest = hashlib.sha256()
    judging = ("interview", "plugin", "checks", "verdicts", "unwritten", "beside_unwritten")
    ours = ("suite/**/*", "probes/**/*.py", "worker/inside/*.py", *(f"{name}.py" for name in judging))
    paths = [path for pattern in ours for path in package.glob(pattern)]
    paths += [files.manifest, *files.reference.glob("*/*.py")]
    counted = (path for path in paths if path.is_file() and path.suffix in (".py", ".json", ".toml", ".ini"))
    # By folder and name, wherever the checkout or the installed package lies.
    for path in sorted(counted, key=lambda path: (path.parent.name, path.name)):
        # Text as it is meant, whatever the checkout made of its line endings.
        digest.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return f"{__version__}+{digest.hexdigest()[:12]}"
