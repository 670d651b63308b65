"""nbgrader's course folder and gradebook, with our own executor in nbgrader's autograder.

What must stay true: nbgrader's own tables and files are as `nbgrader autograde` would have left them; an old automatic
score never outlives a new attempt, and a manual one always does; the gradebook is made whole before anybody shares it.
"""

from __future__ import annotations

import logging
import shutil
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..course import CourseError
from .build import Student
from .cells import NotebookRun
from .executor import Whose, execute, said_of_the_run
from .harmless import LONGEST_CODE, Room
from .merge import is_answer
from .outline import Notebook, outline_folder
from .release import CODE_STUB, as_bytes
from .settings import quiz_settings

MERGED = "merged"
"""Where merged notebooks stand for the autograder; the submissions themselves are not touched."""
BUSY_SECONDS = 60


class NbgraderError(Exception):
    """nbgrader did not do what it was asked to; the message says what it said."""


def require_nbgrader() -> None:
    """A sentence instead of a traceback where nbgrader is not installed."""
    try:
        import nbgrader  # noqa: F401 - only whether it is there
    except ImportError as error:
        raise CourseError("grading notebooks needs nbgrader: python -m pip install 'loopcheck[nbgrader]'") from error


@dataclass(frozen=True)
class CourseFolder:
    """A folder with source/, release/, autograded/, feedback/ and gradebook.db."""

    root: Path

    @property
    def db_url(self) -> str:
        return f"sqlite:///{self.root / 'gradebook.db'}?timeout={BUSY_SECONDS}"

    def prepare(self, notebook: Notebook) -> None:
        """The assignment's source, release and cells in the gradebook, made by nbgrader itself."""
        name = quiz_settings().assignment
        folder = self.root / "source" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.ipynb").write_bytes(as_bytes(notebook))
        config = self.root / "nbgrader_config.py"
        if not config.exists():
            shutil.copyfile(outline_folder() / config.name, config)
        with self.api() as api:
            _checked(api.generate_assignment(name, force=True), "generate_assignment")

    @contextmanager
    def api(self, run: NotebookRun | None = None, whose: Whose | None = None) -> Iterator[Any]:
        """nbgrader's API for this folder; with a runner, its autograder uses our executor."""
        with _quiet():
            from nbgrader import api as nbgrader_api
            from nbgrader.apps import NbGraderAPI

            nbgrader_api.get_alembic_version = _newest_revision
            nbgrader_api.create_engine = _engine
            yield NbGraderAPI(config=self._config(run, whose))

    def _config(self, run: NotebookRun | None, whose: Whose | None) -> Any:
        from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
        from nbgrader.preprocessors import (
            AssignLatePenalties,
            ClearHiddenTests,
            GetGrades,
            LimitOutput,
            OverwriteCells,
            SaveAutoGrades,
        )
        from traitlets.config import Config

        from .feedback_page import FeedbackExporter, mark_schemes

        config = Config()
        config.CourseDirectory.root = str(self.root)
        config.CourseDirectory.db_url = self.db_url
        config.CourseDirectory.course_id = quiz_settings().code_assignment
        config.CourseDirectory.submitted_directory = MERGED
        config.ClearSolutions.code_stub = {"python": CODE_STUB}
        config.GenerateFeedback.exporter_class = FeedbackExporter
        config.GenerateFeedback.preprocessors = [
            GetGrades,
            ClearHiddenTests,
            mark_schemes(shown=whose is not None and whose.explain),
            CSSHTMLHeaderPreprocessor,
        ]
        if run is not None and whose is not None:
            # What else nbgrader does here guards against what students do to the metadata: the merged notebook's are ours.
            config.Autograde.sanitize_preprocessors = [OverwriteCells]
            config.Autograde.autograde_preprocessors = [
                executing(run, whose),
                LimitOutput,
                SaveAutoGrades,
                AssignLatePenalties,
            ]
        return config

    def merged_path(self, student: str) -> Path:
        """Where the merged notebook of this student belongs."""
        name = quiz_settings().assignment
        return self.root / MERGED / student / name / f"{name}.ipynb"

    def reset_scores(self, api: Any, student: str) -> None:
        """Forget what was graded automatically before: if this attempt fails, no old score stands in its place."""
        from nbgrader.api import MissingEntry

        with api.gradebook as gradebook:
            try:
                submission = gradebook.find_submission(quiz_settings().assignment, student)
            except MissingEntry:
                return
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    grade.auto_score = None
                    grade.needs_manual_grade = True
            gradebook.db.commit()

    def note_submission(self, api: Any, student: Student) -> None:
        """A submission that cannot be graded has its place in the gradebook all the same, without scores."""
        with api.gradebook as gradebook:
            enter_student(gradebook, student)
            gradebook.update_or_create_submission(quiz_settings().assignment, student.id)
        self.reset_scores(api, student.id)

    def enter_students(self, api: Any, students: Iterable[Student]) -> None:
        """Everybody of the roster has a line in the gradebook, whatever they hand in."""
        with api.gradebook as gradebook:
            for student in students:
                enter_student(gradebook, student)

    def autograde(self, api: Any, student: str) -> None:
        """nbgrader's autograder on the merged notebook of this student."""
        _checked(api.autograde(quiz_settings().assignment, student, force=True, create=True), "autograde")

    def feedback(self, api: Any, student: str) -> None:
        """nbgrader's feedback page of this student."""
        _checked(api.generate_feedback(quiz_settings().assignment, student, force=True), "generate_feedback")

    def score(self, api: Any, student: str) -> tuple[float, float, bool]:
        """Points, the most there are, and whether somebody still has to mark by hand."""
        with api.gradebook as gradebook:
            submission = gradebook.find_submission(quiz_settings().assignment, student)
            return float(submission.score), float(submission.max_score), bool(submission.needs_manual_grade)


