"""Building the template: the same bytes each time, drift repaired, and no hand-written file touched."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from loopcheck.authoring import commands
from loopcheck.authoring.build import build, generated_files
from loopcheck.course import CourseError, CourseFiles

from .authoring_course import write_course


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_course(tmp_path)
    return tmp_path


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file: its bytes, and when it was last written."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def kinds(root: Path) -> dict[str, str]:
    return {change.path: change.kind for change in build(root)}


def test_the_template_is_complete(root: Path) -> None:
    assert sorted(generated_files(root)) == [
        "boxes/__init__.py",
        "boxes/box.py",
        "boxes/pile.py",
        "boxes/sizes.py",
        "demo.py",
        "exercises/1-put/README.md",
        "exercises/1-put/hints.md",
        "exercises/2-take/README.md",
        "exercises/2-take/hints.md",
        "exercises/3-height/README.md",
        "exercises/3-height/hints.md",
        "exercises/4-all/README.md",
        "exercises/4-all/hints.md",
        "tests/probes/__init__.py",
        "tests/probes/look.py",
        "tests/test_all.py",
        "tests/test_height.py",
        "tests/test_put.py",
        "tests/test_take.py",
    ]


def test_provided_files_are_verbatim_and_solutions_are_not_there(root: Path) -> None:
    files = generated_files(root)
    reference = root / "solutions" / "reference"
    assert files["boxes/sizes.py"] == (reference / "boxes" / "sizes.py").read_bytes()
    assert files["demo.py"] == (reference / "demo.py").read_bytes()
    assert files["tests/test_put.py"] == (root / "exercises" / "1-put" / "test_put.py").read_bytes()
    assert b"things.append" not in files["boxes/box.py"]
    assert b"exercise 3: height is yours to write, see exercises/3-height/README.md" in files["boxes/pile.py"]


def test_a_probe_says_where_it_comes_from_and_keeps_its_docstring(root: Path) -> None:
    text = generated_files(root)["tests/probes/look.py"].decode()
    assert text.splitlines()[0].startswith("# Generated from grader/src/loopcheck/probes/look.py")
    assert ast.get_docstring(ast.parse(text)) == "Looks into a box."


def test_build_writes_what_generate_says_and_the_second_time_nothing(root: Path) -> None:
    assert set(kinds(root).values()) == {"add"}
    template = root / "student_template"
    first = snapshot(template)
    assert {name: first[name][0] for name in generated_files(root)} == generated_files(root)
    assert build(root) == []
    assert snapshot(template) == first


def test_two_checkouts_give_the_same_bytes_under_any_hash_seed(root: Path, tmp_path: Path) -> None:
    script = (
        "import hashlib, pathlib, sys; from loopcheck.authoring.build import generated_files;"
        "files = generated_files(pathlib.Path(sys.argv[1]));"
        "print(hashlib.sha256(repr(list(files.items())).encode()).hexdigest())"
    )
    other = tmp_path / "elsewhere"
    shutil.copytree(root, other, ignore=shutil.ignore_patterns("elsewhere"))
    seen = set()
    for folder, seed in ((root, "1"), (other, "2")):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", script, str(folder)], env=environment, capture_output=True, check=True, text=True
        )
        seen.add(run.stdout)
    assert len(seen) == 1


def test_sources_checked_out_with_crlf_give_the_same_bytes(root: Path) -> None:
    before = generated_files(root)
    for folder in ("exercises", "solutions", "grader"):
        for path in (root / folder).rglob("*.*"):
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert generated_files(root) == before


def test_build_repairs_drift_and_touches_nothing_else(root: Path) -> None:
    build(root)
    template = root / "student_template"
    good = snapshot(template)
    (template / "boxes" / "box.py").write_text("solved = True\n")
    (template / "tests" / "test_put.py").unlink()
    assert kinds(root) == {"boxes/box.py": "update", "tests/test_put.py": "add"}
    repaired = snapshot(template)
    assert {name: content for name, (content, _) in repaired.items()} == {
        name: content for name, (content, _) in good.items()
    }
    rewritten = {name for name in good if repaired[name] != good[name]}
    assert rewritten == {"boxes/box.py", "tests/test_put.py"}


def test_what_is_generated_no_longer_is_deleted_and_what_no_generator_writes_stays(root: Path) -> None:
    build(root)
    template = root / "student_template"
    (root / "exercises" / "3-height").rename(root / "exercises" / "3-tall")
    manifest = root / "exercises" / "course.toml"
    manifest.write_text(manifest.read_text().replace("3-height", "3-tall"))
    (root / "grader" / "src" / "loopcheck" / "probes" / "look.py").unlink()
    (template / "boxes" / "old.py").write_text("")
    foreign = [template / "notes.md", template / "tests" / "helper.py", template / "boxes" / "data.json"]
    for path in foreign:
        path.write_text("mine\n")
    changed = kinds(root)
    assert {name for name, kind in changed.items() if kind == "delete"} == {
        "boxes/old.py",
        "exercises/3-height/README.md",
        "exercises/3-height/hints.md",
        "tests/probes/look.py",
    }
    assert not (template / "exercises" / "3-height").exists()
    assert [path.read_text() for path in foreign] == ["mine\n"] * 3


def test_scaffold_is_never_touched(root: Path) -> None:
    manifest = root / "exercises" / "course.toml"
    listed = '"README.md", "tests/conftest.py", "tests/test_setup.py", "boxes/extra.py"'
    manifest.write_text(manifest.read_text().replace('"README.md", "tests/conftest.py"', listed))
    template = root / "student_template"
    (template / "boxes").mkdir()
    for name in ("tests/test_setup.py", "boxes/extra.py"):
        (template / name).write_text("by hand\n")
    before = snapshot(template)
    build(root)
    after = snapshot(template)
    assert {name: after[name] for name in before} == before
    assert sorted(before) == ["README.md", "boxes/extra.py", "tests/conftest.py", "tests/test_setup.py"]


def test_a_mistake_in_one_module_writes_nothing_at_all(root: Path) -> None:
    path = root / "solutions" / "reference" / "boxes" / "pile.py"
    path.write_text(path.read_text().replace("END SOLUTION height", "END SOLUTION hight"))
    before = snapshot(root / "student_template")
    with pytest.raises(CourseError, match=r"pile\.py:8: END SOLUTION hight"):
        build(root)
    assert snapshot(root / "student_template") == before


def test_a_failed_write_leaves_the_old_file_and_no_litter(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(root)
    target = root / "student_template" / "demo.py"
    target.write_text("old\n")

    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space"):
        build(root)
    assert target.read_text() == "old\n"
    assert [path.name for path in target.parent.glob(".*")] == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permission bits")
def test_generated_files_can_be_read_by_all(root: Path) -> None:
    build(root)
    assert (root / "student_template" / "demo.py").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"README.md", ', '"README.md", "demo.py", ', "demo.py is listed as scaffold, but generated from solutions"),
        ('"README.md", ', '"../README.md", ', "would lie outside of student_template"),
        ('folder = "1-put"', 'folder = "../exercises/1-put"', "would lie outside of student_template"),
        ('"pile.py"]', '"pile.py", "gone.py"]', "no gone.py in .*solutions/reference/boxes: .* take it out of `edit`"),
        ('folder = "2-take"', 'folder = "1-put"', "both become student_template/exercises/1-put/README.md"),
    ],
)
def test_a_manifest_that_gives_no_whole_template_is_refused(root: Path, old: str, new: str, says: str) -> None:
    manifest = root / "exercises" / "course.toml"
    text = manifest.read_text()
    assert old in text
    manifest.write_text(text.replace(old, new))
    with pytest.raises(CourseError, match=says):
        build(root)


def test_the_command_says_what_changed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.run_build(root, check_only=True) == 1
    assert not (root / "student_template" / "demo.py").exists()
    assert "student_template/demo.py is missing (from solutions/reference/demo.py)" in capsys.readouterr().out
    assert commands.run_build(root) == 0
    assert "wrote student_template/demo.py (from solutions/reference/demo.py)" in capsys.readouterr().out
    assert commands.run_build(root, check_only=True) == 0
    assert capsys.readouterr().out == "All in order: 19 generated files are up to date.\n"


def test_the_command_names_also_what_is_made_from_the_known_mistakes(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Running every mistake takes a minute, so that is left out here."""
    made = json.dumps({"made_from": "nothing", "right": {}, "mistakes": {}}).encode()
    monkeypatch.setattr(commands, "signatures", lambda _root, _course: made)
    (root / "solutions" / "wrong").mkdir()
    assert commands.run_build(root) == 0
    capsys.readouterr()
    (root / commands.TARGET).unlink()
    assert commands.run_build(root) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"wrote {commands.TARGET.as_posix()}",
        "1 changed, 19 generated files in student_template/.",
    ]
    assert (root / commands.TARGET).read_bytes() == made


def test_the_command_ends_with_a_sentence_when_the_course_is_broken(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "exercises" / "course.toml").write_text("[course\n")
    assert commands.run_build(root) == 1
    assert "course.toml" in capsys.readouterr().err


def test_without_a_checkout_the_commands_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_course(tmp_path)
    shutil.rmtree(tmp_path / "grader")  # this is how the course lies in a wheel
    monkeypatch.setattr(commands, "course_files", lambda: CourseFiles(tmp_path))
    assert commands.run_build() == 2
    assert commands.run_check() == 2
    assert capsys.readouterr().err.count("installed from a package, which holds no checkout") == 2
