"""Building the notebook: the same bytes each time, valid for nbgrader, and for each student other numbers."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from loopcheck.cli import main
from loopcheck.course import CourseError
from loopcheck.quiz.bank import numbers_of
from loopcheck.quiz.build import read_roster
from loopcheck.quiz.outline import asked_questions, outline_folder, source_notebook
from loopcheck.quiz.question import FreeText, Question
from loopcheck.quiz.release import as_bytes, released
from loopcheck.quiz.settings import quiz_settings

NAME = quiz_settings().assignment


def roster(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "roster.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def cell_of(notebook: dict[str, Any], name: str) -> dict[str, Any]:
    return next(cell for cell in notebook["cells"] if cell["id"] == name)


def digests(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_building_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    students = roster(tmp_path, "student_id,name", "ada,Ada L.", "bob,Bob")
    for name, seed in (("one", "1"), ("two", "2")):
        command = [
            sys.executable,
            "-m",
            "loopcheck",
            "quiz",
            "build",
            "--out",
            str(tmp_path / name),
            "--roster",
            str(students),
        ]
        subprocess.run(
            command, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed}, timeout=100
        )
    first = digests(tmp_path / "one")
    assert first == digests(tmp_path / "two")
    assert set(first) == {
        f"source/{NAME}/{NAME}.ipynb",
        f"handout/{NAME}.ipynb",
        f"students/ada/{NAME}.ipynb",
        f"students/bob/{NAME}.ipynb",
    }


def test_a_students_notebook_has_the_students_numbers_in_it(tmp_path: Path) -> None:
    out, students = tmp_path / "out", roster(tmp_path, "student_id,quiz_id", "folder-1,ada", "bob,")
    assert main(["quiz", "build", "--out", str(out), "--roster", str(students)]) == 0
    texts = {name: (out / "students" / name / f"{NAME}.ipynb").read_text("utf-8") for name in ("folder-1", "bob")}
    assert texts["folder-1"] != texts["bob"]
    assert "STUDENT_ID = 'ada'" in texts["folder-1"]
    for name, text in texts.items():
        notebook = json.loads(text)
        for question in asked_questions():
            if isinstance(question, Question):
                n = numbers_of(question, quiz_settings().salt, {"folder-1": "ada"}.get(name, name))
                prompt = "".join(cell_of(notebook, f"{question.id}_prompt")["source"])
                for value in vars(n).values():
                    assert (f"**{value}**" in prompt) or (json.dumps(value) in prompt)
        assert "HIDDEN" not in text
        assert "loopcheck" not in text


def test_numbers_in_the_notebook_are_those_of_the_grader(capsys: pytest.CaptureFixture[str]) -> None:
    """The notebook's own cell, run as it stands there, gives what the bank gives."""
    notebook = released(source_notebook())
    names: dict[str, Any] = {"STUDENT_ID": " Ada\t"}
    exec(cell_of(notebook, "quiz")["source"], names)  # noqa: S102 - our own cell
    for question in asked_questions():
        if isinstance(question, Question):
            n = numbers_of(question, quiz_settings().salt, "ada")
            assert vars(names["quiz"].numbers(question.id)) == vars(n)
            assert all(name in capsys.readouterr().out for name in list(vars(n))[:1])


def test_without_an_id_there_are_no_numbers() -> None:
    names: dict[str, Any] = {"STUDENT_ID": ""}
    exec(cell_of(released(source_notebook()), "quiz")["source"], names)  # noqa: S102 - as above
    with pytest.raises(ValueError, match="Type your student id"):
        names["quiz"].numbers("first_wake")


def test_the_source_is_right_about_itself() -> None:
    """Its own solutions, run as code, are the answers that the bank computes."""
    source = source_notebook()
    for question in asked_questions():
        if isinstance(question, Question):
            n = numbers_of(question, quiz_settings().salt, "instructor")
            solution = cell_of(source, question.id)["source"].split("### BEGIN SOLUTION\n")[1].split("\n###")[0]
            names: dict[str, Any] = {}
            exec(solution, names)  # noqa: S102 - our own cell
            assert names[question.id] == question.answer(n)


def test_nothing_of_the_answers_is_released() -> None:
    text = as_bytes(released(source_notebook())).decode()
    for hidden in ("BEGIN SOLUTION", "HIDDEN", "MARK SCHEME", "marking"):
        assert hidden not in text
    for question in asked_questions():
        if isinstance(question, FreeText):
            assert question.scheme.splitlines()[0] not in text


def test_the_answer_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quiz", "key", "--student", "ada"]) == 0
    text = capsys.readouterr().out
    for question in asked_questions():
        if isinstance(question, Question):
            n = numbers_of(question, quiz_settings().salt, "ada")
            assert f"**{question.id} = {question.answer(n)}**" in text
            assert question.explain(n) in text
    students = roster(tmp_path, "student_id,name", "ada,Ada", "bob,Bob")
    assert main(["quiz", "key", "--roster", str(students)]) == 0
    assert capsys.readouterr().out.count("# Answers for") == 2


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("id,name", "ada,Ada"), "column student_id; found: id, name"),
        (("student_id",), "no rows"),
        (("student_id", "ada", "ADA"), "more than one student would get the numbers of ada"),
        (("student_id", "../etc"), "line 2: the id '../etc' cannot name a folder"),
    ],
)
def test_a_bad_roster_is_a_sentence(tmp_path: Path, lines: tuple[str, ...], words: str) -> None:
    with pytest.raises(CourseError, match=words.replace(".", r"\.")):
        read_roster(roster(tmp_path, *lines))


def test_trouble_is_one_line_on_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quiz", "build", "--roster", str(tmp_path / "none.csv")]) == 2
    assert main(["quiz", "key"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert "none.csv" in said[0]
    assert "--student ID" in said[1]


def test_a_reader_who_has_seen_enough_is_no_trouble() -> None:
    """`loopcheck quiz key … | head`."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-u", "-m", "loopcheck", "quiz", "key", "--student", "ada"],
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


def test_jupytext_reads_the_outline_as_we_do() -> None:
    jupytext = pytest.importorskip("jupytext")
    from loopcheck.quiz.outline import _read

    outline = outline_folder() / "check_yourself.py"
    theirs = jupytext.reads(outline.read_text(encoding="utf-8"), fmt="py:percent").cells
    ours = _read(outline)
    assert [cell.source for cell in theirs] == [cell["source"] for cell in ours]
    assert [dict(cell.metadata) for cell in theirs] == [cell["metadata"] for cell in ours]
