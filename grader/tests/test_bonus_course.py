"""A course with every bonus exercise, and a new one: through the real commands, in a copy of the checkout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from loopcheck.authoring.build import generate
from loopcheck.authoring.manifest import exercise_problems
from loopcheck.authoring.markdown import bonus_link_problems, link_problems
from loopcheck.authoring.new import PLACES, new_exercise
from loopcheck.course import CourseError, CourseFiles, course_files, load_course, read_course
from loopcheck.reports import wording

ROOT = course_files().root
COURSE = load_course().with_all_bonus()
BONUS_POINTS = sum(exercise.max_points for exercise in COURSE.bonus)
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads(
    (ROOT / "instructor/example_class/expected.toml").read_text(encoding="utf-8")
)
COPIED = (
    "exercises",
    "solutions/reference",
    "solutions/bonus",
    "student_template",
    "grader/src/loopcheck",
    "instructor/nbgrader",
    "instructor/questions",
)


def copy_checkout(folder: Path, *more: str) -> Path:
    """The parts of the checkout that these commands need, without the bank of the course's own exercises."""
    for name in (*COPIED, *more):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
    return folder


def use(folder: Path, *units: str) -> None:
    """Switch bonus exercises on, as an instructor does."""
    manifest = folder / "exercises/course.toml"
    text = manifest.read_text(encoding="utf-8")
    assert text.count("\nbonus = []\n") == 1
    manifest.write_text(text.replace("\nbonus = []\n", f"\nbonus = {json.dumps(units)}\n"), encoding="utf-8")


