"""A class at a time: the results of submissions, graded in this process; in several, `processes.py` does it.

What must stay true: no submission that is not graded gets points. One submission is graded here, and must not pay for what
several processes need: that is imported only where they are used.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from .course import load_course
from .grading import Grader, GraderSettings
from .results import State, Submission
from .submissions.model import Source

ATTEMPTS = 3
"""How often a submission is given to a grading process, when the processes themselves get lost."""
SUBMISSIONS_PER_JOB = 8
"""Fewer than this for each process, and starting one more costs longer than it saves."""

Graded = tuple[Submission, float]


def sensible_jobs(submissions: int) -> int:
    """Processes to use: one per core, unless there is too little to do."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(available, submissions // SUBMISSIONS_PER_JOB))


def grade_here(
    sources: Iterable[Source], settings: GraderSettings, meanwhile: Callable[[], None] = lambda: None
) -> Iterator[Graded]:
    """Grade in this very process, one after the other; `meanwhile` is done while the first one's code runs."""
    with Grader(settings) as grader:
        grader.worker.meanwhile.append(meanwhile)
        for source in sources:
            yield grader.grade(source)


def given_up(source: Source) -> Submission:
    """The result of a submission whose grading process was lost again and again."""
    return Submission(
        id=source.id,
        state=State.INFRASTRUCTURE_ERROR,
        reason=f"The grading process was lost {ATTEMPTS} times. This says nothing about the submission: grade it again.",
        max_score=load_course().max_points,
        notes=source.notes,
        flags=source.flags,
        digest=source.digest,
    )
