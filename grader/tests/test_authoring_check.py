"""The safety net: each kind of defect, put alone into a course that is in order, is found with file and repair."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from loopcheck.authoring import check as check_module
from loopcheck.authoring import commands
from loopcheck.authoring.build import build
from loopcheck.authoring.check import Problem, check
from loopcheck.authoring.observed import declare
from loopcheck.course import CourseError

from .authoring_course import write_course

REFERENCE = "solutions/reference/boxes"
SOLUTION_LINE = "if len(self.things) < LARGE:"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A built course, in order."""
    write_course(tmp_path)
    build(tmp_path)
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def said(problems: list[Problem]) -> str:
    return "\n".join(map(str, problems))


def test_a_course_in_order_has_no_problem(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(check(root)) == ""
    assert commands.run_check(root) == 0
    assert capsys.readouterr().out == "All in order: 4 exercises, 19 generated files.\n"


# Each row: the file to change, the old and the new text; then file, words and repair of the one complaint that follows.
# ruff: noqa: E501 - a table is read by its rows
EDITS = {
    "stale": ("student_template/boxes/box.py", "yours to write", "mine", "student_template/boxes/box.py", "is not what solutions/reference/boxes/box.py gives", "loopcheck author build"),
    "no points": ("exercises/course.toml", "put_one = 10", "put_one = 0", "exercises/course.toml", "exercise put has no points", "[exercise.checks]"),
    "check twice": ("exercises/course.toml", "take_one = 10", "put_one = 10", "exercises/course.toml", "put_one has points in exercise put and in exercise take", "keep one"),
    "not toml": ("exercises/course.toml", "[course]", "[course", "exercises/course.toml", "Expected", "correct it"),
    "no title": ("exercises/course.toml", 'title = "Everything together"\n', "", "exercises/course.toml", "title", "correct it"),
    "half points": ("exercises/course.toml", "put_one = 10", "put_one = 9.5", "exercises/course.toml", "whole points", "correct it"),
    "half an entry": ("exercises/course.toml", 'folder = "4-all"', 'folder = "4-all"\nfunction = "f"', "exercises/course.toml", "only one of `module` and `function`", "write both"),
    "no hint 3": ("exercises/1-put/hints.md", "## Hint 3", "## More", "exercises/1-put/hints.md", "but has 1, 2", "three hints"),
    "hint order": ("exercises/1-put/hints.md", "## Hint 1", "## Hint 2", "exercises/1-put/hints.md", "but has 2, 2, 3", "three hints"),
    "empty hint": ("exercises/2-take/hints.md", "Think.", "<details></details>", "exercises/2-take/hints.md:7", "hint 2 is empty", "write it"),
    "leak in hint": ("exercises/1-put/hints.md", "Write.", f"Write `{SOLUTION_LINE}`", "exercises/1-put/hints.md", "gives students a line of Box.put", "loopcheck author build"),
    "leak in statement": ("exercises/3-height/README.md", "# Height", "# Height\n\n    return  sum(1 for box in boxes)", "exercises/3-height/README.md", "gives students a line of height", "take it out"),
    "leak in check": ("exercises/1-put/test_put.py", "def test_empty", "# return self.things.pop()\ndef test_empty", "exercises/1-put/test_put.py", "gives students a line of Box.take", "take it out"),
    "leak in probe": ("grader/src/loopcheck/probes/look.py", "    return", "    # self.things.append(thing)\n    return", "grader/src/loopcheck/probes/look.py", "gives students a line of Box.put", "take it out"),
    "leak in reference": (f"{REFERENCE}/sizes.py", "LARGE = 3", f"LARGE = 3\n# {SOLUTION_LINE}", f"{REFERENCE}/sizes.py", "gives students a line of Box.put", "take it out"),
    "leak in scaffold": ("student_template/README.md", "# Boxes", f"# Boxes\n\n{SOLUTION_LINE}", "student_template/README.md", "gives students a line of Box.put", "take the line out"),
    "crlf": ("exercises/1-put/README.md", "\n", "\r\n", "exercises/1-put/README.md", "not LF", "LF line endings"),
    "crlf in scaffold": ("student_template/README.md", "\n", "\r\n", "student_template/README.md", "not LF", "LF line endings"),
    "bom": ("exercises/1-put/README.md", "# Put", "\ufeff# Put", "exercises/1-put/README.md", "byte order mark", "without BOM"),
    "machine path": ("exercises/1-put/README.md", "Write", "See /home/ann/notes. Write", "exercises/1-put/README.md:3", "a path of one machine", "leave it out"),
    "link to nowhere": ("exercises/1-put/README.md", "`Box.put`.", "[it](gone.md).", "exercises/1-put/README.md:3", "the link gone.md leads to a file that is not there", "correct the link"),
    "link out of the template": ("exercises/1-put/hints.md", "Look.", "[Look](../../solutions/reference/demo.py)", "exercises/1-put/hints.md:5", "leads to a file that is not there", "correct the link"),
    "link to no heading": ("exercises/1-put/README.md", "`Box.put`.", "[it](hints.md#hint-4).", "exercises/1-put/README.md:3", "leads to a heading that hints.md does not have", "correct the link"),
    "link to no heading here": ("exercises/1-put/README.md", "`Box.put`.", "[it](#putt).", "exercises/1-put/README.md:3", "the link #putt leads to a heading that README.md does not have", "correct the link"),
    "link in HTML": ("exercises/1-put/README.md", "`Box.put`.", "it <a href='gone.html'>so</a>.", "exercises/1-put/README.md:3", "the link gone.html", "correct the link"),
    "link by reference": ("exercises/1-put/README.md", "`Box.put`.", "[it].\n\n[it]: gone.md\n", "exercises/1-put/README.md:3", "the link gone.md", "correct the link"),
    "picture": ("student_template/README.md", "# Boxes", "# Boxes\n\n![a box](box.png)", "student_template/README.md:3", "the link box.png", "correct the link"),
    "link out of what students get": ("student_template/README.md", "# Boxes", "# Boxes\n\n[all](../exercises/course.toml)", "student_template/README.md:3", "leads out of what students get", "correct the link"),
    "points in a text": ("exercises/1-put/README.md", "`Box.put`.", "`Box.put`, for 9 points.", "exercises/1-put/README.md:3", "says that exercise put has 9 points, but its checks have 10", "exercises/course.toml"),
    "points in hints": ("exercises/3-height/hints.md", "Look.", "A 10-point hint.", "exercises/3-height/hints.md:5", "says that exercise height has 10 points, but its checks have 5", "exercises/course.toml"),
    "points in the overview": ("student_template/README.md", "# Boxes", "| do | points |\n|---|---|\n| [put](exercises/1-put/README.md) | 10 |\n| [take](exercises/2-take/README.md) | 9 |", "student_template/README.md:4", "says that exercise take has 9 points, but its checks have 10", "exercises/course.toml"),
    "windows path": ("student_template/README.md", "# Boxes", "C:\\Users\\ann", "student_template/README.md:1", "a path of one machine", "leave it out"),
}  # fmt: skip


@pytest.mark.parametrize("kind", EDITS)
def test_a_defect_is_the_only_complaint(root: Path, kind: str) -> None:
    name, old, new, file, what, repair = EDITS[kind]
    path = root / name
    content = path.read_bytes().decode()
    assert old in content
    path.write_bytes(content.replace(old, new).encode())
    if name.startswith(("exercises/", "solutions/", "grader/")) and not name.endswith(".toml"):
        build(root)  # so that drift is not the complaint
    [problem] = check(root, trial=False)
    assert problem.file == file
    assert what in problem.what
    assert repair in problem.repair
    assert (root / file.partition(":")[0]).is_file()
    assert re.search(r"-> .*loopcheck author (build|check)$", str(problem)), "the last word is a command"


LINKS = """\
# A box, *"by hand"*: `put`

## Twice

## Twice

[out](https://example.org/x#y) [mail](mailto:a@example.org) [file](hints.md) [heading](hints.md#hint-2) [here](#twice-1)
[top](#a-box-by-hand-put) ![code](test_put%20it.md) [mark](#spot) <a id="spot"></a> [folder](../1-put) [root](/exercises/)
[with a title](hints.md "the hints") `[no link](gone.md)`

    [in code](gone.md)

```
[in code](gone.md)
```
"""


def test_links_that_lead_somewhere_are_no_problem(root: Path) -> None:
    write(root / "exercises" / "1-put" / "test_put it.md", "# Here\n")
    write(root / "exercises" / "1-put" / "links.md", LINKS)
    for folder in ("instructor/example_class/ann", "node_modules/x", ".venv/lib", "grader/tests/goldens"):
        write(root / folder / "README.md", "[not ours](gone.md)\n")
    assert said(check(root, trial=False)) == ""
    write(root / "docs" / "README.md", "[up](../exercises/1-put/links.md#twice-2)\n")
    [problem] = check(root, trial=False)
    assert str(problem) == (
        "docs/README.md:1: the link ../exercises/1-put/links.md#twice-2 leads to a heading that links.md does not have "
        "-> correct the link, then loopcheck author check"
    )


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


SUITE = "grader/src/loopcheck/suite/test_boxes.py"
CHECKS = ("put_one", "take_one", "height_two", "all_boxes")


def test_each_hidden_check_has_its_sentence(root: Path) -> None:
    text = "".join(f'def test_{name}(): "A box is a box."\n\n\n' for name in CHECKS)
    write(root / SUITE, text)
    assert said(check(root, trial=False)) == ""
    write(root / SUITE, text.replace(': "A box is a box."', ": ...", 1).replace('"A box is a box."', '""" """', 1))
    first, second = check(root, trial=False)
    assert (first.file, second.file) == (f"{SUITE}:1", f"{SUITE}:4")
    assert "the hidden check put_one has no docstring" in first.what
    assert str(first).endswith("-> write it: it is the sentence that students read, then loopcheck author build")
    write(root / SUITE, text + "def broken(:\n")
    [problem] = check(root, trial=False)
    assert problem.file == f"{SUITE}:13"
    assert "Python cannot read it" in problem.what


MISSING = {
    "scaffold": ("student_template/README.md", "student_template/README.md", "is listed as scaffold, but missing"),
    "generated": ("student_template/tests/test_put.py", "student_template/tests/test_put.py", "it is generated from exercises/1-put"),
    "statement": ("exercises/1-put/README.md", "exercises/1-put/README.md", "the statement is missing"),
    "hints": ("exercises/1-put/hints.md", "exercises/1-put/hints.md", "the hints are missing"),
    "check": ("exercises/1-put/test_put.py", "exercises/1-put", "holds no visible check"),
    "demo": ("solutions/reference/demo.py", "solutions/reference/demo.py", "is missing"),
}  # fmt: skip


@pytest.mark.parametrize("kind", MISSING)
def test_a_missing_file_is_named(root: Path, kind: str) -> None:
    name, file, what = MISSING[kind]
    (root / name).unlink()
    if kind not in ("scaffold", "generated"):
        build(root)
    [problem] = check(root, trial=False)
    assert problem.file == file
    assert what in problem.what
    assert problem.repair


def test_the_path_of_this_checkout_is_a_machine_path(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    assert check(Path(), trial=False) == []
    (root / "student_template" / "README.md").write_text(f"See {root}/notes.\n")
    [problem] = check(Path(), trial=False)
    assert problem.file == "student_template/README.md:1"
    assert "names a path of one machine" in problem.what


def test_a_missing_folder_and_a_folder_without_exercise(root: Path) -> None:
    (root / "exercises" / "3-height").rename(root / "exercises" / "3-tall")
    build(root)
    missing, extra = check(root, trial=False)
    assert (missing.file, extra.file) == ("exercises/3-height", "exercises/3-tall")
    assert "correct `folder`" in missing.repair
    assert "add an [[exercise]]" in extra.repair


def test_an_unexpected_file_is_named(root: Path) -> None:
    (root / "student_template" / "tests" / "answers.txt").write_text("42\n")
    [problem] = check(root, trial=False)
    assert problem.file == "student_template/tests/answers.txt"
    assert "add it to `scaffold`" in problem.repair


def test_a_file_that_is_generated_no_longer_is_named(root: Path) -> None:
    (root / "student_template" / "boxes" / "old.py").write_text("")
    [problem] = check(root, trial=False)
    assert problem.file == "student_template/boxes/old.py"
    assert problem.repair.startswith("loopcheck author build")


def test_caches_and_what_git_ignores_are_no_problem(root: Path) -> None:
    template = root / "student_template"
    for name in ("boxes/__pycache__/box.pyc", ".pytest_cache/README.md"):
        (template / name).parent.mkdir()
        (template / name).write_text("")
    (template / "notes.log").write_text("")
    assert [problem.file for problem in check(root, trial=False)] == ["student_template/notes.log"]
    if shutil.which("git") is None:
        pytest.skip("needs git")
    subprocess.run(["git", "init", "-q", str(root)], check=True)  # noqa: S607 - a fixed command
    (root / ".gitignore").write_text("*.log\n")
    assert check(root, trial=False) == []


def test_a_solution_in_the_template_is_drift_and_a_leak(root: Path) -> None:
    shutil.copy(root / REFERENCE / "box.py", root / "student_template" / "boxes" / "box.py")
    drift, *leaks = check(root, trial=False)
    assert "is not what" in drift.what
    assert [leak.file for leak in leaks] == ["student_template/boxes/box.py"] * 3
    assert all(leak.repair == "loopcheck author build" for leak in leaks)


def test_a_malformed_region_is_named_once_with_its_line(root: Path) -> None:
    edit(root / REFERENCE / "box.py", "# END SOLUTION put", "# END SOLUTION putt")
    [problem] = check(root)
    assert problem.file == f"{REFERENCE}/box.py:17"
    assert problem.repair == "give both markers the same name"


def test_a_function_that_is_not_in_the_reference_is_named(root: Path) -> None:
    edit(root / "exercises" / "course.toml", '"Box.take"', '"Box.give"')
    [problem] = check(root)
    assert problem.file.startswith(f"{REFERENCE}/box.py")
    assert "there is no Box.give" in problem.what


def test_a_region_in_a_provided_module_is_named(root: Path) -> None:
    edit(root / REFERENCE / "sizes.py", "LARGE = 3", "# BEGIN SOLUTION size\nLARGE = 3\n# END SOLUTION size")
    build(root)
    [problem] = check(root, trial=False)
    assert problem.file == f"{REFERENCE}/sizes.py:3"
    assert "take the markers out" in problem.repair


def test_a_module_that_students_do_not_edit_is_named(root: Path) -> None:
    edit(root / "exercises" / "course.toml", '"box.py", "pile.py"]', '"box.py"]')
    problems = said(check(root, trial=False))
    assert "exercise height is written in pile.py, which students do not edit" in problems
    assert f"{REFERENCE}/pile.py:6: holds a solution region" in problems


def test_a_module_of_edit_that_does_not_exist_is_named_once(root: Path) -> None:
    edit(root / "exercises" / "course.toml", '"pile.py"]', '"pile.py", "gone.py"]')
    [problem] = check(root, trial=False)
    assert problem.file == f"{REFERENCE}/gone.py"


def test_checks_of_the_hidden_suite_and_points_must_match(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = {"put_one", "take_one", "height_two", "all_boxes"}
    monkeypatch.setattr(check_module, "suite_check_ids", lambda _: ids)
    assert check(root, trial=False) == []
    monkeypatch.setattr(check_module, "suite_check_ids", lambda _: (ids - {"put_one"}) | {"put_two"})
    gone, new = check(root, trial=False)
    assert "put_one of exercise put has points, but the hidden suite has no such check" in gone.what
    assert "the hidden suite's check put_two has no points" in new.what


def rewrite_check(root: Path, name: str, text: str) -> None:
    (root / "exercises" / name).write_text(text)
    build(root)


def test_a_stub_that_is_already_solved_is_named(root: Path) -> None:
    rewrite_check(root, "2-take/test_take.py", "from boxes.box import Box\n\n\ndef test_take():\n    assert Box.take\n")
    solved, hollow = check(root)
    assert solved.file == hollow.file == "exercises/2-take/test_take.py"
    assert "exercise take is solved before anybody wrote a line: the untouched stub passes all its 1" in solved.what
    assert "a Box.take that does nothing, beside the solutions of the others, passes all its 1" in hollow.what


WAITING = "from boxes.box import Box\n\n\ndef test_take():\n    box = Box()\n    box.put('ball')\n"
"""Beside the stub of `put` this fails, whatever `take` does."""


def test_checks_that_wait_for_another_exercise_are_tried_with_that_one_solved(root: Path) -> None:
    rewrite_check(root, "2-take/test_take.py", WAITING + "    assert box.take() == 'ball'\n")
    assert said(check(root)) == ""
    rewrite_check(root, "2-take/test_take.py", WAITING)
    [problem] = check(root)
    assert "a Box.take that does nothing, beside the solutions of the others, passes all its 1" in problem.what


def test_a_unit_without_a_stub_must_fail_on_all_stubs(root: Path) -> None:
    rewrite_check(root, "4-all/test_all.py", "from boxes.box import Box\n\n\ndef test_all():\n    assert Box()\n")
    [problem] = check(root)
    assert problem.file == "exercises/4-all/test_all.py"
    assert "exercise all is solved before anybody wrote a line" in problem.what


def test_a_reference_that_fails_a_visible_check_is_named(root: Path) -> None:
    edit(root / "exercises" / "3-height" / "test_height.py", "== 2", "== 3")
    build(root)
    [problem] = check(root)
    assert problem.file == "exercises/3-height/test_height.py"
    assert "the reference does not pass 1 of its 1 visible checks" in problem.what


@pytest.mark.parametrize(("text", "what"), [("x = 1\n", "no test that pytest finds"), ("x = \n", "does not pass")])
def test_a_check_file_without_a_test_is_named_and_the_others_still_count(root: Path, text: str, what: str) -> None:
    rewrite_check(root, "3-height/test_height.py", text)
    [problem] = check(root)
    assert problem.file == "exercises/3-height/test_height.py"
    assert what in problem.what


def test_a_template_that_pytest_cannot_run_is_named(root: Path) -> None:
    (root / "student_template" / "tests" / "conftest.py").write_text("raise RuntimeError('no')\n")
    [problem] = check(root)
    assert problem.file == "student_template/tests"
    assert "python -m pytest" in problem.repair


def test_the_command_prints_one_line_per_problem_and_counts(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "student_template" / "README.md").unlink()
    (root / "student_template" / "demo.py").unlink()
    assert commands.run_check(root, trial=False) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("student_template/demo.py: is missing")
    assert lines[0].endswith("-> loopcheck author build")
    assert len(lines) == 3
    assert lines[-1] == "Problems: 2, in files: 2."


def test_build_repairs_what_check_says_it_repairs(root: Path) -> None:
    (root / "student_template" / "boxes" / "box.py").write_text("")
    (root / "student_template" / "boxes" / "old.py").write_text("")
    (root / "student_template" / "demo.py").unlink()
    assert len(check(root, trial=False)) == 3
    build(root)
    assert check(root, trial=False) == []


BANK_FILE = '''"""An idea.

FAILS = {"this is prose"}
"""

FAILS = {
    "put_one",
}


class Box:
    FAILS = {1}
'''


def test_what_a_mistake_fails_is_declared_in_its_place_alone(tmp_path: Path) -> None:
    path = tmp_path / "put_nothing.py"
    for declared in ('{\n    "put_one",\n}', '{"put_one"}  # so far', "set()"):
        path.write_text(BANK_FILE.replace('{\n    "put_one",\n}', declared))
        declare(path, 'FAILS = {\n    "take_one",\n}\n')
        assert path.read_text() == BANK_FILE.replace("put_one", "take_one")
    path.write_text('"""An idea."""\n')
    with pytest.raises(CourseError, match="no FAILS to replace"):
        declare(path, "FAILS = set()\n")
