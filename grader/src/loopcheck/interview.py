"""Asking one submission: which probes go into which child, and what happens when a child does not answer.

What must stay true: every question ends in an answer or in a reason. An answer that is missing because something else in
the same child died or hung is asked again, alone; a wrong answer stays wrong. A submission that keeps dying or hanging
uses up its patience, exercise by exercise, and after that its remaining questions get that as their reason.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from .course import Course, CourseFiles, course_files, load_course
from .submissions.model import Source
from .worker.deadline import Clock, Deadline
from .worker.host import Reply, Worker, WorkerError
from .worker.protocol import Facts, Probe, Request, Setting, encode_provided


@dataclass(frozen=True)
class Silence:
    """There is no answer: how the submission's process ended instead, as the rest of a sentence."""

    reason: str
    ended_by: str = ""


Answer = Facts | Silence

FAKE_MODULES = ("future", "task")
"""The fakes that stand in for a whole module; the others stand in for a method."""

PATIENCE_SECONDS = 2.5
"""What a submission may take for hanging and dying, all in all, on a machine as fast as ours."""
PATIENCE_PER_EXERCISE = 0.5
PATIENCE_PER_PART = 1.0
"""The same for all exercises in one setting, and for one exercise in all settings. It is less than half of it all: a
function that hangs drags down what is tried beside it, and there must be time left to find out, among neighbours worked by
hand, that the others are right."""
SLOW_SECONDS = 5.0
"""What a submission may take, beyond that, for children that were ended although their question was no trouble alone: a
right solution that logs every callback answers slowly, and so many answers do not fit into one child's time."""

MOST_SECONDS = 10.0
"""What a submission may take for everything: its processes, and what it costs this one to read, judge and tell their answers.
The slowest right solution that we know takes a tenth."""
MOST_BYTES = 8 * 1024 * 1024
"""What a submission may answer in all: everything is kept until it is graded. A right one takes 110 KB, and the wildest of
the bank's wrong solutions 2 MB."""


@dataclass(frozen=True)
class Question:
    """One probe of one exercise, with its number in the session.

    `by_hand` also says how many timers expire and how many callbacks run in each pass: what a loop under test must find
    out itself.
    """

    number: int
    exercise: str
    probe: Probe
    by_hand: Probe


@dataclass
class Patience:
    """How much trouble a submission may make. Seconds are those of the deadline's measure, not of the wall clock.

    `hangs` says that it has hung at one place twice, so it was not the machine: from then on one hang is enough to give up
    an exercise among the neighbours at hand.
    """

    seconds: float
    seconds_per_exercise: float
    ends_per_exercise: int = 4
    slow_seconds: float = SLOW_SECONDS
    seconds_per_part: float = PATIENCE_PER_PART
    most_seconds: float = MOST_SECONDS
    hangs: bool = False
    taken: float = 0.0
    """Seconds of all children so far."""
    began: float = field(default_factory=time.process_time)
    """CPU time of this process when it began with this submission."""
    read: int = 0
    """Bytes of all answers so far."""
    spent: dict[tuple[str, str], float] = field(default_factory=dict)
    ends: dict[tuple[str, str], int] = field(default_factory=dict)

    def charge(self, setting: str, exercise: str, seconds: float) -> None:
        """Note one abnormal end of a child, in a check of this exercise among these neighbours."""
        self.spent[setting, exercise] = self.spent.get((setting, exercise), 0.0) + seconds
        self.ends[setting, exercise] = self.ends.get((setting, exercise), 0) + 1

    def forgive(self, setting: str, exercise: str, seconds: float) -> None:
        """The question at which a child ended was no trouble alone: the child was slow, so take the charge back."""
        if seconds <= self.slow_seconds:
            self.slow_seconds -= seconds
            self.spent[setting, exercise] -= seconds
            self.ends[setting, exercise] -= 1

    def lost(self, setting: str, exercise: str) -> str:
        """Why no more is asked of this exercise among these neighbours; empty while there is patience."""
        if self.read > MOST_BYTES:
            return "this was not tried any more: the answers before it used up the room that a submission has"
        if self.taken + time.process_time() - self.began > self.most_seconds:
            return "this was not tried any more: the checks before it used up the time that a submission has"
        if _used_up(sum(self.spent.values()), self.seconds):
            return "this was not tried any more: checks before it hung, and used up the time that a submission has"
        here = sum(seconds for (name, _), seconds in self.spent.items() if name == setting)
        everywhere = sum(seconds for (_, name), seconds in self.spent.items() if name == exercise)
        most = self.seconds_per_exercise / (2 if self.hangs else 1)
        if (
            self.ends.get((setting, exercise), 0) >= self.ends_per_exercise
            or _used_up(max(here, everywhere), self.seconds_per_part)
            or _used_up(self.spent.get((setting, exercise), 0.0), most)
        ):
            return "this was not tried any more, after other checks of this part ended the process or hung"
        return ""


def _used_up(spent: float, most: float) -> bool:
    """A hang costs exactly its deadline, so what is spent is a sum of equal parts: rounding must not decide."""
    return spent > 0.99 * most


