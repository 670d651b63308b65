"""Diagnosis by counterfactual: which known mistake does exactly what this submission does?

The bank's wrong solutions were run on fixed probes, and what each of them did is stored as a digest, its mark. A submission
whose function is red is asked the same; if its answers have the same digest, it gets that mistake's explanation.

What must stay true: only an exact match of everything observed counts, a near miss says nothing, and neither does a mark
that two mistakes share. Marks are of one function: taken beside the student's own neighbours when these are sound, and
beside hand-driven ones when they are not, so that two mistakes in different functions are both recognised. Where no
function is red, the mark is that of the whole loop. A bonus exercise stands apart from all that, with a mark of its own.
A mark is the same on every Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files

import msgspec

from .checks import Suite
from .course import CourseError
from .interview import Answer, Interview, Question, Silence
from .probes.bonus import ExperimentFacts
from .probes.plain import Raised
from .probes.program import Program, ProgramFacts
from .probes.schedule import Schedule, ScheduleFacts
from .results import Mistake, Outcome
from .suite.asking import draw
from .suite.expected import answer_with_turns
from .suite.programs_diagnosis import MORE
from .verdicts import Verdict
from .worker.deadline import Clock
from .worker.protocol import Facts, Probe, Setting

SEEDS = (0, 1)
"""Marks are taken under public seeds: a course's secret one would need marks of its own."""
FIRST_NUMBER = 1_000_000
"""The questions for marks are numbered from here, apart from those of the suite."""
SECONDS = 0.25
"""For each child; nothing that hangs is diagnosed."""
SIGNATURES = "signatures.json"

OWN, ALONE = "own", "alone"
UNSPEAKING = frozenset({"AttributeError", "ImportError", "NameError", "TypeError"})
"""Exceptions that many different slips raise: only their messages tell these apart. Beside hand-driven neighbours, which
lack what a student has added to the real ones, they say nothing at all."""
NEVER_ENDS = "RecursionError"
EVENTS_BEFORE_IT = 50
"""How deep a recursion gets differs from Python to Python: of a log that ends in one, only the beginning counts."""


Marks = dict[str, dict[str, str]]
"""A mark by exercise and scope ("own" or "alone")."""


class Known(msgspec.Struct, frozen=True):
    """A wrong solution of the bank: its explanation, and its marks where they differ from those of a right solution."""

    explanation: str
    marks: Marks = {}


class Signatures(msgspec.Struct, frozen=True):
    """The file that `loopcheck author build` makes: from what, the marks of a right solution, and the known mistakes."""

    made_from: str = ""
    right: Marks = {}
    mistakes: dict[str, Known] = {}


def load_signatures() -> Signatures:
    """The known mistakes; none when the file was not made yet."""
    source = files(__package__) / SIGNATURES
    try:
        return msgspec.json.decode(source.read_bytes(), type=Signatures) if source.is_file() else Signatures()
    except msgspec.DecodeError as error:
        raise CourseError(f"{source} is damaged ({error}): install loopcheck again") from error


