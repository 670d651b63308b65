"""Classroom 50: the template to push, the autograder of the assignment, and the teacher's guide.

Classroom 50 publishes an assignment's autograder without asking who reads it. What must stay true: nothing hidden is in the
bundle; its score is called provisional wherever it is shown.
"""

from __future__ import annotations

import json
from typing import Any

from ..course import Course, CourseFiles
from .model import Bundle, BundleError, static
from .template import template_files, visible_checks

SLUG = "event-loop"
RESERVED = ".github/workflows/autograde.yaml"
"""Classroom 50 writes this file into each student's repository; a template must not bring its own."""
PYTHON = "3.13"
SECONDS = 60
"""A right loop needs less than one second for an exercise; a check that hangs is stopped after three."""


def bundle(files: CourseFiles, course: Course) -> Bundle:
    """Everything that a teacher puts into the organisation."""
    template = template_files(files, course)
    if RESERVED in template:
        raise BundleError(f"the template holds {RESERVED}, which Classroom 50 writes itself: rename that workflow")
    checks = visible_checks(template, course)
    made = Bundle(notes=["README.md in it leads from the organisation to the grades, in five steps."])
    made.add("README.md", static("classroom50/README.md"))
    for path, content in template.items():
        made.add(f"template/{path}", content)
    autograder = f"autograders/{SLUG}"
    made.add(f"{autograder}/autograder.py", static("classroom50/autograder.py"))
    made.add(f"{autograder}/checks.json", _json(plan(course, checks)))
    made.add(f"{autograder}/tests.json", _json({"schema": "classroom50/tests/v1", "tests": tests(course, checks)}))
    for path in sorted(path for path in template if is_needed(path, course)):
        made.add(f"{autograder}/template/{path}", template[path])
    made.add("assignment.json", _json(assignment(course)))
    made.add("tests-for-gh-teacher.json", _json(tests(course, checks)))
    return made


def is_needed(path: str, course: Course) -> bool:
    """Whether the visible checks need this file of the template: themselves, the package and the settings."""
    return path.startswith(("tests/", f"{course.package}/")) or path in (
        "pyproject.toml",
        "requirements.lock",
    )


def plan(course: Course, checks: list[Any]) -> dict[str, Any]:
    """What the autograder runs: no points, since they would name the hidden checks' weight."""
    named = {check.exercise for check in checks}
    return {
        "package": course.package,
        "edit": [f"{course.package}/{name}" for name in course.edit],
        "exercises": [{"id": each.id, "title": each.title} for each in course.exercises if each.id in named],
        "checks": [
            {"file": each.file, "name": each.name, "exercise": each.exercise, "sentence": each.sentence}
            for each in checks
        ],
    }


def tests(course: Course, checks: list[Any]) -> list[dict[str, Any]]:
    """The declarative form, for a teacher who wants no autograder.py: each exercise all or nothing."""
    found = []
    for exercise in course.exercises:
        points = sum(check.exercise == exercise.id for check in checks)
        found.append(
            {
                "name": f"[provisional] {exercise.title}",
                "type": "run",
                "setup": "python -m pip install -q --require-hashes -r requirements.lock",
                "run": f"python -P -m pytest --exercise={exercise.id}",
                "exit-code": 0,
                "timeout": SECONDS,
                "points": points,
            }
        )
    return found


def assignment(course: Course) -> dict[str, Any]:
    """The assignment's entry in `assignments.json`, to be filled in where it says so."""
    return {
        "slug": SLUG,
        "name": course.title,
        "mode": "individual",
        "autograder": "default",
        "template": {"owner": "YOUR-ORGANISATION", "repo": f"{SLUG}-template", "branch": "main"},
        "runtime": {"python": PYTHON},
    }


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
