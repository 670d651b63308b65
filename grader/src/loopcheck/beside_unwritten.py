"""What is told of a failure when functions of the submission are not written.

What must stay true: no point depends on it; and what is wrong with a function that was written is told, whatever is beside
it.
"""

from __future__ import annotations

from collections.abc import Mapping

from .course import Course
from .results import Outcome
from .suite.asking import stands_for
from .suite.judging import CheckFailedError
from .unwritten import nothing_works, unwritten_functions
from .verdicts import Verdict
from .worker.protocol import Setting


class Unwritten:
    """The functions of one submission of which nothing was written. `sentences` has one for each of their exercises."""

    def __init__(self, sources: Mapping[str, bytes], course: Course) -> None:
        self.sentences = unwritten_functions(sources, course)
        self._course = course

    def may_explain(self, failure: CheckFailedError, exercise: str, setting: Setting) -> bool:
        """Whether a failure may say nothing of the function that is asked about: some other one is not there."""
        others = self.sentences.keys() - {exercise} - stands_for(setting)
        return failure.met_an_unwritten_one or failure.found_no_module or bool(others)

    def told(self, failure: CheckFailedError, exercise: str, verdicts: Mapping[str, Verdict]) -> CheckFailedError:
        """What is told of a failure: where there is nothing that could be judged, that. The stub of the template has said
        so itself, with the way to the exercise's text."""
        told = self.sentences.get(exercise, "")
        if not told and (missing := self._missing(exercise, verdicts)):
            told = nothing_works(self._course.exercise(missing).function)
        if not told or failure.met_a_stub or failure.found_no_module:
            return failure
        return CheckFailedError(told, detail=f"{told}\n{failure.detail}", event=told, ended_by=failure.ended_by)

    def _missing(self, exercise: str, verdicts: Mapping[str, Verdict]) -> str:
        """The exercise without which a unit that has nothing to write cannot work: one that it needs in any case, or any,
        where all that was written is right."""
        unit = self._course.exercise(exercise)
        if unit.module or not self.sentences:
            return ""
        if needed := next((name for name in unit.needs if name in self.sentences), ""):
            return needed
        written = [
            verdicts[check].outcome is Outcome.PASSED
            for other in self._course.exercises
            if other.module and not other.bonus and other.id not in self.sentences
            for check in other.points
            if check in verdicts
        ]
        return next(iter(self.sentences)) if all(written) else ""
