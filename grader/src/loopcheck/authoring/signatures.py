"""The signatures of the bank's wrong solutions: what each of them did on the diagnosis probes, as digests.

What must stay true: made by running, never by hand; the file says from what it was made, and `author build` makes it again
when that has changed. A mistake is recognised by the functions in which it was made, not by what it does to others; and no
mark of a right solution, in any style of the bank, is kept: a function may look wrong when it is taken from its neighbours.
Nor is that of a function which is not written yet: nothing can be said about it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from .. import diagnosis
from ..course import Course, CourseFiles, Exercise
from ..diagnosis import ALONE, OWN, SIGNATURES, Known, Marks, Signatures
from ..grading import Grader, GraderSettings, suite_version
from ..submissions.model import Source
from .bank import CORRECT, WRONG, Entry, folders_of, read_bank
from .problem import BUILD, Problem
from .stubs import stub_module

PADDING = b"\n_padding = [lambda: None for _ in range(7)]\n"
"""Put behind a module it changes nothing but the addresses of what is made later."""
BONUS = Path("solutions", "bonus")
TARGET = Path("grader", "src", "loopcheck", SIGNATURES)


def bank_digest(root: Path) -> str:
    """What the signatures are made from: the suite, the way of taking marks, and the bank."""
    digest = hashlib.sha256(suite_version(CourseFiles(root.resolve())).encode())
    digest.update(_text(Path(diagnosis.__file__)))
    for folder in (CORRECT, WRONG, BONUS):
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.name.encode() + b"\0" + _text(path) + b"\0")
    return digest.hexdigest()


def _text(path: Path) -> bytes:
    """The file as it is meant, whatever the checkout made of its line endings."""
    return path.read_bytes().replace(b"\r\n", b"\n")


def is_current(root: Path) -> bool:
    """Whether the file is there, and made from the suite and the bank as they are."""
    path = root / TARGET
    try:
        return msgspec.json.decode(path.read_bytes(), type=Signatures).made_from == bank_digest(root)
    except (OSError, msgspec.MsgspecError):
        return False


def signature_problems(root: Path) -> Iterator[Problem]:
    """The signatures are those of the bank as it is."""
    if (root / WRONG).is_dir() and not is_current(root):
        yield Problem(TARGET.as_posix(), "the signatures are not those of the bank and the suite as they are", BUILD)


def signatures(root: Path, course: Course) -> bytes:
    """The file's content: every wrong solution run on the diagnosis probes, those of all bonus exercises included, whether
    the course uses them or not. Takes seconds."""
    made_from = bank_digest(root)
    course = course.with_all_bonus()
    reference = CourseFiles(root).package_sources(course)
    with Grader(GraderSettings(seed=0, course=course)) as grader:
        functions, whole = grader.diagnoser.exercises, grader.diagnoser.whole
        right = _marks(grader, reference, [*functions, *whole, *grader.diagnoser.apart])
        styles = read_bank(root / CORRECT, course, reference)
        unwritten = {name: stub_module(reference[name], name, name, course) for name in course.edit}
        innocent = [right, _marks(grader, unwritten, functions)]
        innocent += [_marks(grader, entry.sources, _touched(entry, course), (ALONE,)) for entry in styles]
        known = {
            entry.name: Known(entry.idea, marks_left(grader, entry, innocent))
            for entry in read_bank(root / WRONG, course, reference)
        }
        for exercise in course.exercises:
            if exercise.bonus:
                known |= _known_of_bonus(grader, exercise, root, reference, right)
    return msgspec.json.format(msgspec.json.encode(Signatures(made_from, right, known)), indent=1) + b"\n"


def _known_of_bonus(
    grader: Grader, exercise: Exercise, root: Path, reference: Mapping[str, bytes], right: Marks
) -> dict[str, Known]:
    """The mistakes of a bonus exercise, named with the exercise in front."""
    styles, mistakes = (read_bank(root / folder, grader.course, reference) for folder in folders_of(exercise))
    innocent = [right, *(_marks(grader, entry.sources, [exercise.id]) for entry in styles)]
    found = {}
    for entry in mistakes:
        marks = _telling(_marks(grader, entry.sources, [exercise.id]), innocent)
        found[f"{exercise.id}_{entry.name}"] = Known(entry.idea, _steady(grader, entry, marks))
    return found


def marks_left(grader: Grader, entry: Entry, innocent: Sequence[Marks]) -> Marks:
    """The marks of the functions that the entry replaces. A mistake that leaves none there leaves them where it can: in
    other functions; or in the whole loop, of which only those are asked who are right in every function."""
    functions = grader.diagnoser.exercises
    made_in = [name for name in functions if grader.course.exercise(name).function in entry.replaces]
    for exercises in (made_in, functions, grader.diagnoser.whole):
        marks = _steady(grader, entry, _telling(_marks(grader, entry.sources, exercises), innocent))
        if marks:
            return marks
    return {}


def _touched(entry: Entry, course: Course) -> list[str]:
    """The exercises in whose class the entry replaces something."""
    classes = {function.partition(".")[0] for function in entry.replaces}
    return [exercise.id for exercise in course.exercises if exercise.function.partition(".")[0] in classes]


def _steady(grader: Grader, entry: Entry, marks: Marks) -> Marks:
    """The marks without those that depend on chance: the order of a set of callbacks is that of their addresses."""
    again = _marks(grader, {name: source + PADDING for name, source in entry.sources.items()}, list(marks))
    return {name: scopes for name, scopes in marks.items() if scopes.items() <= again[name].items()}


def _marks(
    grader: Grader, sources: Mapping[str, bytes], exercises: Sequence[str], scopes: Sequence[str] = (OWN, ALONE)
) -> Marks:
    """The marks of these exercises: beside the solution's own neighbours, and alone where there are others."""
    interview = grader.interview(Source("bank", {name: sources[name] for name in grader.course.edit}))
    diagnoser = grader.diagnoser
    return {
        exercise: {
            scope: diagnoser.mark(interview, exercise, scope)
            for scope in scopes
            if scope == OWN or exercise in diagnoser.exercises
        }
        for exercise in exercises
    }


def _telling(marks: Marks, innocent: Sequence[Marks]) -> Marks:
    """The marks that are there, and that no right solution has."""
    telling = {
        exercise: {
            scope: mark
            for scope, mark in scopes.items()
            if mark and all(mark != other.get(exercise, {}).get(scope) for other in innocent)
        }
        for exercise, scopes in marks.items()
    }
    return {exercise: scopes for exercise, scopes in telling.items() if scopes}
