"""The HTML pages: goldens, valid and accessible structure, nothing injected, nothing told to the wrong reader.

They are read with two parsers that are not ours: html5lib, strict, and the standard library's.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import unicodedata
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import html5lib
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loopcheck.reports import wording
from loopcheck.reports.class_figures import FEWEST, figures_of
from loopcheck.reports.class_html import class_html
from loopcheck.reports.files import write_reports
from loopcheck.reports.folders import folder_names
from loopcheck.reports.grades_csv import Person
from loopcheck.reports.html_templates import TEMPLATES
from loopcheck.reports.instructor_html import instructor_pages
from loopcheck.reports.student_html import feedback_html
from loopcheck.results import Check, Exercise, Mistake, Outcome, Run, State, Submission

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from xml.etree.ElementTree import Element

KINDS = ("graded", "ungradable", "grader_error", "infrastructure_error")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def parsed(page: str) -> Element:
    """The page as a tree without namespaces; html5lib's ParseError where it breaks a rule of the standard."""
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page)


def tag(element: Element) -> str:
    """The tag; a comment has none."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else "(comment)"


def shown(element: Element) -> str:
    """The text that a reader sees, on one line."""
    return " ".join("".join(element.itertext()).split())


def without_style(page: str) -> str:
    return re.sub(r"<style>.*?</style>", "", page, count=1, flags=re.DOTALL)


class TagReader(HTMLParser):
    """What the standard library's parser sees: tags with their attributes, and the text between them."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.tags.append((f"/{tag}", ()))

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        self.tags.append((f"!{data}", ()))


def run_of(submissions: Iterable[Submission]) -> Run:
    return Run(suite="0.1.0/abc", python="3.11", sandbox="rlimits", seed=7, submissions=tuple(submissions))


def class_of(submission: Submission, count: int) -> list[Submission]:
    return [msgspec.structs.replace(submission, id=f"student-{number}") for number in range(count)]


def instructor_html(run: Run, roster: dict[str, Person] | None = None) -> str:
    pages = dict(instructor_pages(run, folder_names(each.id for each in run.submissions), roster))
    return pages["instructor.html"]


@pytest.fixture
def pages(sample_run: Run, graded: Submission) -> dict[str, str]:
    """One page of every kind."""
    students = {f"feedback {each.id}": feedback_html(each) for each in sample_run.submissions}
    whole = run_of([*sample_run.submissions, *class_of(graded, 8)])
    heavy = [
        msgspec.structs.replace(
            each, checks=tuple(msgspec.structs.replace(check, detail="1234567\n" * 4000) for check in each.checks)
        )
        for each in class_of(graded, 200)
    ]
    large = dict(instructor_pages(run_of(heavy), {each.id: each.id for each in heavy}))
    return students | {
        "class": class_html(whole),
        "small class": class_html(sample_run),
        "empty class": class_html(run_of([])),
        "instructor": instructor_html(whole, {"ann": Person("Ann Müller")}),
        "instructor of nobody": instructor_html(run_of([])),
        "instructor of a large class": large["instructor.html"],
        "details of one": large["instructor/student-7.html"],
    }


@pytest.mark.parametrize("kind", ["graded", "ungradable"])
def test_golden(kind: str, request: pytest.FixtureRequest, golden: Callable[[str, str], None]) -> None:
    page = feedback_html(request.getfixturevalue(kind))
    golden(f"feedback_{kind}.html", page.replace((TEMPLATES / "style.css").read_text(encoding="utf-8"), "...\n"))