def enter_student(gradebook: Any, student: Student) -> None:
    """Name and address from the roster, so that graders see who it is. What is not known is left as it is."""
    first, _, last = student.name.rpartition(" ")
    known = {"first_name": first, "last_name": last, "email": student.email}
    gradebook.update_or_create_student(student.id, **{key: value for key, value in known.items() if value})


def executing(run: NotebookRun, whose: Whose) -> Callable[[Any, Any], tuple[Any, Any]]:
    """A preprocessor of nbconvert that fills in the outputs of all code cells, and says below the first how they were run."""

    def preprocess(notebook: Any, resources: Any) -> tuple[Any, Any]:
        from nbformat import from_dict

        for place, outputs in execute(notebook.cells, run, whose).items():
            notebook.cells[place].outputs = [from_dict(each) for each in outputs]
        first = next(cell for cell in notebook.cells if cell.cell_type == "code" and "nbgrader" in cell.metadata)
        first.outputs.append(from_dict(said_of_the_run(run.sandbox)))
        room = Room(LONGEST_CODE)
        for cell in notebook.cells:
            if cell.cell_type == "code" and is_answer(cell):
                cell.source = room.shown(cell.source, "# ")
            if cell.metadata.get("jupyter", {}).get("source_hidden"):
                # It was run; on a page to read, two hundred lines of tables help nobody.
                cell.source = cell.source.partition("\n")[0]
        return notebook, resources

    return preprocess


def _checked(result: dict[str, Any], what: str) -> None:
    if not result.get("success"):
        lines = [line for line in str(result.get("log") or result.get("error") or "").splitlines() if line.strip()]
        raise NbgraderError(f"nbgrader {what} failed: {' | '.join(lines[-3:])}")


def _newest_revision() -> str:
    """nbgrader asks the command `alembic` for it, which need not be on the PATH. The library knows it, too."""
    import nbgrader
    from alembic.script import ScriptDirectory

    head = ScriptDirectory(str(Path(nbgrader.__file__).parent / "alembic")).get_current_head()
    return str(head)


@cache
def _engine(url: str, **options: Any) -> Any:
    """One engine for each gradebook: it keeps the queries that it has compiled. nbgrader opens its gradebook twelve times for
    each notebook, and would compile them all anew. What is closed at the end are its connections."""
    from sqlalchemy import create_engine

    return create_engine(url, **options)


@contextmanager
def _quiet() -> Iterator[None]:
    """What nbgrader's libraries warn of concerns nobody who grades; its log goes into the results of its API."""
    logging.getLogger("traitlets").addHandler(logging.NullHandler())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