def run(folder: Path, *command: str, code: int = 0) -> str:
    """A command with the loopcheck of the copy."""
    hidden = ("PYTEST", "PYTHON")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(hidden)}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(folder / "grader/src"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=110,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def seven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout whose course uses every bonus exercise, built, with the example class."""
    folder = copy_checkout(tmp_path_factory.mktemp("seven"), "instructor/example_class")
    use(folder, *(exercise.id for exercise in COURSE.bonus))
    build = "from loopcheck.authoring.build import build; from pathlib import Path; print(len(build(Path('.'))))"
    done = subprocess.run(
        [sys.executable, "-c", build],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "grader/src")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    of_each = ("module", "statement", "hints", "page of the guide", "checks", "experiments")
    of_all = ("README.md", "tests/bonus.py", "tests/bonus_units.json", "tests/probes/bonus/__init__.py")
    assert int(done.stdout) == len(of_each) * len(COURSE.bonus) + len(of_all)
    return folder


def test_the_example_class_is_graded_as_ever_and_has_nothing_in_what_is_new(seven: Path, tmp_path: Path) -> None:
    """And whoever handed in everything has it all."""
    everything = seven / "instructor/example_class/zz-everything/mini_asyncio"
    everything.mkdir(parents=True)
    for name, source in course_files().package_sources(COURSE).items():
        (everything / name).write_bytes(source)
    command = ("grade", "instructor/example_class", "--out", str(tmp_path), "--seed", "1", "--jobs", "1")
    told = run(seven, "loopcheck", *command)
    results = json.loads((tmp_path / "results.json").read_bytes())["submissions"]
    points = {one["id"]: {part["id"]: part["points"] for part in one.get("exercises", [])} for one in results}
    whole = {exercise.id: exercise.max_points for exercise in COURSE.exercises}
    nothing = {exercise.id: 0 for exercise in COURSE.bonus}
    assert points.pop("zz-everything") == whole
    assert points == {
        name: {**want["points"], **nothing} if want["state"] == "graded" else {} for name, want in EXPECTED.items()
    }
    header = (tmp_path / "grades.csv").read_text(encoding="utf-8").splitlines()[0].split(",")
    assert set(whole) <= set(header)
    perfect = [name for name, of in points.items() if sum(of.values()) == sum(whole.values()) - BONUS_POINTS]
    assert perfect
    assert told.count("bonus not") == len(perfect)  # the remark, folded where the table is narrow
    for name in perfect:
        for page in ("feedback.md", "feedback.html"):
            text = (tmp_path / "students" / name / page).read_text(encoding="utf-8")
            assert text.count(wording.NOT_HANDED_IN) == len(COURSE.bonus)
            assert "FAILED" not in text
            assert "ModuleNotFoundError" not in text
    text = (tmp_path / "class.html").read_text(encoding="utf-8")
    assert f"of 100 points; bonus exercises give up to {BONUS_POINTS} more" in text
    assert f"100 %: {len(perfect)}, &gt; 100 %: 1" in text


def test_the_template_of_all_is_whole(seven: Path) -> None:
    """The stubs of the bonus exercises are skipped; with the reference in their place everything passes."""
    template = seven / "student_template"
    found = run(template, "pytest", "-p", "no:cacheprovider", *bonus_tests(template))
    assert "skipped" in found
    assert "passed" not in found
    for exercise in COURSE.bonus:
        shutil.copy(ROOT / "solutions/reference/bonus" / exercise.module, template / "mini_asyncio" / exercise.module)
    found = run(template, "pytest", "-p", "no:cacheprovider", *bonus_tests(template))
    assert "passed" in found
    assert "skipped" not in found
    run(seven, "loopcheck", "grade", "student_template", "--out", str(seven / "out"), "--seed", "2")
    [result] = json.loads((seven / "out/results.json").read_bytes())["submissions"]
    assert result["score"] == sum(exercise.max_points for exercise in COURSE.bonus)


def bonus_tests(template: Path) -> list[str]:
    return sorted(str(path.relative_to(template)) for path in (template / "tests").glob("test_bonus_*.py"))


@pytest.fixture(scope="module")
def juggling(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with a new exercise, as `author new` writes it."""
    folder = copy_checkout(tmp_path_factory.mktemp("new"))
    said = run(folder, "loopcheck", "author", "new", "juggling", "--title", "Three balls at once")
    assert said.count("wrote ") == len(PLACES) + 1
    assert "First loopcheck author build, once" in said, (
        "until then, `author check` finds that its mistake is not listed"
    )
    return folder


def test_a_new_exercise_is_in_order_from_the_start(juggling: Path) -> None:
    """But for the signatures and pictures, which are made from all mistakes, and of which there is nothing to see here."""
    check = (
        "from loopcheck.authoring.check import check; from pathlib import Path\n"
        "made = ('signatures', 'exercises/pictures')\n"
        "print('\\n'.join(str(one) for one in check(Path('.')) if not any(name in str(one) for name in made)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", check],
        cwd=juggling,
        env={**os.environ, "PYTHONPATH": str(juggling / "grader/src")},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.stdout.strip() == "", done.stderr


def test_the_page_of_a_new_exercise_is_proven_from_the_start(juggling: Path, tmp_path: Path) -> None:
    shutil.copytree(juggling, tmp_path / "course")
    tests = tmp_path / "course/grader/tests"
    tests.mkdir()
    for name in ("guide_support.py", "test_bonus_guides.py"):
        shutil.copy(ROOT / "grader/tests" / name, tests)
    command = ("pytest", "--import-mode=importlib", "-p", "no:cacheprovider", "grader/tests/test_bonus_guides.py")
    assert " passed" in run(tmp_path / "course", *command, "-k", "juggling and not instructors")
    page = tmp_path / "course/exercises/bonus-juggling/GUIDE.md"
    page.write_text(page.read_text(encoding="utf-8").replace("answer is -6", "answer is -5"), encoding="utf-8")
    found = run(tmp_path / "course", *command, "-k", "juggling and current", code=1)
    assert "1 failed" in found


def test_a_page_that_is_missing_or_leads_out_of_the_template_is_named(juggling: Path, tmp_path: Path) -> None:
    """Also where the course does not use the exercise: the day it does, everything is in order."""
    root = tmp_path / "course"
    shutil.copytree(juggling, root)
    course = read_course(CourseFiles(root).manifest)
    everything = course.with_all_bonus()
    page = root / "exercises/bonus-juggling/GUIDE.md"
    with page.open("a", encoding="utf-8") as text:
        text.write("\n[The course](../course.toml), and [this page](README.md#the-contract).\n")
    [problem] = bonus_link_problems(root, generate(root, everything))
    assert problem.file.startswith("exercises/bonus-juggling/GUIDE.md:")
    assert "../course.toml leads to a file that is not there" in problem.what
    assert list(link_problems(root, generate(root, course))) == []
    page.unlink()
    [missing] = exercise_problems(root, everything)
    assert (missing.file, missing.what) == (
        "exercises/bonus-juggling/GUIDE.md",
        "the page of the study guide is missing",
    )


def test_a_new_exercise_can_be_graded(juggling: Path, tmp_path: Path) -> None:
    """No line of the engine is written for it: the reference, a right and a wrong solution get what they deserve."""
    shutil.copytree(juggling, tmp_path / "course")
    use(tmp_path / "course", "juggling")
    grade = (
        "from loopcheck.course import *; from loopcheck.grading import *; from loopcheck.submissions.model import Source\n"
        "from loopcheck.authoring.bank import *\n"
        "course, files = load_course(), course_files(); reference = files.package_sources(course)\n"
        "banks = [read_bank(files.root / one, course, reference) for one in folders_of(course.exercise('juggling'))]\n"
        "with Grader(GraderSettings(3)) as grader:\n"
        "    for sources in (reference, *(entry.sources for bank in banks for entry in bank)):\n"
        "        result, _ = grader.grade(Source('x', {name: sources[name] for name in course.edit}))\n"
        "        print(result.score, result.max_score)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", grade],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "course/grader/src")},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert (done.returncode, done.stdout.split("\n")) == (0, ["101 101", "101 101", "100 101", ""]), done.stderr


