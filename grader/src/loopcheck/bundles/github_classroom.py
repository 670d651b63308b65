"""The assignment as GitHub Classroom defined it: the template with its workflow and its older `autograding.json`.

The service closed on 2026-08-28; old repositories and other runners still read these files. What must stay true: nothing
hidden is in the bundle; each exercise is one command grader, since the reporter counts a grader's points twice over when its
tests weigh differently; and no input is given that the actions do not have.
"""

from __future__ import annotations

import json
import re

from ..course import Course, CourseFiles, Exercise
from .model import Bundle, BundleError, static
from .template import template_files

WORKFLOW = ".github/workflows/classroom.yml"
AUTOGRADING = ".github/classroom/autograding.json"
INSTALL = "python -m pip install --disable-pip-version-check --require-hashes -r requirements.lock"
MINUTES = 2

HEAD = """\
# The visible checks as GitHub Classroom's graders: each exercise all or nothing. PROVISIONAL: marks come from hidden checks,
# on your teacher's side.
name: Autograding Tests

"on":
  push:
  repository_dispatch:

# What the reporter needs to write its notice.
permissions:
  contents: read
  actions: read
  checks: write

concurrency:
  group: autograding-${{ github.ref }}
  cancel-in-progress: true

defaults:
  run:
    shell: bash

jobs:
  run-autograding-tests:
    name: Visible checks
    if: github.actor != 'github-classroom[bot]'
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false
      - uses: actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0
        with:
          python-version: "3.13"
      - name: Install pytest
        run: @INSTALL@
"""
GRADER = """\
      - name: "@TITLE@"
        id: @ID@
        uses: classroom-resources/autograding-command-grader@d5b3fa6f50f7f629b7bfae0cc3e4c58852b412d5 # v1
        with:
          test-name: "@TITLE@"
          command: @COMMAND@
          timeout: @MINUTES@
          max-score: @POINTS@
"""
REPORTER = """\
      - name: Autograding Reporter
        uses: classroom-resources/autograding-grading-reporter@d13b5912daf5042ac1b71bc38bdb4a6bcd61d8ca # v1
        env:
@RESULTS@
        with:
          runners: @RUNNERS@
"""


def bundle(files: CourseFiles, course: Course) -> Bundle:
    """The template's repository with the two files in it, and the guide."""
    made = Bundle(notes=["GitHub Classroom closed on 2026-08-28: README.md in the bundle says what to use instead."])
    made.add("README.md", static("github-classroom/README.md"))
    for path, content in template_files(files, course).items():
        made.add(f"template/{path}", content)
    made.add(f"template/{WORKFLOW}", workflow(course))
    made.add(f"template/{AUTOGRADING}", json.dumps({"tests": tests(course)}, indent=2, ensure_ascii=False) + "\n")
    return made


def workflow(course: Course) -> str:
    """`classroom.yml`: one command grader for each exercise, and the reporter."""
    ids = {exercise.id: runner_id(exercise) for exercise in course.exercises}
    graders = "".join(
        _filled(
            GRADER,
            TITLE=_title(exercise),
            ID=ids[exercise.id],
            COMMAND=command(exercise),
            MINUTES=str(MINUTES),
            POINTS=str(exercise.max_points),
        )
        for exercise in course.exercises
    )
    results = "\n".join(
        f"          {name.upper()}_RESULTS: ${{{{ steps.{name}.outputs.result }}}}" for name in ids.values()
    )
    reporter = _filled(REPORTER, RESULTS=results, RUNNERS=",".join(ids.values()))
    return _filled(HEAD, INSTALL=INSTALL) + graders + reporter


def tests(course: Course) -> list[dict[str, object]]:
    """The tests of `autograding.json`, as the archived action and its heirs read them; `timeout` is in minutes."""
    return [
        {
            "name": _title(exercise),
            "setup": INSTALL,
            "run": command(exercise),
            "input": "",
            "output": "",
            "comparison": "included",
            "timeout": MINUTES,
            "points": exercise.max_points,
        }
        for exercise in course.exercises
    ]


def command(exercise: Exercise) -> str:
    """What a grader runs; its exit code is the verdict. `-P` keeps a `pytest.py` in the checkout from taking pytest's place."""
    return f"python -P -m pytest --exercise={exercise.id}"


def runner_id(exercise: Exercise) -> str:
    """The step's id: the reporter takes letters and digits only."""
    name = re.sub("[^a-z0-9]", "", exercise.id.lower())
    if not name:
        raise BundleError(f"the exercise {exercise.id!r} has no letter or digit in its id: rename it")
    return name


def _title(exercise: Exercise) -> str:
    return f"{exercise.title} (visible checks, provisional)".replace('"', "'")


def _filled(text: str, **values: str) -> str:
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    return text
