"""Notebooks and folders that are after other students, the grader's browser or its terminal."""

from __future__ import annotations

import os
import sys
import unicodedata
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from loopcheck.cli import main
from loopcheck.quiz.bank import computed, numbers_of
from loopcheck.quiz.harmless import JOINER, LONGEST_TEXT, MOST_SHOWN, harmless
from loopcheck.quiz.merge import UnreadableError, find_notebook, merged
from loopcheck.quiz.outline import source_notebook
from loopcheck.quiz.release import file_name
from loopcheck.quiz.settings import quiz_settings

from .notebooks import bank as notebooks

ACTIVE = [
    "<script>document.title = 'taken'</script>",
    "<img src=x onerror=alert(1)>",
    "a <b onmouseover=alert(1)>b</b>",
    "<!-- --><iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<https://example.org/grades>",
    "[x](javascript:alert(1))",
    "![x](https://example.org/who-reads-this.png)",
    "[x][y]\n\n[y]: javascript:alert(1)",
    "> - <style>* {display: none}</style>",
    "<?x ?><![CDATA[x]]>",
]
HARMLESS = [
    "a < b and b > c, x <- 3, `list[int]`, f(x)[1]",
    "The task is woken **one pass** later.\n\n- first\n- second\n\n```python\nwhile a<b: pass\n```",
    r"$\frac{P}{R}$ and $\left\lceil P/R \right\rceil$",
]


def elements(text: str) -> set[str]:
    """What Markdown makes of it beyond plain text, by an implementation that is not nbconvert's."""
    reader = MarkdownIt("commonmark", {"html": True})
    reader.validateLink = lambda _: True  # type: ignore[method-assign]  # nbconvert takes any address
    tokens = reader.parse(text)
    inside = [each for token in tokens for each in [token, *(token.children or [])]]
    return {each.type for each in inside} & {"html_inline", "html_block", "link_open", "image"}


@pytest.mark.parametrize("text", ACTIVE)
def test_text_of_a_student_becomes_no_element(text: str) -> None:
    assert elements(text), "the attack is none"
    assert not elements(harmless(text))
    assert harmless(text).replace(JOINER, "") == text


@pytest.mark.parametrize("text", HARMLESS)
def test_ordinary_text_reads_as_before(text: str) -> None:
    assert harmless(text).replace("<" + JOINER, "<").replace("]" + JOINER, "]") == text


@pytest.mark.parametrize("command", ["href{javascript:alert(1)}{x}", "style{position:fixed}{x}", r"def\x{\href}"])
def test_mathjax_gets_no_command_that_reaches_into_the_page(command: str) -> None:
    assert harmless(f"$\\{command}$") == f"$\\{JOINER}{command}$".replace(r"\href}", f"\\{JOINER}href}}")


def test_text_cells_are_made_harmless_wherever_they_stand() -> None:
    answer = next(each["id"] for each in notebooks.RELEASE["cells"] if each["id"].endswith("_answer"))
    submitted = [
        {"cell_type": kind, "source": "<script>1</script>", "id": name, "grade_id": None}
        for kind, name in (
            ("markdown", answer),
            ("markdown", "mine"),
            ("raw", "raw"),
            ("heading", "odd"),
            (None, "none"),
        )
    ]
    cells = [each for each in merged(notebooks.RELEASE, submitted)["cells"] if "script" in each["source"]]
    assert len(cells) == len(submitted)
    assert {each["cell_type"] for each in cells} == {"markdown"}
    assert not any("<script" in each["source"] for each in cells)


def test_no_text_is_long_enough_to_stop_the_class() -> None:
    """50 KB of brackets keep nbconvert busy for minutes."""
    submitted = [{"cell_type": "markdown", "source": "[" * 50_000, "id": None, "grade_id": None} for _ in range(100)]
    cells = [
        each["source"] for each in merged(notebooks.RELEASE, submitted)["cells"] if each["source"].startswith("[[[")
    ]
    assert max(each.count("[") for each in cells) == LONGEST_TEXT
    assert sum(each.count("[") for each in cells) <= MOST_SHOWN
    assert "(and 44000 more characters, which are in the submitted file)" in cells[0]


@pytest.mark.parametrize("name", ["[a]da", "a]b", "ada\udcff", "ada\x7f", " ada", ".ada", "a/b", "a\nb", ""])
def test_no_id_is_a_pattern_or_a_path(name: str) -> None:
    """nbgrader looks for folders by pattern: `[a]da` is the folder of ada."""
    with pytest.raises(ValueError, match="cannot name a folder"):
        file_name(name)


def test_an_accent_is_an_accent_however_it_is_encoded() -> None:
    """macOS takes names apart, keyboards put them together: that must not give a student other numbers."""
    together, apart = (unicodedata.normalize(form, "Zoë Müller") for form in ("NFC", "NFD"))
    assert together != apart
    for question in computed():
        assert numbers_of(question, quiz_settings().salt, together) == numbers_of(question, quiz_settings().salt, apart)


