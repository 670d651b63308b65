"""Grading a class of notebooks: one student after the other, in as many processes as wanted.

What must stay true: every submission ends in a row; one that cannot be graded has no score and a sentence that says why;
and whatever goes wrong with one of them, the next one is graded.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from .. import timeline
from ..course import CourseError, course_files, load_course
from ..interview import provided_modules
from ..results import State
from ..submissions.names import unique_ids, visible
from ..worker.host import Worker, WorkerError
from ..worker.machine import end_with_parent, hide_memory
from .build import Student
from .cells import NotebookRun
from .executor import Whose
from .marking import other_id
from .merge import UnreadableError, find_notebook, merged
from .nbgrader_course import CourseFolder, NbgraderError
from .outline import Notebook, source_notebook
from .release import as_bytes, file_name, released
from .settings import quiz_settings

ATTEMPTS = 2


@dataclass(frozen=True)
class Task:
    """One submission to grade: whose, where, and where this student's own loop is, if it was handed in. `problem` is the
    sentence that says why it cannot be graded under the name that its folder has."""

    student: Student
    folder: Path
    code: Path | None = None
    problem: str = ""


@dataclass(frozen=True)
class Graded:
    """The result of one submission. `score` is None unless it was graded; `marked` says that nobody has to mark by hand;
    `sandbox` is the level that its cells ran on, empty when none ran."""

    student: Student
    state: State
    reason: str = ""
    score: float | None = None
    max_score: float = 0.0
    marked: bool = True
    notes: tuple[str, ...] = ()
    sandbox: str = ""
    seconds: float = 0.0


@dataclass
class QuizGrader:
    """The warm machinery of one process: the worker, nbgrader's API, the release. Use `close` at the end. `sandbox` is the
    level that students' cells must run on, empty for the strongest that there is."""

    course: CourseFolder
    explain: bool = True
    feedback: bool = True
    sandbox: str = ""
    worker: Worker = field(init=False)
    release: Notebook = field(init=False)

    def __post_init__(self) -> None:
        self.worker = Worker("", provided_modules(course_files(), load_course()), self.sandbox)
        self.worker.warm_up()
        hide_memory()
        self.release = released(source_notebook())

    def close(self) -> None:
        self.worker.close()

    def grade(self, task: Task) -> Graded:
        """Grade one submission, whatever it is."""
        began = time.monotonic()
        try:
            result = Graded(task.student, State.UNGRADABLE, task.problem) if task.problem else self._graded(task)
        except UnreadableError as error:
            result = self._without_score(task, State.UNGRADABLE, str(error))
        except (NbgraderError, WorkerError, OSError) as error:
            result = self._without_score(task, State.INFRASTRUCTURE_ERROR, _our_fault(str(error)))
        except Exception as error:  # noqa: BLE001 - whatever nbgrader stumbles over, the next student is graded
            reason = _our_fault(f"{type(error).__name__}: {error}")
            result = self._without_score(task, State.INFRASTRUCTURE_ERROR, reason)
        return Graded(**{**vars(result), "seconds": time.monotonic() - began})

    def _graded(self, task: Task) -> Graded:
        name = task.student.id
        submitted = find_notebook(task.folder, f"{quiz_settings().assignment}.ipynb", self.release)
        run = NotebookRun(self.worker, load_course().package, sources_for(task.code or task.folder))
        path = self.course.merged_path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_bytes(merged(self.release, submitted.cells)))
        with self.course.api(run, Whose(task.student.asked_as, self.explain)) as api:
            self.course.enter_students(api, [task.student])
            self.course.reset_scores(api, name)
            self.course.autograde(api, name)
            if self.feedback:
                self.course.feedback(api, name)
            score, most, by_hand = self.course.score(api, name)
        notes = submitted.notes
        if other_id(run.typed_id, task.student.asked_as):
            notes = [*notes, f"Typed in the first cell is the id {run.typed_id:.60}, so no answer counts."]
        return Graded(task.student, State.GRADED, "", score, most, not by_hand, tuple(notes), run.sandbox)

    def _without_score(self, task: Task, state: State, reason: str) -> Graded:
        try:
            with self.course.api() as api:
                self.course.note_submission(api, task.student)
        except Exception as error:  # noqa: BLE001 - as above; the table of results has its row all the same
            reason = f"{reason} Nor could that be noted in the gradebook, which may hold an older score ({error})."
            state = State.INFRASTRUCTURE_ERROR
        return Graded(task.student, state, reason)