def test_every_page_is_valid_and_says_what_it_is(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        root = parsed(page)
        assert root.get("lang") == "en", name
        title = root.find("head/title")
        assert title is not None, name
        assert shown(title), name
        metas = {meta.get("name"): meta.get("content") for meta in root.iter("meta")}
        assert metas["viewport"] == "width=device-width, initial-scale=1", name
        assert len(list(root.iter("main"))) == 1, name
        assert page.startswith("<!DOCTYPE html>\n"), name
        assert page.endswith("</html>\n"), name


def test_headings_are_in_order(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        levels = [HEADINGS.index(tag(each)) + 1 for each in parsed(page).iter() if tag(each) in HEADINGS]
        assert levels[0] == 1, name
        assert levels.count(1) == 1, name
        assert all(after <= before + 1 for before, after in pairwise(levels)), (name, levels)


def test_tables_have_captions_and_named_headings(pages: dict[str, str]) -> None:
    tables = [(name, table) for name, page in pages.items() for table in parsed(page).iter("table")]
    assert tables
    for name, table in tables:
        caption = table.find("caption")
        assert caption is not None, name
        assert shown(caption), name
        assert all(cell.get("scope") in ("col", "colgroup", "row") for cell in table.iter("th")), name
        assert all(row.find("th") is not None for row in table.iter("tr")), name


def test_ids_are_unique_and_links_inside_a_page_lead_somewhere(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        root = parsed(page)
        ids = [each.get("id") for each in root.iter() if each.get("id")]
        assert len(ids) == len(set(ids)), name
        targets = [each.get("href", "")[1:] for each in root.iter("a") if each.get("href", "").startswith("#")]
        labels = " ".join(each.get("aria-labelledby", "") for each in root.iter()).split()
        assert {*targets, *labels} <= set(ids), name


def test_a_page_needs_nothing_else_and_runs_nothing(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        root = parsed(page)
        kinds = {tag(each) for each in root.iter()}
        assert not kinds & {"script", "link", "img", "iframe", "object", "embed", "form", "base", "(comment)"}, name
        attributes = {attribute for each in root.iter() for attribute in each.attrib}
        assert not {each for each in attributes if each.startswith("on")} | attributes & {"src", "style"}, name
        assert not re.search(r"https?:|@import|url\(", page), name
        (policy,) = [each.get("content", "") for each in root.iter("meta") if each.get("http-equiv")]
        assert policy.startswith("default-src 'none';"), name


def test_links_lead_to_pages_that_are_there(tmp_path: Path, sample_run: Run, graded: Submission) -> None:
    ids = ["../x", "a b", "Ann", "aNN", "javascript:alert(1)", "x#y?z", "%2e%2e", 'q"<b>', "x@y.z"]
    checks = tuple(msgspec.structs.replace(check, detail="d\n" * 10_000) for check in graded.checks)
    small = [msgspec.structs.replace(graded, id=each) for each in ids]
    large = [*small, *class_of(msgspec.structs.replace(graded, checks=checks), 160)]
    read = cache(lambda path: path.read_text(encoding="utf-8"))
    for name, submissions in (("small", [*sample_run.submissions, *small]), ("large", large)):
        out = tmp_path / name
        write_reports(out, run_of(submissions))
        assert (out / "instructor").exists() == (name == "large")
        links = 0
        for page in [out / "instructor.html", out / "class.html", *sorted(out.glob("instructor/*.html"))[:20]]:
            for link in parsed(read(page)).iter("a"):
                path, _, anchor = link.get("href", "").partition("#")
                assert re.fullmatch(r"[\w./@-]*", path)
                target = page.parent / path if path else page
                assert target.resolve().is_relative_to(out)
                assert target.is_file(), path
                assert not anchor or f'id="{anchor}"' in read(target)
                links += 1
        assert links > 2 * len(ids)


# What a student may read.


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_the_instructors_is_shown_to_a_student(kind: str, request: pytest.FixtureRequest) -> None:
    submission: Submission = request.getfixturevalue(kind)
    checks = tuple(msgspec.structs.replace(check, detail="SECRET") for check in submission.checks)
    told = msgspec.structs.replace(submission, checks=checks, flags=("SECRET",), digest="SECRET")
    assert feedback_html(told) == feedback_html(submission)


@pytest.mark.parametrize("kind", KINDS)
def test_a_student_reads_the_words_of_the_other_reports_in_their_order(
    kind: str, request: pytest.FixtureRequest
) -> None:
    submission: Submission = request.getfixturevalue(kind)
    expected = [f"Feedback for {submission.id}", wording.verdict(submission), *wording.explanations(submission)]
    if kind == "graded":
        for exercise in submission.exercises:
            expected += [exercise.title, f"{exercise.points} of {exercise.max_points}"]
        passed, wake, waiting = submission.checks[1:]
        expected += ["A task takes one step", wording.PROBABLY, *wording.paragraphs(submission.mistakes[0])]
        expected += [f"passed: {passed.sentence} (14 of 14)", f"FAILED: {wake.sentence} (0 of 6)"]
        expected += ["asked expired ran 1000 1000 1200 <- ran is wrong said: \\x1b[2J``` ::error::<b>"]
        expected += ["The whole loop", f"waiting for: {wake.sentence} {waiting.sentence} (0 of 30)"]
    text = shown(parsed(without_style(feedback_html(submission))))
    place = 0
    for words in (each.replace("`", "") for each in (*expected, *submission.notes)):
        place = text.replace("`", "").find(words, place)
        assert place >= 0, words
        place += len(words)


def test_a_mistake_without_an_explanation_is_told_by_its_name(graded: Submission) -> None:
    for explanation in ("", " \n\n "):
        mistake = Mistake(exercise="step", name="some_mistake", explanation=explanation)
        unexplained = msgspec.structs.replace(graded, mistakes=(mistake,))
        run = run_of(class_of(unexplained, FEWEST))
        for page in (feedback_html(unexplained), class_html(run), instructor_html(run)):
            assert "some_mistake" in page


def test_a_long_message_is_open_and_a_wide_one_can_be_scrolled_by_keyboard(graded: Submission) -> None:
    def page(message: str) -> tuple[list[str | None], list[str | None]]:
        checks = tuple(msgspec.structs.replace(check, message=message) for check in graded.checks)
        root = parsed(feedback_html(msgspec.structs.replace(graded, checks=checks)))
        return [each.get("open") for each in root.iter("details")], [each.get("tabindex") for each in root.iter("pre")]

    assert page("short") == ([], [None])
    assert page("line\n" * 30) == ([""], [None])
    assert page("x" * 60) == ([], ["0"])


def test_a_trace_keeps_its_columns_and_its_stars(graded: Submission) -> None:
    table = "   wake  asked for   ran\n\n      1    *1000*   a*b*c\n"
    checks = tuple(msgspec.structs.replace(check, message=table) for check in graded.checks)
    (pre,) = parsed(feedback_html(msgspec.structs.replace(graded, checks=checks))).iter("pre")
    assert "".join(pre.itertext()) == table.rstrip("\n")
    assert [each.text for each in pre.iter("b")] == ["*1000*"]


def test_no_score_is_never_a_number(graded: Submission) -> None:
    for state in (State.UNGRADABLE, State.INFRASTRUCTURE_ERROR):
        page = without_style(feedback_html(msgspec.structs.replace(graded, state=state, reason="why")))
        assert not re.search(r"24|<table|passed|probably", page)
        assert "The reason: why" in page


def test_a_flood_is_cut(graded: Submission) -> None:
    checks = tuple(msgspec.structs.replace(check, message="x" * 10**6, detail="y" * 10**6) for check in graded.checks)
    flood = msgspec.structs.replace(graded, checks=checks, id="i" * 10**5, notes=("n" * 10**5,), flags=("f" * 10**5,))
    assert len(feedback_html(flood)) < 20_000
    assert len(instructor_html(run_of([flood]))) < 50_000
    assert "Cut here" in feedback_html(flood)


# Hostile text.

HOSTILE = st.lists(
    st.characters()
    | st.characters(categories=["Cs", "Cc", "Cf"])
    | st.sampled_from(
        [
            "<script>alert(1)</script>",
            "</pre>",
            "</title>",
            "</style>",
            "<!--",
            "]]>",
            '" onclick="x',
            "' x='",
            "&amp;",
            "&#60;",
            "{{ 7*7 }}",
            "{% raw %}",
            "\u202e",
            "`",
            "`a<b>`",
            "*",
            " *1* ",
            "\n",
            "\r",
            "\t",
        ]
    ),
    max_size=12,
).map("".join)
INJECTED = "<b>&\"'>`</pre></title><script>alert(1)</script><!-- \x00\x1b[2J\u202e\ud800 {{ 7*7 }} *1*\r\n"


def hostile_class(text: str, state: State) -> list[Submission]:
    """Five submissions whose every field that is not the course's own starts with a letter and holds the text."""
    check = Check(
        id=f"c{text}",
        exercise=f"e{text}",
        sentence=f"s{text}",
        outcome=Outcome.FAILED,
        points=0,
        max_points=1,
        message=f"m{text}".replace("\n", " "),
        detail=f"d{text}".replace("\n", " "),
        ended_by=f"b{text}",
    )
    others = (Outcome.PASSED, Outcome.SKIPPED, Outcome.GRADER_ERROR)
    submission = Submission(
        id=f"i{text}",
        state=state,
        reason=f"r{text}",
        score=0,
        max_score=1,
        exercises=(Exercise(id=f"e{text}", title=f"t{text}", points=0, max_points=1),),
        checks=(
            check,
            *(
                msgspec.structs.replace(check, id=f"{outcome}{text}", outcome=outcome, waits_for=f"w{text}")
                for outcome in others
            ),
        ),
        mistakes=(Mistake(exercise=f"e{text}", name=f"n{text}", explanation=f"x{text}".replace("\n", " ")),),
        notes=(f"o{text}", "last"),
        flags=(f"f{text}",),
        digest=f"g{text}",
    )
    return [msgspec.structs.replace(submission, id=f"i{number}{text}") for number in range(FEWEST)]


def pages_of(text: str, state: State) -> list[str]:
    submissions = hostile_class(text, state)
    roster = {each.id: Person(f"p{text}", f"q{text}") for each in submissions}
    folders = {each.id: f"folder-{number}" for number, each in enumerate(submissions)}
    run = Run(suite=f"u{text}", python=f"v{text}", sandbox=f"y{text}", seed=1, submissions=tuple(submissions))
    return [
        feedback_html(submissions[0]),
        class_html(run),
        *(page for _, page in instructor_pages(run, folders, roster)),
    ]


def shape(page: str) -> list[object]:
    """All tags and attributes as the standard library's parser sees them, without what code and stars may mark up."""
    seen = [each for each in TagReader(without_style(page)).tags if each[0] not in ("code", "/code", "b", "/b")]
    return [
        (name, [(key, value if key != "title" and key != "aria-label" else "") for key, value in own])
        for name, own in seen
    ]


@settings(max_examples=30)
@given(HOSTILE, st.sampled_from(list(State)))
def test_no_text_changes_the_shape_of_a_page(text: str, state: State) -> None:
    # A long line makes its <pre> reachable by keyboard: the plain text is as long.
    for page, plain in zip(pages_of(text[:30], state), pages_of("x", state), strict=True):
        page.encode("utf-8")
        parsed(page)
        unreachable = [[str(each).replace("('tabindex', '0')", "") for each in shape(one)] for one in (page, plain)]
        assert unreachable[0] == unreachable[1]
        acting = {char for char in page if unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"}} - {"\n"}
        assert not acting
        assert not set(page) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def test_hostile_text_is_read_as_it_was_written() -> None:
    for page in pages_of(INJECTED, State.GRADED):
        assert "<script" not in page
    text = "".join(TagReader(feedback_html(hostile_class(INJECTED, State.GRADED)[0])).text)
    visible = r"""</pre></title><script>alert(1)</script><!-- \x00\x1b[2J\u202e\ud800 {{ 7*7 }} *1*"""
    assert text.count(visible) >= 8


# The class's page names nobody.


def test_the_class_page_depends_on_nothing_that_names_a_student(sample_run: Run, graded: Submission) -> None:
    submissions = [*sample_run.submissions, *class_of(graded, 6)]
    renamed = [
        msgspec.structs.replace(
            each,
            id=f"SECRET{number}",
            reason="SECRET",
            notes=("SECRET",),
            flags=("SECRET",),
            digest="SECRET",
            checks=tuple(msgspec.structs.replace(check, message="SECRET", detail="SECRET") for check in each.checks),
        )
        for number, each in enumerate(submissions)
    ]
    page = class_html(run_of(submissions))
    assert class_html(run_of(renamed)) == page
    assert class_html(run_of(reversed(renamed))) == page
    for submission in submissions:
        assert not re.search(rf"\b{re.escape(submission.id)}\b", without_style(page))


def test_a_class_that_is_too_small_shows_no_figure(graded: Submission, ungradable: Submission) -> None:
    for count in range(FEWEST):
        right = [msgspec.structs.replace(each, score=60, mistakes=(), checks=()) for each in class_of(graded, count)]
        for rest in ([], class_of(msgspec.structs.replace(ungradable), 20)):
            page = class_html(run_of([*class_of(graded, count), *rest]))
            assert page == class_html(run_of([*right, *rest]))
            assert "too few" in page
            assert "<table" not in page
    assert "ungradable" not in class_html(run_of([ungradable]))
    assert "could not be graded" not in class_html(run_of([ungradable]))
    assert "too few" not in class_html(run_of(class_of(graded, FEWEST)))


def test_figures(graded: Submission, ungradable: Submission) -> None:
    scores = (0, 5, 6, 30, 59, 60)
    mistakes = [graded.mistakes[0], msgspec.structs.replace(graded.mistakes[0], name="a rare one")]
    submissions = [
        msgspec.structs.replace(
            each,
            score=score,
            exercises=(msgspec.structs.replace(graded.exercises[0], points=score % 11),),
            mistakes=(mistakes[0], mistakes[0], mistakes[score == 0]),
        )
        for each, score in zip(class_of(graded, 6), scores, strict=True)
    ]
    figures = figures_of([*submissions, ungradable])
    assert figures is not None
    assert (figures.graded, figures.max_score, figures.median) == (6, 60, 18.0)
    assert [(each.label, each.count) for each in figures.bins if each.count] == [
        ("0–9", 2),
        ("10–19", 1),
        ("50–59", 1),
        ("90–99", 1),
        ("100", 1),
    ]
    first, step, loop = figures.exercises
    assert (first.mean, first.full) == (sum(score % 11 for score in scores) / 6, 0)
    assert [dict(each.counts) for each in step.checks] == [{Outcome.PASSED: 6}, {Outcome.FAILED: 6}]
    assert [dict(each.counts) for each in loop.checks] == [{Outcome.SKIPPED: 6}]
    assert [(mistake.name, count) for mistake, count in figures.mistakes] == [
        ("wake_recorded_late", 6),
        ("a rare one", 1),
    ]


def test_all_regular_points_are_a_hundred_percent_and_bonus_points_are_more(graded: Submission) -> None:
    bonus = Exercise(id="extra", title="Extra", points=0, max_points=140, bonus=True)
    scores = (59, 60, 60, 61, 200)
    submissions = [
        msgspec.structs.replace(each, score=score, max_score=200, exercises=(*graded.exercises, bonus))
        for each, score in zip(class_of(graded, 5), scores, strict=True)
    ]
    figures = figures_of(submissions)
    assert figures is not None
    assert (figures.max_score, figures.bonus) == (60, 140)
    assert [(each.label, each.count) for each in figures.bins if each.count] == [("90–99", 1), ("100", 2), ("> 100", 2)]


def test_the_picture_of_the_scores_says_its_numbers(graded: Submission) -> None:
    root = parsed(class_html(run_of(class_of(graded, 7))))
    (picture,) = [each for each in root.iter() if each.get("role") == "img"]
    (text,) = [each for each in picture if tag(each) == "desc"]
    assert "40–49 %: 7, 50–59 %: 0" in shown(text)
    heights = [float(each.get("height", "0")) for each in picture if tag(each) == "rect"]
    assert heights == [0, 0, 0, 0, 120, 0, 0, 0, 0, 0, 0]


# The instructor's page.


def test_the_graders_own_errors_come_first(sample_run: Run) -> None:
    root = parsed(instructor_html(sample_run))
    heading, errors = [each for each in root.iter() if tag(each) in ("h2", "ul")][:2]
    assert shown(heading) == "The grader's own errors"
    assert "cleo@example.org step.burn: A BURN adds its cost to the clock." in shown(errors)
    assert "dora the worker could not be started" in shown(errors)
    assert "ann" not in shown(errors)


def test_an_instructor_sees_what_is_hidden_and_folded(graded: Submission) -> None:
    ended = tuple(msgspec.structs.replace(check, ended_by="pytest-timeout") for check in graded.checks)
    root = parsed(
        instructor_html(run_of([msgspec.structs.replace(graded, checks=ended)]), {"ann": Person("Ann Müller")})
    )
    (details,) = root.iter("details")
    assert details.get("open") is None
    assert "step/step.wake, 0 of 6 points, ended by pytest-timeout expected 1400" in shown(details)
    text = shown(root)
    assert "Ann Müller (ann)" in text
    assert "task.py names sys._getframe" in text
    assert "wake_recorded_late" in text


def test_equal_files_are_listed(graded: Submission) -> None:
    digests = ("1", "2", "1", "", "", "3")
    equal = [
        msgspec.structs.replace(each, digest=digest) for each, digest in zip(class_of(graded, 6), digests, strict=True)
    ]
    text = shown(parsed(instructor_html(run_of(equal))))
    assert "an untouched template is equal too. student-0, student-2 Flags" in text


def test_the_table_of_checks_says_each_outcome_in_a_letter(graded: Submission, grader_error: Submission) -> None:
    ungradable = Submission(id="zoe", state=State.UNGRADABLE, reason="r", max_score=60)
    root = parsed(instructor_html(run_of([graded, grader_error, ungradable])))
    _, table = root.iter("table")
    rows = [[shown(cell) for cell in row] for row in table.findall("tbody/tr")]
    assert rows == [["ann", "p", "p", "F", "-"], ["cleo@example.org", "p", "!", "", ""], ["zoe", "ungradable"]]
    assert [shown(cell) for cell in table.findall("thead/tr")[1]] == ["1", "2", "3", "4"]


def test_a_thousand_submissions_stay_below_five_megabytes(graded: Submission) -> None:
    sentence = "A sentence of the course that is about as long as the usual one is, or longer."
    checks = tuple(
        msgspec.structs.replace(graded.checks[2], id=f"check_{number}", sentence=sentence, detail=f"{number}" * 10)
        for number in range(53)
    )
    submission = msgspec.structs.replace(graded, checks=checks)
    assert len(instructor_html(run_of(class_of(submission, 200)))) < 5_000_000 / 1000 * 200
    assert len(instructor_html(run_of(class_of(submission, 150)))) < 5_000_000


# Colours, packaging, and the cost for those who make no page.


def colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def contrast(first: str, second: str) -> float:
    """WCAG's contrast ratio of two colours."""

    def luminance(colour: str) -> float:
        channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_colours_can_be_told_apart_in_light_and_dark() -> None:
    style = (TEMPLATES / "style.css").read_text(encoding="utf-8")
    light_block, dark_block = style.split("prefers-color-scheme: dark")
    light = colours(light_block)
    dark = light | colours(dark_block)
    assert light.keys() == colours(dark_block).keys()
    for scheme in (light, dark):
        for ink in ("ink", "quiet", "good", "bad", "link"):
            assert contrast(scheme[ink], scheme["paper"]) >= 4.5, ink
        for ink, paper in (
            ("ink", "panel"),
            ("quiet", "panel"),
            ("bad", "panel"),
            ("link", "panel"),
            ("bad", "bad-paper"),
            ("ink", "hint-paper"),
        ):
            assert contrast(scheme[ink], scheme[paper]) >= 4.5, (ink, paper)
        for fill in ("good-fill", "bad-fill", "wait-fill"):
            assert contrast(scheme[fill], scheme["paper"]) >= 3, fill
    assert contrast("#000000", "#ffffff") == 21


def test_importing_the_reports_does_not_import_jinja2() -> None:
    code = "import sys, loopcheck.reports.files; sys.exit('jinja2' in sys.modules)"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0