def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(juggling: Path) -> None:
    before = (juggling / "exercises/course.toml").read_bytes()
    for name, reason in (
        ("juggling", "called juggling"),
        ("step", "called step"),
        ("future", "called future"),
        ("Three Balls", "cannot name"),
        ("class", "cannot name"),
        ("../x", "cannot name"),
    ):
        with pytest.raises(CourseError, match=reason):
            new_exercise(juggling, name, "A title")
    with pytest.raises(CourseError, match="cannot be a title"):
        new_exercise(juggling, "diabolo", 'say "no"')
    (juggling / "solutions/reference/bonus/diabolo.py").write_text("# mine\n", encoding="utf-8")
    with pytest.raises(CourseError, match="is there already"):
        new_exercise(juggling, "diabolo", "A title")
    assert (juggling / "exercises/course.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("bonus = []", 'bonus = ["jugling"]', "no bonus exercise is called 'jugling'"),
        ("bonus = []", 'bonus = ["who_yields", "who_yields"]', "named twice"),
        ("bonus = []", "bonus = 3", "must be a list of texts"),
        ('module = "who_yields.py"', 'module = "yields.py"', 'must have module = "who_yields.py"'),
        ('functions = ["run_tasks", "run_workers"]', "", "must have module"),
        ('functions = ["run_tasks"', 'function = "x"\nfunctions = ["run_tasks"', "both `function` and `functions`"),
        ('id = "step"', 'id = "who_yields"', "the same id"),
    ],
)
def test_a_manifest_that_is_wrong_says_so(old: str, new: str, reason: str, tmp_path: Path) -> None:
    text = CourseFiles(ROOT).manifest.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "course.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CourseError) as error:
        read_course(path)
    assert reason in str(error.value)
    assert str(path) in str(error.value)


def test_the_instructors_guide_leads_to_the_bonus_exercises_before_the_template_is_handed_out() -> None:
    text = (ROOT / "instructor/README.md").read_text(encoding="utf-8")
    before = text.partition("## Before the course")[2].partition("## During the course")[0]
    assert "(bonus_exercises.md)" in before
