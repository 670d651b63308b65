"""The course as data: what `exercises/course.toml` says, checked, and where the course's files are.

An exercise is data: nothing in the engine knows one by name. The files lie in the checkout when loopcheck is installed
in editable mode, and inside the package (`_course/`) when it is installed from a wheel.

A bonus exercise is an exercise with a module of its own, named after it, that a course may use or leave out. One that is
left out is not there: it is not in `Course.exercises`, its module is not in `Course.edit`, and no student gets a file of it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any


class CourseError(Exception):
    """The course's own files are not in order. The message names the file and what to do."""


@dataclass(frozen=True)
class Exercise:
    """One exercise. `points` are whole points per check id, in the order of the suite's file.

    `module` is empty, and `functions` are none, for a unit that has nothing to write, such as the whole loop. It `needs`
    the exercises without which nothing of it can work.
    """

    id: str
    title: str
    folder: str
    points: dict[str, int]
    module: str = ""
    functions: tuple[str, ...] = ()
    lines: int = 0
    needs: tuple[str, ...] = ()
    bonus: bool = False

    @property
    def max_points(self) -> int:
        return sum(self.points.values())

    @property
    def function(self) -> str:
        """What is to be written, in words: mostly one function."""
        return ", ".join(self.functions)

    @property
    def regions(self) -> dict[str, str]:
        """The names of its regions in the reference, and the function in which each lies."""
        if len(self.functions) == 1:
            return {self.id: self.functions[0]}
        return {f"{self.id}.{function}": function for function in self.functions}


@dataclass(frozen=True)
class Course:
    """What `course.toml` says. `edit` are the modules of `package` that students change, `scaffold` the files of
    the student template that are written by hand, `exercises` those that the course uses, and `bonus` all the exercises
    that it could use beyond its own."""

    title: str
    package: str
    edit: tuple[str, ...]
    scaffold: tuple[str, ...]
    exercises: tuple[Exercise, ...]
    bonus: tuple[Exercise, ...] = ()

    @property
    def max_points(self) -> int:
        return sum(exercise.max_points for exercise in self.exercises)

    def exercise(self, exercise_id: str) -> Exercise:
        """The exercise of that id; KeyError when there is none."""
        for exercise in self.exercises:
            if exercise.id == exercise_id:
                return exercise
        raise KeyError(exercise_id)

    def with_bonus(self, *ids: str) -> Course:
        """The same course with these bonus exercises and no others; CourseError when there is no such one."""
        known = {exercise.id: exercise for exercise in self.bonus}
        unknown = [exercise_id for exercise_id in ids if exercise_id not in known]
        if unknown or len(set(ids)) != len(ids):
            what = f"no bonus exercise is called {unknown[0]!r}" if unknown else "a bonus exercise is named twice"
            raise CourseError(f"{what}: the course has {', '.join(known) or 'none'}")
        used = tuple(known[exercise_id] for exercise_id in ids)
        modules = {exercise.module for exercise in self.bonus}
        return replace(
            self,
            edit=(*(name for name in self.edit if name not in modules), *(exercise.module for exercise in used)),
            exercises=(*(exercise for exercise in self.exercises if not exercise.bonus), *used),
        )

    def with_all_bonus(self) -> Course:
        """The same course with every bonus exercise that there is."""
        return self.with_bonus(*(exercise.id for exercise in self.bonus))


@dataclass(frozen=True)
class CourseFiles:
    """The folders of one course: `root` holds `exercises/` and `solutions/reference/`."""

    root: Path

    @property
    def manifest(self) -> Path:
        return self.root / "exercises" / "course.toml"

    @property
    def reference(self) -> Path:
        """The folder that holds the reference package and its demo."""
        return self.root / "solutions" / "reference"

    @property
    def bonus_reference(self) -> Path:
        """The folder that holds the modules of the bonus exercises: apart, so that they are in no package by accident."""
        return self.reference / "bonus"

    def module_path(self, course: Course, module: str) -> Path:
        """Where the reference of a module is."""
        is_bonus = any(exercise.module == module for exercise in course.bonus)
        return (self.bonus_reference if is_bonus else self.reference / course.package) / module

    def package_sources(self, course: Course) -> dict[str, bytes]:
        """The reference package with the modules of the bonus exercises in use: file name -> source."""
        folder = self.reference / course.package
        sources = {path.name: path.read_bytes() for path in sorted(folder.glob("*.py"))}
        for exercise in course.exercises:
            path = self.bonus_reference / exercise.module
            if exercise.bonus and path.is_file():
                sources[exercise.module] = path.read_bytes()
        for name in course.edit:
            if name not in sources:
                where = self.module_path(course, name).parent
                raise CourseError(
                    f"there is no {name} in {where}: the installation is not complete, install loopcheck again; or, if you "
                    "are changing the course, write it, or take it out of `edit` in exercises/course.toml"
                )
        return sources

    def provided_sources(self, course: Course) -> dict[str, bytes]:
        """The modules that students do not edit: they are put back before grading. None of them holds a solution."""
        return {name: source for name, source in self.package_sources(course).items() if name not in course.edit}


