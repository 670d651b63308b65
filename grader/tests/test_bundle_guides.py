"""The guides say what is there: every command in them is one that loopcheck takes, every file that they name exists, and the
page of mistakes is what the bank gives."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from types import SimpleNamespace

import pytest

from loopcheck.authoring.mistakes import TARGET, mistake_problems, of_exercise, page
from loopcheck.cli import BUNDLES, EXPORTS, parser
from loopcheck.course import load_course

from . import bundle_support as support

ROOT: Path = support.ROOT
GUIDE = ROOT / "instructor/README.md"
GUIDES = [GUIDE, *sorted((ROOT / "grader/src/loopcheck/bundles/files").glob("*/README.md"))]
COMMAND = re.compile(r"python -m loopcheck ([a-z][^`\n]*)")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.parent.name)
def test_every_command_is_one_that_loopcheck_takes(guide: Path) -> None:
    commands = COMMAND.findall(guide.read_text(encoding="utf-8"))
    assert commands
    for command in commands:
        words = shlex.split(command.replace("--to FORMAT", "--to csv").replace("…", "x"))
        try:
            parser().parse_args(words)
        except SystemExit:
            pytest.fail(f"{guide.name}: loopcheck does not take {command!r}")


def test_the_guide_has_each_platform_in_five_steps() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    platforms = text.partition("## Each platform in five steps")[2].partition("\n## ")[0]
    sections = platforms.split("\n### ")[1:]
    assert len(sections) == 6
    for section in sections:
        assert re.findall(r"^(\d)\. ", section, re.MULTILINE) == list("12345"), section[:40]
    assert all(f"loopcheck bundle {name}" in platforms for name in BUNDLES)
    assert set(re.findall(r"--to ([a-z0-9-]+)", text)) <= set(EXPORTS)


def test_every_path_that_the_guide_names_is_there() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    made_later = {"instructor/settings.toml", *(f"instructor/nbgrader/{name}/ID/" for name in ("feedback", "students"))}
    for path in set(re.findall(r"`((?:instructor|solutions|student_template|grader)/[\w./-]*)`", text)) - made_later:
        assert (ROOT / path).exists(), path


def test_the_readme_leads_to_the_guide() -> None:
    door = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Instructor")[2].partition("\n## ")[0]
    assert "(instructor/README.md)" in door


def test_the_page_of_mistakes_is_what_the_bank_gives() -> None:
    text = (ROOT / TARGET).read_text(encoding="utf-8")
    assert text == page(support.FILES, load_course()), "run `loopcheck author build`"
    wrong = [*(ROOT / "solutions/wrong").glob("*.py"), *(ROOT / "solutions/bonus").glob("*/wrong/*.py")]
    assert text.count(" red)\n") == len(wrong)


def test_every_mistake_belongs_to_one_exercise() -> None:
    course = load_course()
    entries = [SimpleNamespace(name=path.stem) for path in (ROOT / "solutions/wrong").glob("*.py")]
    homes = [entry.name for exercise in course.exercises for entry in of_exercise(exercise, entries)]
    assert sorted(homes) == sorted(entry.name for entry in entries)


def test_a_page_that_is_out_of_date_is_found_and_one_command_writes_it(tmp_path: Path) -> None:
    course = load_course()
    for folder in ("exercises", "solutions"):
        support.copy_without_caches(ROOT / folder, tmp_path / folder)
    (tmp_path / "instructor").mkdir()
    (problem,) = mistake_problems(tmp_path, course)
    assert "author build" in problem.repair
    (tmp_path / TARGET).write_bytes(page(support.FILES, course).replace("\n", "\r\n").encode())
    assert list(mistake_problems(tmp_path, course)) == []
