"""`class.html`: the class in figures, for a projector.

What must stay true: it is made from `class_figures` and from how many submissions ended in which state, so it holds no
name, no id, and nothing that a student wrote; and it says nothing about a class that is too small to hide a person.
"""

from __future__ import annotations

from loopcheck.reports.class_figures import FEWEST, figures_of
from loopcheck.reports.html_templates import render
from loopcheck.results import Run, State


def class_html(run: Run) -> str:
    """The class's page, ending in a newline."""
    states = [submission.state for submission in run.submissions]
    return render(
        "class.html",
        count=len(states),
        states={state.value: states.count(state) for state in State},
        fewest=FEWEST,
        figures=figures_of(run.submissions),
    )
