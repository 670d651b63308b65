"""One submission's folder as a Source, or the sentence that says why there is nothing to grade.

What must stay true: whatever lies in the folder, `read_submission` raises nothing (but MachineError, where this machine
fails); no sentence names a path outside the submission; the same files give the same Source.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..course import Course
from ..worker.inside.memory_package import SUBMITTED_INIT
from .files import ARCHIVES, Kind, UnreadableError, kind_of, read_file, reason, refuse_machine
from .finding import MOST_ENTRIES, MOST_VERSIONS, Package, Search, choose, copies_in, modules_in, search
from .flags import flags_of
from .further import further_modules, plain_name
from .model import UNTOUCHED, Source, digest_of
from .names import listing, visible, words
from .text import as_text, is_text, normalised, note_on

LARGEST_MODULE = 1024 * 1024
MOST_COMPARED = 10


class ProblemError(Exception):
    """There is nothing to grade; the message is the sentence for the student."""


@dataclass
class Reading:
    """One submission while it is read."""

    course: Course
    provided: Mapping[str, bytes]
    notes: list[str] = field(default_factory=list)
    modules: dict[str, bytes] = field(default_factory=dict)

    @property
    def wanted(self) -> str:
        return f"Hand in the folder {self.course.package}/ with {words(self.course.edit)}."


def read_submission(
    id: str,  # noqa: A002 - the field of Source that it fills
    folder: Path,
    course: Course,
    provided: Mapping[str, bytes],
    untouched: Mapping[str, bytes] | None = None,
) -> Source:
    """Read a submission: its folder, or a single module. `provided` are the course's own modules, which are used
    whatever the submission holds; `untouched` are the modules of the template as students get them."""
    reading = Reading(course, provided)
    try:
        _read(reading, folder)
    except (ProblemError, UnreadableError) as problem:
        return Source(id, {}, problem=str(problem), notes=tuple(reading.notes))
    except OSError as error:
        refuse_machine(error)
        problem_sentence = f"The submission cannot be read ({reason(error)}). Hand it in again."
        return Source(id, {}, problem=problem_sentence, notes=tuple(reading.notes))
    unwritten = bool(untouched) and _same(reading.modules, untouched or {})
    if unwritten:
        reading.notes.append(UNTOUCHED)
    return Source(
        id,
        reading.modules,
        notes=tuple(reading.notes),
        flags=flags_of(reading.modules),
        digest=digest_of(reading.modules),
        untouched=unwritten,
    )


def _read(reading: Reading, folder: Path) -> None:
    is_folder = kind_of(folder) is Kind.FOLDER
    package = _package_in(reading, folder) if is_folder else _package_of_file(reading, folder)
    for module, name in package.modules.items():
        reading.modules[module] = _module(reading, package, module, name)
    if is_folder:  # what lies beside a single file is not part of it
        course = reading.course
        further = further_modules(package, reading.modules, course.edit, reading.provided, course.package)
        reading.modules.update(further.modules)
        reading.notes += further.notes
    _refuse_other_assignment(reading)
    _note_copies(reading, package)
    reading.notes += _notes_on_missing(reading, package)
    _note_changed_provided(reading, package)
    for name in sorted(reading.modules):
        if name in reading.course.edit or reading.modules[name].strip():  # an empty __init__.py is in order
            reading.notes += filter(None, [note_on(plain_name(name), reading.modules[name])])


def _package_of_file(reading: Reading, path: Path) -> Package:
    """A submission that is one file: a module of the exercise, or nothing that can be graded."""
    kind = kind_of(path)
    if kind is not Kind.FILE:
        raise ProblemError(f"The submission is {kind.value}, not a folder. {reading.wanted}")
    modules = modules_in([path.name], reading.course.edit)
    if not modules:
        names = words(reading.course.edit, "or")
        raise ProblemError(f"The submission is one file, {visible(path.name)}, and not {names}. {reading.wanted}")
    return Package(path.parent, (), modules, tuple(modules.values()), ())


def _package_in(reading: Reading, folder: Path) -> Package:
    """The folder to grade, with notes on what else was there."""
    course = reading.course
    found = search(folder, course.edit, course.package)
    _note_not_followed(reading, found)
    complete = [package for package in found.packages if len(package.modules) == len(course.edit)]
    if not found.complete and not complete:
        raise ProblemError(
            f"The submission holds more than {MOST_ENTRIES} files and folders, too many to find the modules in. "
            f"Leave out virtual environments, data sets and the like. {reading.wanted}"
        )
    if not found.packages:
        raise ProblemError(_nothing_found(reading, found))
    if not found.complete:
        reading.notes.append(f"there are more than {MOST_ENTRIES} files and folders; not all of them were looked at")
    package = choose(found.packages, course.package)
    if package.parts != (course.package,):
        place = f"the folder {visible(package.place)}/" if package.parts else "the submission's own folder"
        reading.notes.append(f"the modules were taken from {place}, not from {course.package}/")
    _note_passed_over(reading, package, found.packages)
    return package


def _note_not_followed(reading: Reading, found: Search) -> None:
    reading.notes += map(visible, found.odd)
    if found.links:
        what = "is a symbolic link and was" if len(found.links) == 1 else "are symbolic links and were"
        reading.notes.append(f"{listing(found.links, 3)} {what} not followed: hand in the files themselves")
    if found.closed:
        reading.notes.append(f"no permission to look into {listing([place + '/' for place in found.closed], 3)}")


def _nothing_found(reading: Reading, found: Search) -> str:
    """What there is instead of the modules: the sentence for a submission without any."""
    names = words(reading.course.edit, "or")
    if found.closed:
        closed = listing([place + "/" for place in found.closed], 3)
        what = f"No module of the exercise ({names}) can be found, and {closed} cannot be read."
    elif found.python:
        python = listing(found.python)
        copies = any(copies_in([name.rpartition("/")[2] for name in found.python], reading.course.edit).values())
        what = f"There are Python files ({python}), but none is named {names}."
        what = f"{what} Rename those that you mean." if copies else f"This looks like another assignment: t{what[1:]}"
    elif found.others:
        what = f"There is no module of the exercise ({names}) in the submission, only {listing(found.others)}."
        if any(name.lower().endswith(ARCHIVES) for name in found.others):
            what += " What is in an archive is not looked at: unpack it."
    elif found.links:
        what = f"There is nothing but symbolic links ({listing(found.links, 3)}), and links are not followed."
    elif found.seen:
        what = f"There is no module of the exercise ({names}) in the submission, only empty or skipped folders."
    else:
        what = "The folder is empty: there is nothing to grade."
    return f"{what} {reading.wanted}"


def _note_passed_over(reading: Reading, chosen: Package, packages: list[Package]) -> None:
    """Say so when another folder holds other versions of the modules: it may be the one that the student meant."""
    others = sorted((package for package in packages if package is not chosen), key=lambda package: package.parts)
    mine = _texts(chosen)
    different = [package for package in others[:MOST_COMPARED] if not _texts(package).items() <= mine.items()]
    different += others[MOST_COMPARED:]
    whole = [package for package in different if len(package.modules) == len(reading.course.edit)]
    if len(whole) >= MOST_VERSIONS and chosen.parts not in ((), (reading.course.package,)):
        places = [package.place + "/" for package in [chosen, *whole] if package.parts]
        raise ProblemError(
            f"There are {len(whole) + 1} different versions of the modules below this folder, in {listing(places, 3)}. "
            "If it holds the submissions of several students, grade each folder of students by itself; "
            "if it is one submission, hand in one version."
        )
    if different:
        places = [package.place + "/" if package.parts else "the submission's own folder" for package in different]
        noted = f"{listing(places, 3)}: there are other versions of the modules, which were not graded"
        reading.notes.append(noted)


def _texts(package: Package) -> dict[str, bytes | None]:
    """The modules of a folder for comparing; None for one that cannot be read."""
    texts: dict[str, bytes | None] = {}
    for module, name in package.modules.items():
        try:
            texts[module] = normalised(read_file(package.folder / name, LARGEST_MODULE))
        except UnreadableError:
            texts[module] = None
    return texts


def _module(reading: Reading, package: Package, module: str, name: str) -> bytes:
    if name != module:
        small = ", with small letters" if name.lower() == module else ""
        reading.notes.append(f"{visible(name)} was taken for {module}: name it {module}{small}")
    try:
        return read_file(package.folder / name, LARGEST_MODULE)
    except UnreadableError as error:
        place = visible("/".join((*package.parts, name)))
        limit = f"{LARGEST_MODULE // 1024} KiB"
        raise ProblemError(f"{place} {error}. Hand in a readable text file of at most {limit}.") from error


def _notes_on_missing(reading: Reading, package: Package) -> Iterator[str]:
    """What is not there, and what may be it."""
    for module in reading.course.edit:
        stem = module.removesuffix(".py")
        if f"{stem}/__init__.py" in reading.modules:
            yield f"the folder {stem}/ was taken for {module}: that is where Python looks first"
        elif module not in reading.modules:
            similar = [name for name in package.others if name.lower().startswith(f"{stem}.")]
            hint = f"; there is {listing(similar)}: hand it in as a text file named {module}" if similar else ""
            yield f"{module} is missing{hint}"


def _note_copies(reading: Reading, package: Package) -> None:
    """Say which copies of a module were passed over, and how to have one of them graded."""
    for module, copies in copies_in(package.python, reading.course.edit).items():
        others = [name for name in copies if name != package.modules.get(module)]
        if others:
            instead = f" instead of {module}" if module in package.modules else ""
            one = "it" if len(others) == 1 else "one of them"
            reading.notes.append(f"not graded{instead}: {listing(others)}; if you meant {one}, rename it to {module}")


def _refuse_other_assignment(reading: Reading) -> None:
    """Right file names, and none of the exercise's classes in them. A module that is no text may hold anything."""
    functions = [name for exercise in reading.course.exercises if not exercise.bonus for name in exercise.functions]
    classes = list(dict.fromkeys(function.partition(".")[0] for function in functions))
    pattern = re.compile(rf"^[ \t]*class[ \t]+(?:{'|'.join(map(re.escape, classes))})\b", re.MULTILINE)
    for data in reading.modules.values():
        if not is_text(data) or pattern.search(as_text(data).replace("\r", "\n")):
            return
    found = [module for module in reading.course.edit if module in reading.modules]
    raise ProblemError(
        f"This looks like another assignment: {words(found)} {'holds' if len(found) == 1 else 'hold'} "
        f"no class {words(classes, 'or')}. {reading.wanted}"
    )


def _note_changed_provided(reading: Reading, package: Package) -> None:
    """Changed modules of the course are put back. Of a package's own file, the names that it adds can still be found."""
    for module, name in sorted(modules_in(package.python, sorted(reading.provided)).items()):
        try:
            data = read_file(package.folder / name, LARGEST_MODULE)
        except UnreadableError:
            continue  # it is not needed: the course's own copy is used in any case
        if normalised(data) != normalised(reading.provided[module]):
            also = ""
            if module == "__init__.py":
                reading.modules[SUBMITTED_INIT] = data
                also = "; names that only yours has were looked up in yours"
            reading.notes.append(f"{module} was changed; the course's own copy was used{also}")


def _same(modules: Mapping[str, bytes], untouched: Mapping[str, bytes]) -> bool:
    """Whether all modules are the template's."""
    return {name: normalised(data) for name, data in modules.items()} == {
        name: normalised(data) for name, data in untouched.items()
    }
