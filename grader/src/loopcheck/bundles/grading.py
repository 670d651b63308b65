"""The instructor's own grading repository, on GitHub or GitLab: it fetches the students' repositories and grades them.

What must stay true: marks are made here, on the instructor's side, and nowhere else; the repository holds the answers, so it is
private and no student is a member; the token that reads students' repositories is not there when their code runs.
"""

from __future__ import annotations

from argparse import Namespace

from ..course import Course, CourseFiles
from .model import Bundle, static
from .wheels import requirements, wheels

PYTHON = "3.13"
"""The Python of both pipelines. The wheels are for it alone."""
AS_THEY_ARE = (
    "README.md",
    "fetch_clones.py",
    "clones.csv",
    ".gitignore",
    ".gitlab-ci.yml",
    ".github/workflows/grade.yml",
)
RENAMED = {".gitignore": "gitignore", ".gitlab-ci.yml": "gitlab-ci.yml", ".github/workflows/grade.yml": "grade.yml"}
"""Names that would act on our own repository are stored under others."""


def bundle(files: CourseFiles, course: Course, arguments: Namespace) -> Bundle:  # noqa: ARG001 - as the others'
    """The files of the repository."""
    found = wheels(files, arguments.wheels, pythons=(PYTHON,))
    made = Bundle(
        notes=["Push it to a PRIVATE repository: it holds the answers. README.md in it says how it is set up."]
    )
    for path in AS_THEY_ARE:
        made.add(path, static(f"grading/{RENAMED.get(path, path)}"))
    for name, content in found.items():
        if not name.startswith("pip-"):  # both pipelines bring their own
            made.add(f"wheels/{name}", content)
    made.add("requirements.txt", requirements(found))
    return made
