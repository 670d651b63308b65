"""Who claims to know what a loop does: the reference, or any solution folder.

What must stay true: a folder's code runs in the worker's processes, as a submission's does, and never in this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from ..course import Course, CourseFiles
from ..interview import Silence, provided_modules
from ..submissions.model import Source
from ..submissions.reading import read_submission
from ..suite.expected import load_reference, right_answer
from ..worker.deadline import Deadline
from ..worker.host import Reply, Worker
from ..worker.protocol import Facts, Probe, Request, Setting

BATCH = 60
"""Probes that share a process: so few that its time is enough even if every pass of them runs away."""
SECONDS = 8.0
"""What one process may take."""
MOST_SILENCES = 3
"""Processes that may die or hang before a solution is asked no more."""
WHOLE = Setting("verify", ("future", "loop"))


class ModelError(Exception):
    """There is nothing to verify. The message says what was found instead."""


class Model(Protocol):
    """Something that answers probes as a loop under test does."""

    name: str

    def answers(self, probes: Sequence[Probe]) -> Iterator[Facts | Silence]:
        """One answer per probe, in order."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...


class Reference:
    """The course's own solution, in this process."""

    name = "the reference"

    def __init__(self, files: CourseFiles, course: Course) -> None:
        load_reference(files, course)

    def answers(self, probes: Sequence[Probe]) -> Iterator[Facts | Silence]:
        return map(right_answer, probes)

    def close(self) -> None:
        """It holds nothing."""


class Folder:
    """A solution folder, or a file of the bank of solutions, in processes of its own."""

    def __init__(self, path: Path, files: CourseFiles, course: Course) -> None:
        self.name = str(path)
        self._course = course
        provided = files.provided_sources(course)
        source = _source(path, files, course)
        if source.problem:
            raise ModelError(f"{path}: {source.problem}")
        self._sources = {**source.modules, **provided}
        self._worker = Worker(provided=provided_modules(files, course))
        self._silences = 0

    def answers(self, probes: Sequence[Probe]) -> Iterator[Facts | Silence]:
        for start in range(0, len(probes), BATCH):
            yield from self._batch(list(enumerate(probes[start : start + BATCH])))

    def _batch(self, questions: list[tuple[int, Probe]]) -> Iterator[Facts | Silence]:
        """The answers of one batch. Where a process ended or hung, another one takes the rest."""
        while questions:
            if self._silences >= MOST_SILENCES:
                yield from [Silence("it was not asked any more, after it had died or hung several times")] * len(
                    questions
                )
                return
            reply = self._ask(questions)
            if reply.broken_import:
                self._silences = MOST_SILENCES
                kind, message, module, line, _ = reply.broken_import
                where = f" in {module}, line {line}" if module else ""
                yield from [Silence(f"it cannot be imported: {kind}{where}: {message}")] * len(questions)
                return
            while questions and questions[0][0] in reply.answers:
                yield reply.answers[questions.pop(0)[0]]
            if questions:
                yield self._alone(questions.pop(0))

    def _alone(self, question: tuple[int, Probe]) -> Facts | Silence:
        """The answer to a question at which a process ended: asked once more, since the machine may have been to blame."""
        reply = self._ask([question])
        if question[0] in reply.answers:
            return reply.answers[question[0]]
        self._silences += 1
        return Silence(reply.end)

    def _ask(self, questions: Sequence[tuple[int, Probe]]) -> Reply:
        request = Request(self._course.package, self._sources, WHOLE, questions)
        return self._worker.ask(request, Deadline(SECONDS, "loopcheck verify"))

    def close(self) -> None:
        """End the worker."""
        self._worker.close()


def _source(path: Path, files: CourseFiles, course: Course) -> Source:
    """The modules of a folder as students hand it in; or of a file of the bank, which holds only what it replaces."""
    reference = files.package_sources(course)
    if path.is_file() and path.suffix == ".py" and path.name not in course.edit:
        from ..authoring.bank import read_entry
        from ..authoring.observed import source_of

        return source_of(read_entry(path, course, reference), course)
    return read_submission(path.name, path, course, files.provided_sources(course))
