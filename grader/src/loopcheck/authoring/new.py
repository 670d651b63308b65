"""`loopcheck author new`: the files of a new bonus exercise, complete and in order, about nothing much.

What must stay true: nothing that is there is changed but `course.toml`, to whose end a section is added; and with what is
written, and `author build` once, which lists the new mistake, `author check` finds everything in order. So a new exercise
begins green, and stays it step by step.
"""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from ..course import CourseError, CourseFiles, read_course
from .build import PROBES
from .hidden_suite import SUITE
from .manifest import MANIFEST, REFERENCE

SKELETON = Path(__file__).parent / "skeleton"
PLACES = {
    "README": "exercises/bonus-UNIT/README.md",
    "hints": "exercises/bonus-UNIT/hints.md",
    "guide": "exercises/bonus-UNIT/GUIDE.md",
    "visible": "exercises/bonus-UNIT/test_bonus_UNIT.py",
    "reference": f"{REFERENCE}/bonus/UNIT.py",
    "probe": f"{PROBES}/bonus/UNIT.py",
    "programs": f"{SUITE}/bonus/programs_UNIT.py",
    "suite": f"{SUITE}/bonus/test_UNIT.py",
    "right": "solutions/bonus/UNIT/correct/added_to_itself.py",
    "wrong": "solutions/bonus/UNIT/wrong/multiplied_by_itself.py",
}
"""What a bonus exercise consists of, beside its section in `course.toml`."""
NAME = re.compile(r"[a-z][a-z0-9_]{2,39}")


def new_exercise(root: Path, unit: str, title: str) -> list[str]:
    """Write the files of bonus exercise `unit`, and give their names; CourseError when there is something in the way."""
    course = read_course(CourseFiles(root).manifest)
    if not NAME.fullmatch(unit) or keyword.iskeyword(unit):
        raise CourseError(
            f"{unit!r} cannot name an exercise and its module: take small letters, digits and underscores"
        )
    if not title.strip() or '"' in title or "\\" in title or not title.isprintable():
        raise CourseError(f"{title!r} cannot be a title: take some words without quotation marks")
    taken = {exercise.id for exercise in (*course.exercises, *course.bonus)}
    modules = {path.name for path in (root / REFERENCE / course.package).glob("*.py")}
    if unit in taken or f"{unit}.py" in modules:
        raise CourseError(f"there is an exercise, or a module of {course.package}, called {unit}: take another name")
    files = {place.replace("UNIT", unit): _text(name, unit, title) for name, place in PLACES.items()}
    present = [name for name in files if (root / name).exists()]
    if present:
        raise CourseError(f"{present[0]} is there already: move it away, or take another name")
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text.encode())
    manifest = root / MANIFEST
    manifest.write_bytes(manifest.read_bytes() + _text("manifest", unit, title).encode())
    return [*files, MANIFEST]


def _text(name: str, unit: str, title: str) -> str:
    text = (SKELETON / f"{name}.txt").read_text(encoding="utf-8")
    if name == "programs":  # there the name of the constant is UNIT, too
        return text.replace('"UNIT"', f'"{unit}"').replace("`UNIT`", f"`{unit}`")
    if name == "suite":
        text = text.replace("programs.UNIT", "programs.@")
        return text.replace("UNIT", unit).replace("programs.@", "programs.UNIT")
    return text.replace("UNIT", unit).replace("TITLE", title)
