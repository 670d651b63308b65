"""Gradescope's autograder.zip: grades each hand-in with the hidden checks, and gives the real score.

The zip holds the answers and the course's secret seed: Gradescope keeps it, and only instructors can download it. What must
stay true: setup.sh needs no package index, and every run leaves a valid results.json.
"""

from __future__ import annotations

import json
from argparse import Namespace

from ..course import Course, CourseFiles
from ..settings import TEXT, SettingsError, course_seed, settings_file
from .model import Bundle, BundleError, static
from .on_gradescope import no_score
from .wheels import requirements, wheels

NOT_FINISHED = (
    "The autograder did not come to an end. This says nothing about your submission, and is not your fault: tell your teacher. "
    "(For the teacher: what the grader said is in the output that only instructors see.)"
)


def bundle(files: CourseFiles, course: Course, arguments: Namespace) -> Bundle:
    """The files at the root of the zip."""
    found = wheels(files, arguments.wheels)
    points = course.max_points
    made = Bundle(
        notes=[
            f"Upload the zip as the assignment's autograder, and give the assignment {points} points.",
            "It holds the answers and the secret seed: keep it to yourself.",
        ]
    )
    for name in ("setup.sh", "run_autograder"):
        made.add(name, static(f"gradescope/{name}"), program=True)
    for name, content in found.items():
        made.add(f"wheels/{name}", content)
    made.add("requirements.txt", requirements(found))
    made.add("settings.toml", TEXT.format(seed=seed()))
    made.add("not_finished.json", json.dumps(no_score(NOT_FINISHED), indent=1) + "\n")
    return made


def seed() -> int:
    """The course's own seed: what Gradescope says then is what `loopcheck grade` says."""
    try:
        return course_seed(settings_file())
    except SettingsError as error:
        raise BundleError(str(error)) from error