def _our_fault(what: str) -> str:
    return f"The grader itself failed ({what}). This is not the submission's fault: grade it again."


def sources_for(folder: Path) -> dict[str, bytes]:
    """What a student's cells can import: the student's own package as far as there is one, the provided modules, and the
    pictures of time, which lie beside the package in the template."""
    from ..submissions.reading import read_submission

    provided, stubs, pictures = _course_sources()
    source = read_submission("notebook", folder, load_course(), provided, stubs)
    own = {} if source.problem else source.modules
    return {**provided, **own, **pictures}


@cache
def _course_sources() -> tuple[dict[str, bytes], dict[str, bytes], dict[str, bytes]]:
    """The provided modules, the stubs of the others, and the folder `timeline`, by file names as seen from the package."""
    from ..authoring.stubs import stub_module

    course = load_course()
    package = course_files().package_sources(course)
    stubs = {name: stub_module(package[name], name, name, course) for name in course.edit}
    folder = Path(timeline.__path__[0])
    pictures = {f"../{folder.name}/{path.name}": path.read_bytes() for path in sorted(folder.glob("*.py"))}
    return course_files().provided_sources(course), stubs, pictures


def find_tasks(path: Path, code: Path | None, roster: Sequence[Student]) -> list[Task]:
    """The submissions at a path: one folder per student, or nbgrader's `submitted/` with such folders in it."""
    root = path / "submitted" if (path / "submitted").is_dir() else path
    if not root.is_dir():
        raise CourseError(f"{path} is not a folder. Give a folder that holds one folder per student.")
    known = {visible(student.id): student for student in roster}
    tasks = []
    folders = sorted(each for each in root.iterdir() if each.is_dir() and not each.name.startswith((".", "__")))
    # The id is the name as `loopcheck grade` has it, so that both results of a student come to stand in one line.
    for name, folder in zip(unique_ids(each.name for each in folders), folders, strict=True):
        own = folder / quiz_settings().assignment
        loop = code / folder.name if code and (code / folder.name).is_dir() else None
        task = Task(known.get(name) or Student(name), own if own.is_dir() and not folder.is_symlink() else folder, loop)
        try:
            file_name(name)
        except ValueError as error:
            task = replace(task, problem=f"Not graded, and not in the gradebook: {error}. Rename the folder.")
        tasks.append(task)
    if not tasks:
        raise CourseError(f"{root} holds no folders. Give a folder that holds one folder per student.")
    return tasks


def grade_all(tasks: Sequence[Task], make: Callable[[], QuizGrader], jobs: int) -> Iterator[Graded]:
    """Grade all of them; results come as they are ready."""
    if jobs <= 1:
        grader = make()
        try:
            for task in tasks:
                yield grader.grade(task)
        finally:
            grader.close()
        return
    waiting = list(tasks)
    for attempt in range(ATTEMPTS):
        lost: list[Task] = []
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs if attempt == 0 else 1, context, initializer=_begin) as executor:
            running = {executor.submit(_grade_one, make, task): task for task in waiting}
            for future in as_completed(running):
                try:
                    yield future.result()
                except BrokenExecutor:
                    lost.append(running[future])
        waiting = lost
    for task in waiting:
        reason = "The grading process was lost. This says nothing about the submission: grade it again."
        yield Graded(task.student, State.INFRASTRUCTURE_ERROR, reason)


def _begin() -> None:
    """Ctrl-C is for the process that the instructor started; it ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


@cache
def _grader(make: Callable[[], QuizGrader]) -> QuizGrader:
    """This process's own grader, warm from its first submission to its last."""
    return make()


def _grade_one(make: Callable[[], QuizGrader], task: Task) -> Graded:
    return _grader(make).grade(task)
