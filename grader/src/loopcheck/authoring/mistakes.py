"""`instructor/MISTAKES.md`: what each known mistake is, how it looks in a run, and what to read again.

`author build` writes the page, `author check` says when it is not what the banks' docstrings give. What must stay true: it is
made from the banks and nothing else, those of all bonus exercises included, and it lies where no student gets it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ..course import Course, CourseError, CourseFiles, Exercise
from ..reports.safe_text import with_code
from .bank import WRONG, Entry, folders_of, read_bank
from .problem import BUILD, Problem

TARGET = Path("instructor", "MISTAKES.md")
HEAD = """\
<!-- Made from the docstrings in solutions/wrong/ and solutions/bonus/ by `loopcheck author build`: edit them there. -->

# What each mistake means

The mistakes that the grader recognises, by exercise. A submission that does exactly what one of them does is told so, in these
words, in the student's feedback and in the class's most frequent mistakes. Below each: what the four stamps of a wake (asked
for, expired, fired, ran) show, or what a run of a bonus exercise does, and what to read again. For instructors: it gives the
answers away.
"""

Mistakes = tuple[Exercise, Sequence[Entry]]
"""An exercise and its wrong solutions."""


def page(files: CourseFiles, course: Course) -> str:
    """The whole page: every exercise that the course could use."""
    course = course.with_all_bonus()
    reference = files.package_sources(course)
    own = read_bank(files.root / WRONG, course, reference)
    of_bonus = {
        exercise.id: read_bank(files.root / folders_of(exercise)[1], course, reference) for exercise in course.bonus
    }
    mistakes = [(exercise, of_bonus.get(exercise.id, of_exercise(exercise, own))) for exercise in course.exercises]
    return "\n".join([HEAD, *_contents(mistakes), *_sections(mistakes)]).rstrip("\n") + "\n"


def of_exercise(exercise: Exercise, entries: Sequence[Entry]) -> list[Entry]:
    """The mistakes of an exercise of the course's own: their files are named after it."""
    return [entry for entry in entries if entry.name.startswith(f"{exercise.id}_")]


def _contents(mistakes: Sequence[Mistakes]) -> Iterator[str]:
    yield "| exercise | mistakes |"
    yield "|---|---|"
    for exercise, entries in mistakes:
        title = _title(exercise)
        yield f"| [{title}](#{_anchor(title)}) | {len(entries)} |"
    yield ""


def _sections(mistakes: Sequence[Mistakes]) -> Iterator[str]:
    for exercise, entries in mistakes:
        yield f"## {_title(exercise)}"
        yield ""
        for entry in entries:
            first, *rest = (" ".join(part.split()) for part in entry.idea.split("\n\n"))
            count = len(entry.fails)
            yield f"**{with_code(first)}** ({count} check{'' if count == 1 else 's'} red)"
            yield ""
            yield from (f"- {with_code(part)}" for part in rest)
            yield ""


def _title(exercise: Exercise) -> str:
    return f"Bonus: {exercise.title}" if exercise.bonus else exercise.title


def _anchor(title: str) -> str:
    """The address that GitHub and GitLab give to a heading."""
    kept = "".join(char for char in title.lower() if char.isalnum() or char in " -_")
    return kept.replace(" ", "-")


def mistake_problems(root: Path, course: Course) -> Iterator[Problem]:
    """The page is what the banks give. A bank that cannot be read is said elsewhere; a course without one has no page."""
    if not (root / WRONG).is_dir() or not (root / TARGET).parent.is_dir():
        return
    try:
        text = page(CourseFiles(root), course)
    except CourseError:
        return
    if not (root / TARGET).is_file() or (root / TARGET).read_bytes().replace(b"\r\n", b"\n") != text.encode("utf-8"):
        yield Problem(TARGET.as_posix(), "is not what the docstrings of the wrong solutions give", BUILD)
