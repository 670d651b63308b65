"""`feedback.html`: what one student reads about one submission, in a browser.

It says what `feedback.md` says, in the same words and the same order. What must stay true: it uses what the result model
holds for the student (`sentence`, `message`, `mistakes`, `reason`, `notes`) and never what is the instructor's
(`detail`, `flags`).
"""

from __future__ import annotations

from loopcheck.reports import wording
from loopcheck.reports.html_templates import render
from loopcheck.reports.obstacles import obstacles
from loopcheck.results import State, Submission


def feedback_html(submission: Submission) -> str:
    """The student's page, ending in a newline."""
    graded = submission.state is State.GRADED
    return render(
        "feedback.html",
        submission=submission,
        sums=submission.exercises if graded else (),
        hidden_by=obstacles(submission),
        sections=list(wording.by_exercise(submission)) if graded else [],
    )