@cache
def course_files() -> CourseFiles:
    """Where the course is: the checkout of an editable install, else the copy inside the package."""
    package = Path(__file__).resolve().parent
    for root in (package.parents[2], package / "_course"):
        files = CourseFiles(root)
        if files.manifest.is_file() and files.reference.is_dir():
            return files
    raise CourseError(
        f"no exercises/course.toml near {package}: the installation is not complete, install loopcheck again"
    )


@cache
def load_course() -> Course:
    """The installed course."""
    return read_course(course_files().manifest)


def read_course(path: Path) -> Course:
    """Read and check a `course.toml`; CourseError says what is wrong where."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CourseError(f"{path}: {error}") from error
    table = _Table(data, path, "")
    course, template = table.table("course"), table.table("template")
    bonus = table.tables("bonus") if "bonus" in data else []
    result = Course(
        title=course.text("title"),
        package=course.text("package"),
        edit=course.texts("edit"),
        scaffold=template.texts("scaffold"),
        exercises=tuple(_exercise(entry) for entry in table.tables("exercise")),
        bonus=tuple(_bonus_exercise(entry) for entry in bonus),
    )
    ids = [exercise.id for exercise in (*result.exercises, *result.bonus)]
    if len(set(ids)) != len(ids):
        raise CourseError(f"{path}: two exercises have the same id ({', '.join(ids)})")
    if unknown := {need for exercise in result.exercises for need in exercise.needs} - {*ids}:
        raise CourseError(f"{path}: an exercise `needs` what is no exercise: {', '.join(sorted(unknown))}")
    try:
        return result.with_bonus(*(course.texts("bonus") if "bonus" in course.values else ()))
    except CourseError as error:
        raise CourseError(f"{path}: the key 'bonus' of [course]: {error}") from error


KEYS = {"id", "title", "folder", "module", "function", "functions", "lines", "needs", "checks"}


def _exercise(entry: _Table) -> Exercise:
    entry = replace(entry, name=f"exercise {entry.values.get('id', 'without an id')!r}")
    unknown = sorted(entry.values.keys() - KEYS)
    if unknown:
        raise CourseError(f"{entry.path}: {entry.name} has unknown keys: {', '.join(unknown)}")
    if {"function", "functions"} <= entry.values.keys():
        raise CourseError(f"{entry.path}: {entry.name} has both `function` and `functions`: keep one of them")
    function = entry.text("function", "")
    points = entry.table("checks").values if "checks" in entry.values else {}
    for check, value in points.items():
        if type(value) is not int or value < 0:
            raise CourseError(f"{entry.path}: {check} must have whole points, not {value!r}")
    return Exercise(
        id=entry.text("id"),
        title=entry.text("title"),
        folder=entry.text("folder"),
        points=points,
        module=entry.text("module", ""),
        functions=(function,) if function else entry.texts("functions") if "functions" in entry.values else (),
        lines=entry.number("lines", 0),
        needs=entry.texts("needs") if "needs" in entry.values else (),
    )


def _bonus_exercise(entry: _Table) -> Exercise:
    """A bonus exercise. Its module has the name of the exercise: so its probes, its checks and its solution are found."""
    exercise = replace(_exercise(entry), bonus=True)
    if exercise.module != f"{exercise.id}.py" or not exercise.functions:
        raise CourseError(
            f'{entry.path}: bonus exercise {exercise.id!r} must have module = "{exercise.id}.py", and `functions`'
        )
    return exercise


@dataclass(frozen=True)
class _Table:
    """A table of `course.toml`, read key by key: whatever is missing or of the wrong kind is said with its place."""

    values: dict[str, Any]
    path: Path
    name: str

    def text(self, key: str, default: str | None = None) -> str:
        value = self._get(key, str, "a text", default)
        if default is None and not value.strip():
            raise CourseError(f"{self.path}: {self._where(key)} is empty")
        return str(value)

    def number(self, key: str, default: int) -> int:
        value = self._get(key, int, "a whole number", default)
        if isinstance(value, bool) or value < 0:
            raise CourseError(f"{self.path}: {self._where(key)} must be a whole number, not {value!r}")
        return int(value)

    def texts(self, key: str) -> tuple[str, ...]:
        values = self._get(key, list, "a list of texts")
        if not all(isinstance(value, str) for value in values):
            raise CourseError(f"{self.path}: {self._where(key)} must be a list of texts, not {values!r}")
        return tuple(values)

    def table(self, key: str) -> _Table:
        return _Table(self._get(key, dict, f"a table, [{key}]"), self.path, f"[{key}]")

    def tables(self, key: str) -> list[_Table]:
        entries = self._get(key, list, f"a list of tables, [[{key}]]")
        if not entries or not all(isinstance(entry, dict) for entry in entries):
            raise CourseError(f"{self.path}: {key} must be a list of tables, [[{key}]]")
        return [_Table(entry, self.path, f"[[{key}]]") for entry in entries]

    def _get(self, key: str, kind: type, words: str, default: Any = None) -> Any:
        value = self.values.get(key, default)
        if value is None:
            raise CourseError(f"{self.path}: {self._where(key)} is missing")
        if not isinstance(value, kind):
            raise CourseError(f"{self.path}: {self._where(key)} must be {words}, not {value!r}")
        return value

    def _where(self, key: str) -> str:
        return f"the key {key!r} of {self.name}" if self.name else f"the key {key!r}"