class Interview:
    """All questions to one submission. `deadline` gives the deadline in force, which the suite's timeouts set."""

    def __init__(
        self,
        worker: Worker,
        package: str,
        sources: Mapping[str, bytes],
        deadline: Callable[[], Deadline | None],
        patience: Patience,
    ) -> None:
        self.worker = worker
        self.package = package
        self.sources = sources
        self.deadline = deadline
        self.patience = patience
        self.failure: WorkerError | None = None
        """Why the worker cannot answer: our fault, so there is no score, whatever was answered before."""
        self.known: dict[tuple[str, int], Answer] = {}
        self._broken: dict[tuple[tuple[str, ...], ...], Silence] = {}
        """Why the submission cannot be imported, by what decides that of a setting."""

    def answers(self, setting: Setting, wanted: Sequence[int], group: Sequence[Question]) -> list[Answer]:
        """The answers to the questions `wanted`. What is not known yet is asked, together with the rest of the group."""
        if any((setting.name, number) not in self.known for number in wanted):
            self._ask_group(setting, [q for q in group if (setting.name, q.number) not in self.known])
        return [self.known[setting.name, number] for number in wanted]

    def _ask_group(self, setting: Setting, questions: list[Question]) -> None:
        questions = self._drop_hopeless(setting, questions)
        broken = self._broken.get(_imported(setting))
        if broken:
            self.known |= {(setting.name, q.number): broken for q in questions}
            return
        while questions:
            reply = self._ask(setting, questions)
            if not reply.imported:
                self._note_broken(setting, questions, reply)
                return
            questions = [q for q in questions if (setting.name, q.number) not in self.known]
            if questions:
                self._settle(setting, questions[0], reply)
                questions = self._drop_hopeless(setting, questions[1:])

    def _settle(self, setting: Setting, suspect: Question, reply: Reply) -> None:
        """The child ended at this question: ask it alone, and if it ends there again, that is the answer."""
        self.patience.charge(setting.name, suspect.exercise, reply.seconds)
        if not self.patience.lost(setting.name, suspect.exercise):
            again = self._ask(setting, [suspect])
            answer = self.known.get((setting.name, suspect.number))
            if answer is not None:
                # Only slowness is forgiven. A pass that ran away until its budget was used up was trouble all the same, and
                # whoever could end its process at will would get a fresh one, without its own state, for every question.
                if reply.ended_by and (isinstance(answer, Silence) or not answer.runaway):
                    self.patience.forgive(setting.name, suspect.exercise, reply.seconds)
                return
            self.patience.charge(setting.name, suspect.exercise, again.seconds)
            self.patience.hangs |= bool(again.ended_by)
            reply = again
        self.known[setting.name, suspect.number] = Silence(reply.end, reply.ended_by)

    def _ask(self, setting: Setting, questions: Sequence[Question]) -> Reply:
        probes = [(q.number, q.by_hand if setting.by_hand else q.probe) for q in questions]
        request = Request(self.package, self.sources, setting, probes)
        if self.failure:  # a new exception: one that is raised again and again grows by a traceback each time
            raise WorkerError(str(self.failure))
        try:
            reply = self.worker.ask(request, self.deadline())
        except (WorkerError, OSError) as error:
            self.failure = WorkerError(str(error))
            raise WorkerError(str(error)) from error
        self.patience.taken += reply.taken
        self.patience.read += reply.size
        for number, facts in reply.answers.items():
            self.known[setting.name, number] = facts
        return reply

    def _note_broken(self, setting: Setting, questions: Sequence[Question], reply: Reply) -> None:
        """The submission cannot be imported. A child that died of it, or hung, gets a second chance: it may have been us."""
        if not reply.broken_import:
            self.patience.charge(setting.name, questions[0].exercise, reply.seconds)
            if not self.patience.lost(setting.name, questions[0].exercise):
                again = self._ask(setting, questions[:1])
                if again.imported:
                    self._ask_group(setting, [q for q in questions if (setting.name, q.number) not in self.known])
                    return
                self.patience.charge(setting.name, questions[0].exercise, again.seconds)
                self.patience.hangs |= bool(again.ended_by)
                reply = again
        broken = self._broken[_imported(setting)] = Silence(_import_words(reply), reply.ended_by)
        self.known |= {(setting.name, q.number): broken for q in questions}

    def _drop_hopeless(self, setting: Setting, questions: Sequence[Question]) -> list[Question]:
        kept = []
        for q in questions:
            reason = self.patience.lost(setting.name, q.exercise)
            if reason:
                self.known[setting.name, q.number] = Silence(reason)
            else:
                kept.append(q)
        return kept


@dataclass(frozen=True)
class Interviewer:
    """What the interviews of one session have in common. `slowness` stretches deadlines and patience."""

    worker: Worker
    course: Course
    clock: Clock
    slowness: float = 1.0
    provided: Mapping[str, bytes] = field(default_factory=lambda: course_files().provided_sources(load_course()))
    """The course's own copy of what students do not edit, read once."""

    def interview(self, source: Source) -> Interview:
        """Questions to this submission, beside the course's own modules."""
        self.clock.scale = self.slowness
        sources = {**source.modules, **self.provided}
        patience = Patience(
            PATIENCE_SECONDS * self.slowness,
            PATIENCE_PER_EXERCISE * self.slowness,
            slow_seconds=SLOW_SECONDS * self.slowness,
            seconds_per_part=PATIENCE_PER_PART * self.slowness,
            most_seconds=MOST_SECONDS * self.slowness,
        )
        return Interview(self.worker, self.course.package, sources, self.clock.deadline, patience)


def provided_modules(files: CourseFiles, course: Course) -> bytes:
    """What the zygote imports beforehand."""
    return encode_provided(course.package, files.provided_sources(course))


def _imported(setting: Setting) -> tuple[tuple[str, ...], ...]:
    """What of a setting decides whether the submission can be imported in it."""
    return setting.imports, tuple(fake for fake in setting.fakes if fake in FAKE_MODULES)


def _import_words(reply: Reply) -> str:
    """Why the submission could not be imported, as the rest of a sentence."""
    if not reply.broken_import:
        return f"when your code was imported, {reply.end}"
    kind, message, module, line, _ = reply.broken_import
    where = f"{module}, line {line}" if module else "the package"
    return f"your code could not be imported: {kind} in {where}: {message}"
