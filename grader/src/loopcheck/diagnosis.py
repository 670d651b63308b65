"""Diagnosis by counterfactual: which known mistake does exactly what this submission does?

The bank's wrong solutions were run on fixed probes, and what each of them did is stored as a digest, its mark. A submission
whose function is red is asked the same; if its answers have the same digest, it gets that mistake's explanation.

What must stay true: only an exact match of everything observed counts, a near miss says nothing, and neither does a mark
that two mistakes share. Marks are of one function: taken beside the student's own neighbours when these are sound, and
beside hand-driven ones when they are not, so that two mistakes in different functions are both recognised.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files

import msgspec

from .interview import Answer, Interview, Question, Silence
from .plugin import Suite, Verdict
from .results import Mistake, Outcome
from .suite.asking import draw
from .suite.expected import with_turns
from .worker.deadline import Clock
from .worker.protocol import Setting

SEED = 0
"""Marks are taken under one public seed: a course's secret one would need marks of its own."""
FIRST_NUMBER = 1_000_000
"""The questions for marks are numbered from here, apart from those of the suite."""
SECONDS = 0.25
"""For each child; nothing that hangs is diagnosed."""
SIGNATURES = "signatures.json"

OWN, ALONE = "own", "alone"
UNSPEAKING = ("AttributeError", "ImportError", "NameError", "TypeError", "UnboundLocalError")
"""Exceptions that a right function may raise beside hand-driven neighbours which lack its own additions."""


class Known(msgspec.Struct, frozen=True):
    """A wrong solution of the bank: its explanation, and its marks by exercise and scope ("own" or "alone")."""

    explanation: str
    marks: dict[str, dict[str, str]] = {}


class Signatures(msgspec.Struct, frozen=True):
    """The file that `loopcheck author build` makes: from what, and the known mistakes by name."""

    made_from: str
    mistakes: dict[str, Known]


def load_signatures() -> Mapping[str, Known]:
    """The known mistakes, by name."""
    source = files(__package__) / SIGNATURES
    return msgspec.json.decode(source.read_bytes(), type=Signatures).mistakes if source.is_file() else {}


class Diagnoser:
    """Takes marks of submissions, and finds the mistakes that have the same ones."""

    def __init__(self, suite: Suite, clock: Clock, known: Mapping[str, Known]) -> None:
        self._suite = suite
        self._clock = clock
        self._known = known
        self._questions: dict[str, list[Question]] = {}

    def mistakes(self, interview: Interview, verdicts: Mapping[str, Verdict]) -> tuple[Mistake, ...]:
        """The mistakes recognised in a submission that has been graded, in the order of the exercises."""
        red = self._red_exercises(verdicts)
        scope = OWN if len(red) == 1 else ALONE
        found = []
        for exercise in red:
            mark = self.mark(interview, exercise, scope)
            names = [
                name for name, known in self._known.items() if mark and known.marks.get(exercise, {}).get(scope) == mark
            ]
            if len(names) == 1:
                found.append(Mistake(exercise=exercise, name=names[0], explanation=self._known[names[0]].explanation))
        return tuple(found)

    def _red_exercises(self, verdicts: Mapping[str, Verdict]) -> list[str]:
        """Exercises of one function with a failed check. An exercise without neighbours to fake is not of one function."""
        red = {
            self._suite.checks[name].exercise for name, verdict in verdicts.items() if verdict.outcome is Outcome.FAILED
        }
        return [exercise for exercise in self.exercises if exercise in red]

    @property
    def exercises(self) -> list[str]:
        """The exercises that can be judged alone, in file order."""
        return list(dict.fromkeys(spec.exercise for spec in self._suite.checks.values() if len(spec.settings) > 1))

    def mark(self, interview: Interview, exercise: str, scope: str) -> str:
        """The mark of one function; empty when there is none to go by."""
        setting = self._setting(exercise, scope)
        questions = self._questions_of(exercise)
        self._clock.set(SECONDS, "loopcheck")
        try:
            answers = interview.answers(setting, [question.number for question in questions], questions)
        finally:
            self._clock.cancel()
        return mark_of(answers, scope)

    def _setting(self, exercise: str, scope: str) -> Setting:
        settings = next(spec.settings for spec in self._suite.checks.values() if spec.exercise == exercise)
        return settings[0] if scope == OWN else settings[-1]

    def _questions_of(self, exercise: str) -> list[Question]:
        """The exercise's own questions, drawn from the public seed."""
        if exercise not in self._questions:
            first = FIRST_NUMBER * (1 + self.exercises.index(exercise))
            probes = [probe for asks in self._suite.asks[exercise] for probe in draw(asks, SEED)]
            self._questions[exercise] = [
                Question(first + index, exercise, probe, with_turns(probe)) for index, probe in enumerate(probes)
            ]
        return self._questions[exercise]


def mark_of(answers: Sequence[Answer], scope: str) -> str:
    """The digest of everything that was observed; empty when an answer is missing, or when it may be our fakes' fault.

    Of an exception only its type counts: messages differ from Python to Python, and lines from student to student.
    """
    observed = []
    for answer in answers:
        if isinstance(answer, Silence):
            return ""
        kind = str(answer.raised[0]) if answer.raised else ""
        if scope == ALONE and kind in UNSPEAKING:
            return ""
        observed.append(replace(answer, raised=[kind]))
    return hashlib.sha256(msgspec.json.encode(observed)).hexdigest()[:20]