@pytest.mark.skipif(sys.platform == "win32", reason="links and FIFOs as students make them on Unix")
def test_no_link_is_followed(tmp_path: Path) -> None:
    theirs, mine = tmp_path / "bob", tmp_path / "eve"
    theirs.mkdir()
    (theirs / notebooks.FILE).write_bytes(notebooks.CASES["right"].content)
    mine.mkdir()
    (mine / notebooks.FILE).symlink_to(theirs / notebooks.FILE)
    (mine / "folder").symlink_to(theirs)
    (tmp_path / "link").symlink_to(theirs)
    for folder in (mine, tmp_path / "link"):
        with pytest.raises(UnreadableError, match=r"is a symbolic link, which is not followed.*\.$"):
            find_notebook(folder, notebooks.FILE, notebooks.RELEASE)
    (mine / notebooks.FILE).unlink()
    os.mkfifo(mine / notebooks.FILE)
    with pytest.raises(UnreadableError, match="is a symbolic link"):
        find_notebook(mine, notebooks.FILE, notebooks.RELEASE)


# --- With nbgrader ------------------------------------------------------------------------------------------------


class Elements(HTMLParser):
    """The elements of a page that can do something, with what they hold."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(f"{tag} {attrs}")


def submitted(folder: Path, name: str | bytes, content: bytes, file: str | bytes = notebooks.FILE) -> None:
    place = os.path.join(os.fsencode(folder), os.fsencode(name))  # noqa: PTH118 - names that are no text
    os.makedirs(place)  # noqa: PTH103 - as above
    with open(os.path.join(place, os.fsencode(file)), "wb") as target:  # noqa: PTH118, PTH123 - as above
        target.write(content)


@pytest.mark.timeout(300)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(sys.platform != "linux", reason="file names that other systems refuse")
def test_a_hostile_class(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Twice, so that the folders of the first run are there: everybody has a row, and nobody anybody else's."""
    pytest.importorskip("nbgrader", reason="grading notebooks needs the extra [nbgrader]")
    folder, right = tmp_path / "class", notebooks.as_bytes
    submitted(folder, "ADA", right(notebooks.filled_in("ADA")))
    submitted(folder, "[A]DA", right(notebooks.filled_in("[A]DA")))
    submitted(folder, "AD[A]", right(notebooks.filled_in("AD[A]")))  # after ADA, in any order of names
    submitted(folder, b"b\xff", right(notebooks.filled_in("b")))
    submitted(folder, "c", right(notebooks.filled_in("c")), b"\xff\x1b[31m.ipynb")
    submitted(folder, "d", right(notebooks.filled_in("d", typed="'\\x1b[31m\\n::error::'")))
    evil = notebooks.filled_in("e")
    for cell in evil["cells"]:
        if cell["id"].endswith("_answer"):
            cell["source"] = "\n\n".join(ACTIVE)
    evil["cells"].append(notebooks.own_cell("\n\n".join(ACTIVE), "raw"))
    evil["cells"].append(notebooks.own_cell(f"print({ACTIVE!r})\nraise ValueError({ACTIVE!r})"))
    evil["cells"][-1]["metadata"]["tags"] = ACTIVE
    evil["cells"].append(notebooks.own_cell("x = 1\n" * 100_000))
    submitted(folder, "e", right(evil))
    submitted(folder, unicodedata.normalize("NFD", "é"), right(notebooks.filled_in(unicodedata.normalize("NFC", "é"))))
    course = tmp_path / "course"
    for _ in range(2):
        assert main(["quiz", "grade", str(folder), "--course", str(course), "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert "::error" not in said
    rows = (course / "quiz_grades.csv").read_text(encoding="utf-8").splitlines()[1:]
    scores = {row.split(",")[0]: row.split(",")[3] for row in rows}
    full = str(notebooks.FULL)
    assert scores == {
        "AD[A]": "", "ADA": full, "[A]DA": "", "b\\xff": "", "c": full, "d": "0", "e": full, "é": full,
    }  # fmt: skip
    text = (course / "feedback" / "e" / "check_yourself" / "check_yourself.html").read_text(encoding="utf-8")
    assert "580000 more characters, which are in the submitted file" in text
    page = Elements()
    page.feed(text)
    blank = Elements()
    blank.feed((course / "feedback" / "c" / "check_yourself" / "check_yourself.html").read_text(encoding="utf-8"))
    assert not {each for each in page.found if any(word in each for word in ("alert(", "javascript", "document."))}
    for acting in ("script", "style", "img", "iframe"):
        assert of_kind(acting, page.found) == of_kind(acting, blank.found)


def of_kind(tag: str, found: list[str]) -> list[str]:
    return [each for each in found if each.startswith(f"{tag} ")]


@pytest.mark.timeout(120)
@pytest.mark.filterwarnings("ignore")
def test_a_submission_that_nbgrader_stumbles_over_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("nbgrader", reason="grading notebooks needs the extra [nbgrader]")
    from loopcheck.quiz import nbgrader_course
    from loopcheck.quiz.grade import QuizGrader, find_tasks, grade_all
    from loopcheck.quiz.nbgrader_course import CourseFolder

    for name in ("ada", "bob", "cleo"):
        submitted(tmp_path / "class", name, notebooks.as_bytes(notebooks.filled_in(name)))
    course = CourseFolder(tmp_path / "course")
    course.prepare(source_notebook())
    enter = nbgrader_course.enter_student

    def stumbling(gradebook: Any, student: Any) -> None:
        if student.id == "bob":
            raise KeyError("what nobody has thought of")
        enter(gradebook, student)

    monkeypatch.setattr(nbgrader_course, "enter_student", stumbling)
    results = list(grade_all(find_tasks(tmp_path / "class", None, []), partial(QuizGrader, course, True, False), 1))
    assert [each.score for each in results] == [notebooks.FULL, None, notebooks.FULL]
    assert "The grader itself failed (KeyError: 'what nobody has thought of')" in results[1].reason
    assert "older score" in results[1].reason