class Diagnoser:
    """Takes marks of submissions, and finds the mistakes that have the same ones."""

    def __init__(self, suite: Suite, clock: Clock, signatures: Signatures) -> None:
        self._suite = suite
        self._clock = clock
        self._signatures = signatures
        self._questions: dict[str, list[Question]] = {}

    def mistakes(self, interview: Interview, verdicts: Mapping[str, Verdict]) -> tuple[Mistake, ...]:
        """The mistakes recognised in a submission that has been graded, in the order of the exercises."""
        red = self._red_exercises(verdicts)
        together = [exercise for exercise in red if exercise not in self.apart]
        found: dict[str, Mistake] = {}
        for exercise in red:
            own = len(together) == 1 or exercise not in together
            names = self._among_own(interview, exercise) if own else self._alone(interview, exercise)
            if len(names) == 1:
                explanation = self._signatures.mistakes[names[0]].explanation
                found.setdefault(names[0], Mistake(exercise=exercise, name=names[0], explanation=explanation))
        return tuple(found.values())

    def _alone(self, interview: Interview, exercise: str) -> list[str]:
        """The mistakes that this function shows by itself: where several functions are wrong, neighbours prove nothing."""
        return self._having(exercise, ALONE, self.mark(interview, exercise, ALONE))

    def _among_own(self, interview: Interview, exercise: str) -> list[str]:
        """The mistakes that this function shows beside the student's own neighbours. Where it is right by itself, the mistake
        was made elsewhere, though no check has noticed it there."""
        names = self._having(exercise, OWN, self.mark(interview, exercise, OWN))
        if not names or exercise not in self.exercises:
            return names
        alone = self.mark(interview, exercise, ALONE)
        if alone == self._signatures.right[exercise][ALONE]:
            return [name for name in names if ALONE not in self._signatures.mistakes[name].marks[exercise]]
        return names if len(names) == 1 else [name for name in self._having(exercise, ALONE, alone) if name in names]

    def _having(self, exercise: str, scope: str, mark: str) -> list[str]:
        """The known mistakes with this mark."""
        known = self._signatures.mistakes.items()
        return [name for name, mistake in known if mark and mistake.marks.get(exercise, {}).get(scope) == mark]

    def _red_exercises(self, verdicts: Mapping[str, Verdict]) -> list[str]:
        """Exercises of one function with a failed check. The whole loop counts only where all functions are green, a bonus
        exercise in any case."""
        red = {
            self._suite.checks[name].exercise for name, verdict in verdicts.items() if verdict.outcome is Outcome.FAILED
        }
        apart = [exercise for exercise in self.apart if exercise in red]
        together = red.difference(apart)
        return ([exercise for exercise in self.exercises if exercise in together] or sorted(together)) + apart

    @property
    def exercises(self) -> list[str]:
        """The exercises of one function, in file order: those that can be judged alone."""
        return [exercise for exercise in self._suite.asks if len(self._settings(exercise)) > 1]

    @property
    def whole(self) -> list[str]:
        """The exercises of all functions together."""
        single = [exercise for exercise in self._suite.asks if len(self._settings(exercise)) == 1]
        return [exercise for exercise in single if exercise not in self.apart]

    @property
    def apart(self) -> list[str]:
        """The exercises whose checks share their processes with those of no other: the bonus exercises."""
        groups = {spec.exercise: spec.group for spec in self._suite.checks.values()}
        return [exercise for exercise in self._suite.asks if groups[exercise] == exercise]

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

    def _settings(self, exercise: str) -> tuple[Setting, ...]:
        return next(spec.settings for spec in self._suite.checks.values() if spec.exercise == exercise)

    def _setting(self, exercise: str, scope: str) -> Setting:
        return self._settings(exercise)[0 if scope == OWN else -1]

    def _questions_of(self, exercise: str) -> list[Question]:
        """What the exercise's checks ask, drawn from the public seeds, and what is asked beyond that."""
        if exercise not in self._questions:
            first = FIRST_NUMBER * (1 + list(self._suite.asks).index(exercise))
            self._questions[exercise] = [
                Question(first + index, exercise, probe, going_on(probe))
                for index, probe in enumerate(self._probes_of(exercise))
            ]
        return self._questions[exercise]

    def _probes_of(self, exercise: str) -> Iterable[Probe]:
        """All probes share a process. Those with two hops come first: what one sleep leaves behind in a module spoils the
        next one there, and a first sleep with one hop would hide that."""
        asked = self._suite.asks[exercise]
        seeds = SEEDS if exercise in self.exercises else SEEDS[:1]
        probes = [probe for seed in seeds for asks in asked for probe in draw(asks, seed)]
        bounded = [probe for probe in probes if not isinstance(probe, Schedule) or probe.budget]
        return sorted([*bounded, *MORE.get(exercise, ())], key=lambda probe: -getattr(probe, "hops", 0))


def going_on(probe: Probe) -> Probe:
    """The same program by hand. Where the right answer is an exception, the turns after it are not known: a mistake gets
    enough of them to show what it does instead."""
    right, by_hand = answer_with_turns(probe)
    if not isinstance(by_hand, Program) or not isinstance(right, ProgramFacts) or not right.raised:
        return by_hand
    ops = [["pass", 1, 3] if op[0] == "pass" and at > right.at else op for at, op in enumerate(by_hand.ops)]
    return replace(by_hand, ops=ops)


def mark_of(answers: Sequence[Answer], scope: str) -> str:
    """The digest of everything that was observed; empty when an answer is missing, or when it may be our fakes' fault."""
    observed = []
    for answer in answers:
        if isinstance(answer, Silence) or (scope == ALONE and _says_nothing(answer.raised)):
            return ""
        observed.append(_comparable(answer))
    return hashlib.sha256(msgspec.json.encode(observed)).hexdigest()[:20]


def _says_nothing(raised: Raised) -> bool:
    """Whether this exception may be our fakes' fault; it is not when it was asked for: then its message is its name."""
    return bool(UNSPEAKING.intersection(_kinds(raised))) and raised[1] not in UNSPEAKING


def _comparable(answer: Facts) -> Facts:
    """The answer without what differs from student to student and from Python to Python, although the mistake is the same:
    the line and the words of an exception, a class of the student's own for it, and the depth of a recursion."""
    kinds = _kinds(answer.raised)
    if NEVER_ENDS in kinds:
        if isinstance(answer, ExperimentFacts):
            return ExperimentFacts(raised=[NEVER_ENDS], rows=answer.rows[:EVENTS_BEFORE_IT])
        blank = ScheduleFacts() if isinstance(answer, ScheduleFacts) else ProgramFacts(at=answer.at)
        return replace(blank, raised=[NEVER_ENDS], log=answer.log[:EVENTS_BEFORE_IT])
    words = answer.raised[1:2] if UNSPEAKING.intersection(kinds) else []
    return replace(answer, raised=[*kinds[:1], *words])


def _kinds(raised: Raised) -> list[str]:
    """The built-in exceptions that it is or descends from, most special first."""
    return str(raised[4]).split() if raised else []
