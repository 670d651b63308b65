"""Grading all that a layout found: read, taken from the journal or graded, and put into the order of the ids.

`grade` and `regrade` share this. What must stay true: memory holds results, never submissions.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from .batch import given_up, grade_here, sensible_jobs
from .changed_files import ChangedFiles, protected_files
from .course import Course, CourseFiles, course_files, load_course
from .grading import GraderSettings, suite_version
from .identical import FILE as IDENTICAL
from .identical import Identical
from .results import Run
from .submissions.deliveries import read_delivery
from .submissions.layout_model import Found, HandedIn
from .submissions.model import Source
from .worker.sandbox import reads_files, weakest
from .worker.starters import WorkerError

if TYPE_CHECKING:
    from .journal import Graded

MOST_JOBS = 61
"""More processes than that, Windows cannot wait for."""


def jobs_for(wanted: int | None, submissions: int) -> int:
    """Grading processes: as many as were asked for, else what is sensible; never more than there is work for."""
    return min(wanted or sensible_jobs(submissions), submissions, MOST_JOBS)


@dataclass
class ClassRun:
    """What there is so far: results with their seconds by id, equal submissions, and sentences for the instructor."""

    found: Found
    settings: GraderSettings
    cluster: str = ""
    """The address of a dask scheduler; empty for processes of this machine."""
    meanwhile: Callable[[], None] = lambda: None
    """What there is to do while the first submission is graded."""
    results: dict[str, Graded] = field(default_factory=dict)
    identical: Identical = field(default_factory=Identical)
    changed: ChangedFiles = field(
        default_factory=lambda: ChangedFiles(
            lambda: protected_files(course_files(), load_course()), load_course().package
        )
    )
    notes: list[str] = field(default_factory=list)
    graded_now: int = 0
    """How many were graded, and not taken from the journal."""

    def grade(self, jobs: int, journal_in: Path | None, fresh: bool, advance: Callable[[], None]) -> None:
        """Grade everything, in `jobs` processes. `journal_in` is the folder with the journal; None for no journal."""
        from .resume import graded

        def grade(sources: Iterable[Source]) -> Iterator[Graded]:
            for each in self._graded(sources, jobs):
                self.graded_now += 1
                yield each

        with ExitStack() as stack:
            journal = None
            if journal_in is not None and (level := self._sandbox()):
                from .journal import Journal, conditions

                journal = stack.enter_context(Journal(journal_in, conditions(self.settings.seed, level)))
            ids = [name for name, _ in self.found.items]
            for result, seconds in graded(ids, self._read, grade, journal, fresh):
                self.results[result.id] = result, seconds
                advance()
            self.notes += journal.notes if journal else []
        self.notes += self._facts()

    def _sandbox(self) -> str:
        """The isolation that results are made in; empty when no worker can be started, which each submission will say."""
        from .sandbox_reached import sandbox_reached

        try:
            return sandbox_reached(self.settings.method, self.settings.sandbox)
        except (WorkerError, OSError):
            return ""

    def _graded(self, sources: Iterable[Source], jobs: int) -> Iterator[Graded]:
        if self.cluster:
            from .cluster import grade_on_cluster

            return grade_on_cluster(sources, self.settings, self.cluster)
        if jobs == 1:
            return grade_here(sources, self.settings, self.meanwhile)
        # This process has nothing to do until the others have started.
        Thread(target=self.meanwhile, daemon=True).start()
        from .processes import grade_in_processes

        return grade_in_processes(sources, self.settings, jobs)

    def _facts(self) -> Iterator[str]:
        """What the instructor may want to know about how it went."""
        kept = len(self.results) - self.graded_now
        if kept > 0:
            yield f"{kept} of {len(self.results)} are as they were, and were not graded again; --fresh does"
        if groups := len(self.identical.groups()):
            what = "1 group" if groups == 1 else f"{groups} groups"
            yield f"{what} of submissions that are the same: see {IDENTICAL}. That is a fact without a verdict."
        if changed := self.changed.note():
            yield changed
        if reads_files(self.level):
            yield (
                f"the sandbox was {self.level}: students' code could read whatever the user can who runs it, perhaps the "
                "course's solution. instructor/SECURITY.md says how to have a stronger one."
            )

    @property
    def level(self) -> str:
        """The weakest isolation that students' code ran in; empty when none ran."""
        return weakest([result.sandbox for result, _ in self.results.values()])

    @property
    def seconds(self) -> dict[str, float]:
        return {name: took for name, (_, took) in self.results.items()}

    @property
    def handed_in(self) -> dict[str, HandedIn]:
        """What the platform said about the submissions."""
        return {name: delivery.handed_in for name, delivery in self.found.deliveries.items()}

    def run(self) -> Run:
        """All results, in the order of the ids."""
        return Run(
            suite=suite_version(course_files()),
            python=platform.python_version(),
            sandbox=self.level,
            seed=self.settings.seed,
            submissions=tuple(
                self.results[name][0] if name in self.results else given_up(Source(name, {}))
                for name, _ in self.found.items
            ),
        )

    def _read(self, ids: Sequence[str]) -> Iterator[Source]:
        """Each submission as it is needed: a class does not have to fit into memory."""
        course, files = load_course(), course_files()
        provided, stubs = _templates(course, files)
        paths = dict(self.found.items)
        for name in ids:
            delivery, look = self.found.deliveries.get(name), partial(self.changed.look, name)
            source = read_delivery(name, paths[name], delivery, course, provided, stubs, look)
            self.identical.add(source)
            yield source


def _templates(course: Course, files: CourseFiles) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The course's own modules, and the modules of the template as students get them."""
    from .authoring.stubs import stub_module

    package = files.package_sources(course)
    provided = {name: source for name, source in package.items() if name not in course.edit}
    return provided, {name: stub_module(package[name], name, name, course) for name in course.edit}
