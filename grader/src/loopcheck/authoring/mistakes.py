"""`instructor/MISTAKES.md`: what each known mistake is, how it looks in the stamps, and what to read again.

`author build` writes the page, `author check` says when it is not what the bank's docstrings give. What must stay true: it is
made from the bank and nothing else, and it lies where no student gets it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ..course import Course, CourseError, CourseFiles, Exercise
from ..reports.safe_text import with_code
from .bank import WRONG, Entry, read_bank
from .problem import BUILD, Problem

TARGET = Path("instructor", "MISTAKES.md")
HEAD = """\
<!-- Made from the docstrings in solutions/wrong/ by `loopcheck author build`: edit them there. -->

# What each mistake means

The mistakes that the grader recognises, by exercise. A submission that does exactly what one of them does is told so, in these
words, in the student's feedback and in the class's most frequent mistakes. Below each: what the four stamps of a wake (asked
for, expired, fired, ran) show, and what to read again. For instructors: it gives the answers away.
"""


def page(files: CourseFiles, course: Course) -> str:
    """The whole page."""
    entries = read_bank(files.root / WRONG, course, files.package_sources(course))
    return "\n".join([HEAD, *_contents(course, entries), *_sections(course, entries)]).rstrip("\n") + "\n"


def of_exercise(exercise: Exercise, entries: Sequence[Entry]) -> list[Entry]:
    """The mistakes of an exercise: files are named after it."""
    return [entry for entry in entries if entry.name.startswith(f"{exercise.id}_")]


def _contents(course: Course, entries: Sequence[Entry]) -> Iterator[str]:
    yield "| exercise | mistakes |"
    yield "|---|---|"
    for exercise in course.exercises:
        yield f"| [{exercise.title}](#{_anchor(exercise.title)}) | {len(of_exercise(exercise, entries))} |"
    yield ""


def _sections(course: Course, entries: Sequence[Entry]) -> Iterator[str]:
    for exercise in course.exercises:
        yield f"## {exercise.title}"
        yield ""
        for entry in of_exercise(exercise, entries):
            first, *rest = (" ".join(part.split()) for part in entry.idea.split("\n\n"))
            count = len(entry.fails)
            yield f"**{with_code(first)}** ({count} check{'' if count == 1 else 's'} red)"
            yield ""
            yield from (f"- {with_code(part)}" for part in rest)
            yield ""


def _anchor(title: str) -> str:
    """The address that GitHub and GitLab give to a heading."""
    kept = "".join(char for char in title.lower() if char.isalnum() or char in " -_")
    return kept.replace(" ", "-")


def mistake_problems(root: Path, course: Course) -> Iterator[Problem]:
    """The page is what the bank gives. A bank that cannot be read is said elsewhere; a course without one has no page."""
    if not (root / WRONG).is_dir() or not (root / TARGET).parent.is_dir():
        return
    try:
        text = page(CourseFiles(root), course)
    except CourseError:
        return
    if not (root / TARGET).is_file() or (root / TARGET).read_bytes().replace(b"\r\n", b"\n") != text.encode("utf-8"):
        yield Problem(TARGET.as_posix(), "is not what the docstrings in solutions/wrong/ give", BUILD)
