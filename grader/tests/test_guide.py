"""The study guide: every figure and every transcript in it is what a run gives, and the wrong sentences are not in it.

How a page is proven, `guide_support.py` says.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import re
import shutil
import subprocess
import sys
import textwrap
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from loopcheck.authoring.build import generated_files
from loopcheck.authoring.counterfactuals import importable, periods
from loopcheck.authoring.pictures import (
    FOLDER,
    GUIDE,
    PICTURES,
    draw_pictures,
    picture_problems,
    pictures,
    stale_pictures,
)
from loopcheck.course import course_files, load_course

from .guide_support import (
    MARK,
    OF_THE_LOOP,
    PICTURE,
    ROOT,
    SHOWN,
    TO_RUN,
    block,
    current,
    run_of,
    steady,
    unproven,
    wrong_figures,
)

TEXT = (ROOT / GUIDE).read_text(encoding="utf-8")
PICTURE_OF_A_PAGE = re.compile(r"!\[([^\]]*)\]\(\.\./pictures/([\w-]+)\.svg\)")


def test_every_figure_is_what_a_run_gives() -> None:
    assert wrong_figures(TEXT, OF_THE_LOOP) == []
    assert len(MARK.findall(TEXT)) >= 50


def test_every_number_says_which_run_it_came_from() -> None:
    assert unproven(TEXT) == []


def test_a_stale_figure_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert wrong_figures(TEXT.replace("1700<!--", "1600<!--"), OF_THE_LOOP) == [
        "1600, but working(1000, 200, 2, 100) is 1700"
    ]
    assert unproven("## A\n\n1400<!--given(1400)--> and 1500\n") == ["1500 in '## A'"]
    run_of.cache_clear()
    sources = course_files().package_sources(load_course())
    slower = {**sources, "task.py": sources["task.py"].replace(b"clock += ms", b"clock += ms + 1")}
    monkeypatch.setattr(type(course_files()), "package_sources", lambda *_: slower)
    changed = wrong_figures(TEXT, OF_THE_LOOP)
    run_of.cache_clear()
    assert any(wrong.startswith("1400, but period(1000, 200, 2) is") for wrong in changed)


def test_the_closed_form_and_the_bound_hold_where_the_guide_says_so() -> None:
    for period, chunks, hops in [(1000, "200", 2), (20, "50", 2), (700, "90", 1), (500, "300+40", 2), (333, "7", 1)]:
        one_pass = sum(int(size) for size in chunks.split("+"))
        run = run_of(period, chunks, hops)
        assert steady(run) == (-(-period // one_pass) + hops) * one_pass
        assert all(hops * one_pass <= wake.late < (hops + 1) * one_pass for wake in run.wakes)


# --- Transcripts, tables, pictures, programs ---


@cache
def demo() -> str:
    files = course_files()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(_temporary()))
        (folder / "mini_asyncio").mkdir()
        for name, source in files.package_sources(load_course()).items():
            (folder / "mini_asyncio" / name).write_bytes(source)
        (folder / "demo.py").write_bytes((files.reference / "demo.py").read_bytes())
        done = subprocess.run([sys.executable, "demo.py"], cwd=folder, capture_output=True, check=True, timeout=60)
    return done.stdout.decode("ascii").replace("\r\n", "\n")


def _temporary() -> Any:
    import tempfile

    return tempfile.TemporaryDirectory()


def demo_section(number: str) -> str:
    section = re.split(r"^(?=\d  )", demo(), flags=re.MULTILINE)[int(number)]
    lines = section.rstrip().split("\n")[2:]
    return block(textwrap.dedent("\n".join(lines)))


def table_of_the_closed_form() -> str:
    rows = ["| hogs | R | h | formula | run |", "|---|---|---|---|---|"]
    for chunks, hops in [("200", 2), ("200", 1), ("300", 2), ("90", 2), ("100+200+300", 2), ("400+400+400", 2)]:
        one_pass = sum(int(size) for size in chunks.split("+"))
        up = -(-1000 // one_pass)
        formula = f"({up} + {hops}) * {one_pass} = {(up + hops) * one_pass}"
        rows.append(
            f"| {chunks.replace('+', ' + ')} | {one_pass} | {hops} | {formula} | {steady(run_of(1000, chunks, hops))} |"
        )
    return "\n".join(rows) + "\n"


def right_transcript(what: str) -> str:
    return table_of_the_closed_form() if what == "table closed-form" else demo_section(what.removeprefix("demo "))


def test_transcripts_and_tables_are_current() -> None:
    assert current(ROOT / GUIDE, right_transcript) == TEXT
    assert {shown[0] for shown in SHOWN.findall(TEXT)} == {"demo 1", "demo 5", "table closed-form"}


def test_the_pictures_are_drawn_from_the_reference_as_it_is() -> None:
    assert stale_pictures(ROOT, load_course()) == {}
    assert {path.stem for path in (ROOT / FOLDER).iterdir()} == set(PICTURES)
    assert all(len(content) < 24_000 for content in pictures(ROOT, load_course()).values())


def test_each_picture_is_shown_once_and_told_in_words() -> None:
    shown = PICTURE.findall(TEXT)
    assert sorted(name for _, name in shown) == sorted(PICTURES)
    for words, name in shown:
        description = ElementTree.parse(ROOT / FOLDER / f"{name}.svg").find("{http://www.w3.org/2000/svg}desc")  # noqa: S314
        title = ElementTree.parse(ROOT / FOLDER / f"{name}.svg").find("{http://www.w3.org/2000/svg}title")  # noqa: S314
        assert description is not None
        assert title is not None
        told = set(re.findall(r"\d+", f"{title.text} {description.text}"))
        assert set(re.findall(r"\d{2,}", words)) <= told, f"the words for {name} name numbers that it does not show"
        assert len(words) > 40, f"{name} needs words for those who do not see it"


def test_pictures_on_the_exercise_pages_are_told_in_words_that_are_true() -> None:
    pages = sorted((ROOT / "exercises").glob("*/README.md"))
    shown = [found for page in pages for found in PICTURE_OF_A_PAGE.findall(page.read_text(encoding="utf-8"))]
    assert {name for _, name in shown} == {"hop", "why-1400"}
    for words, name in shown:
        assert set(re.findall(r"\d{2,}", words)) <= set(re.findall(r"\d+", (ROOT / FOLDER / f"{name}.svg").read_text()))


def test_a_picture_that_is_missing_stale_or_nobodys_is_a_problem(tmp_path: Path) -> None:
    for name in ("exercises", "solutions"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    assert list(picture_problems(tmp_path, load_course())) == []
    folder = tmp_path / FOLDER
    (folder / "hop.svg").unlink()
    (folder / "mine.svg").write_text("<svg/>")
    content = (folder / "drain.svg").read_bytes()
    (folder / "drain.svg").write_bytes(content.replace(b"1400", b"1401"))
    found = [(problem.file, problem.what) for problem in picture_problems(tmp_path, load_course())]
    assert sorted(found) == [
        (f"{FOLDER}/drain.svg", "is not what the reference draws"),
        (f"{FOLDER}/hop.svg", "is not what the reference draws"),
        (f"{FOLDER}/mine.svg", "is drawn by nothing"),
    ]
    assert sorted(draw_pictures(tmp_path, load_course())) == ["drain.svg", "hop.svg"]
    assert (folder / "drain.svg").read_bytes() == content
    shutil.rmtree(tmp_path / "solutions" / "counterfactuals")
    (problem,) = picture_problems(tmp_path, load_course())
    assert "run_once_runs_the_earliest_deadline_first.py" in problem.what


def test_the_programs_run() -> None:
    indented = TO_RUN.findall(TEXT)
    assert len(indented) == 2
    lag, draw = (textwrap.dedent(code) for _, code in indented)
    names: dict[str, Any] = {}
    exec(compile(lag, "lag", "exec"), names)  # noqa: S102 - the guide's own program

    async def three_ticks() -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(names["lag"](0.001), 0.02)

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        asyncio.run(three_ticks())
    assert re.match(r"\d+ ms late\n", printed.getvalue())
    with importable(course_files().package_sources(load_course())) as package:
        code = draw.replace("mini_asyncio", package).replace("from timeline", "from loopcheck.timeline")
        code = code.replace("until=3000)", f"until=3000, package={package!r})")
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "draw", "exec"), {})  # noqa: S102 - the guide's own program
    assert "heartbeat" in printed.getvalue()


def test_students_get_the_guide_without_the_marks() -> None:
    files = generated_files(ROOT)
    text = files["exercises/GUIDE.md"].decode()
    assert "<!--" not in text
    assert "It is 1400. Not sometimes: every time." in text
    assert {f"exercises/pictures/{name}.svg" for name in PICTURES} <= set(files)
    assert (ROOT / "student_template" / "exercises" / "GUIDE.md").read_text(encoding="utf-8") == text


def test_it_is_read_in_half_an_hour() -> None:
    prose = re.sub(r"<!--.*?-->|```.*?```", "", TEXT, flags=re.DOTALL)
    assert 2500 < len(prose.split()) < 4500
    assert TEXT.count("**Predict") >= 8
    assert max(map(len, re.sub(r"<!--.*?-->", "", PICTURE.sub("", TEXT)).splitlines())) <= 130


@pytest.mark.parametrize(
    "wrong",
    [
        r"expir\w+ is always",
        r"always punctual",
        r"twice the chunk(?!\" has seen)",
        r"2 \* chunk",
        r"(?<!never )removes? (the lateness|it)\b",
        r"lower bound (on|of) every",
        r"drain\w* passes",
    ],
)
def test_known_wrong_statements_are_not_taught(wrong: str) -> None:
    flat = " ".join(TEXT.split())
    assert not re.search(wrong, flat, re.IGNORECASE), wrong


def test_periods_of_the_timeline_are_differences() -> None:
    run = run_of(1000, "200", 2)
    assert periods(run) == [after.ran - before.ran for before, after in pairwise(run.wakes)]
