"""Text from students, in every medium: nothing acts, nothing is lost in silence."""

from __future__ import annotations

import csv
import io
import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from loopcheck.reports.safe_text import clipped, fenced, for_csv_cell, for_markdown, for_terminal

# Any code point, lone surrogates included, and much of what does harm.
HOSTILE = st.lists(
    st.one_of(
        st.characters(),
        st.characters(categories=["Cs", "Cc", "Cf", "Zl", "Zp"]),
        st.sampled_from("\\`*_[]<>()&|~$#=+-@:!.;,'\"\t\r\n 01aw"),
        st.sampled_from(
            ["::notice::", "##[x]", "\x1b[2J", "\u202e", "](javascript:x)", "<script>", "http://x.y", "__", "```"]
        ),
    ),
    max_size=30,
).map("".join)
BIDIRECTIONAL = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def acting_characters(text: str) -> list[str]:
    """The characters of the text that do something instead of being seen, by Python's own table."""
    return [
        char
        for char in text
        if unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} or unicodedata.bidirectional(char) in BIDIRECTIONAL
    ]


@given(HOSTILE)
@example("\r\n::notice::x")
@example(":::error::")
@example("a\r\r\nb")
def test_a_terminal_gets_nothing_that_acts(text: str) -> None:
    one_line = for_terminal(text)
    lines = for_terminal(text, newlines=True)
    assert acting_characters(one_line) == []
    assert acting_characters(lines.replace("\n", "")) == []
    for safe in (one_line, lines):
        safe.encode("utf-8")
        assert "::" not in safe
        assert not re.search(r"##\w*\[", safe)
        assert for_terminal(safe, newlines=True) == safe
    assert lines.count("\n") == text.count("\n")


@given(
    st.text(st.characters(codec="ascii", categories=["L", "N", "P", "S"]) | st.just(" ") | st.sampled_from("äßλ日é"))
)
def test_plain_text_reaches_a_terminal_unchanged(text: str) -> None:
    assert for_terminal(text.replace(":", "").replace("#", "")) == text.replace(":", "").replace("#", "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", r"\x1b[31mred"),
        ("\x9b2J", r"\x9b2J"),
        ("a\u202eb", r"a\u202eb"),
        ("a\ud800b", r"a\ud800b"),
        ("50\r100", r"50\r100"),
        ("a\nb", r"a\nb"),
        ("\u200bx\ufeff", r"\u200bx\ufeff"),
        ("x\U000e0041", r"x\U000e0041"),
        ("x\U000e0100", r"x\U000e0100"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        ("a::b", "a: :b"),
        ("## [x] ##vso[y]", "## [x] ## vso[y]"),
    ],
)
def test_hidden_characters_are_shown(text: str, shown: str) -> None:
    assert for_terminal(text) == shown


def test_a_terminal_may_keep_line_breaks() -> None:
    assert for_terminal("a\r\n\tb", newlines=True) == "a\n    b"


@given(HOSTILE)
@example("\r=1")
@example("\n=1")
@example("a;\uff1d1")
@example(" \t=1")
@example("\u200b=1")
def test_no_cell_is_a_formula_and_every_cell_comes_back(text: str) -> None:
    cell = for_csv_cell(text)
    is_number = re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?", cell)
    for start in re.split("[;\t\n]", cell):
        assert is_number or not start.strip() or start.strip()[0] not in "=+-@＝＋－＠"
    assert not cell.startswith(("\t", "\r"))
    assert "\r" not in cell
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\n").writerow([cell, "next"])
    stream.getvalue().encode("utf-8")
    assert list(csv.reader(io.StringIO(stream.getvalue(), newline=""))) == [[cell, "next"]]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+cmd", "'+cmd"),
        ("-cmd", "'-cmd"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("\rx", r"'\rx"),
        ("＝1", "'＝1"),
        ("-5", "-5"),
        ("+3.25", "+3.25"),
        ("1e-3", "1e-3"),
        ("-5\n", "'-5\n"),
        ("-٣", "'-٣"),
        ('Müller, "Ann"\nO\'Hara', 'Müller, "Ann"\nO\'Hara'),
        ("a-b", "a-b"),
        ("a;=b", "a;'=b"),
        ("'=x", "''=x"),
        ("a;' =b", "a;'' =b"),
        ("'tis", "'tis"),
        ("\ud800", r"\ud800"),
        ("", ""),
    ],
)
def test_cells(text: str, cell: str) -> None:
    assert for_csv_cell(text) == cell


RENDERERS = [
    MarkdownIt("commonmark", {"html": True}),
    MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]),
]


def shown_by(renderer: MarkdownIt, source: str) -> tuple[list[str], str]:
    """The kinds of tokens that a Markdown renderer sees, and the text that a reader sees."""
    tokens = renderer.parse(source)
    inline = [child for token in tokens for child in token.children or ()]
    return [token.type for token in tokens], "".join(child.content for child in inline)


@given(HOSTILE)
@example("1. x")
@example("    code")
@example("a__b _c_ __init__")
@example("![x](y) \\")
@example("\\|")
@example("- x")
@example("---")
def test_markdown_marks_nothing_up(text: str) -> None:
    safe = for_markdown(text)
    assert "\n" not in safe
    assert acting_characters(safe) == []
    safe.encode("utf-8")
    for renderer in RENDERERS:
        assert shown_by(renderer, safe)[0] in (["paragraph_open", "inline", "paragraph_close"], [])
        for wrapped in (f"# x {safe} y", f"- x {safe}", f"**{'x'}** {safe}"):
            inline = [child.type for token in renderer.parse(wrapped) for child in token.children or ()]
            assert set(inline) <= {"text", "text_special", "strong_open", "strong_close"}
        (line,) = (token.children or [] for token in renderer.parse(f"_x {safe} y_") if token.type == "inline")
        kinds = [child.type for child in line if child.type != "text" or child.content]
        assert (kinds[0], kinds[-1], kinds.count("em_open")) == ("em_open", "em_close", 1)
    kinds, _ = shown_by(RENDERERS[1], f"| a | b |\n|---|---|\n| {safe} | y |\n")
    assert kinds.count("td_open") == 2


@given(
    HOSTILE.map(
        lambda text: re.sub("[\u2028\u2029]", "", "".join(c for c in text if unicodedata.category(c)[0] != "C"))
    )
)
@example("a__b _c_ __init__ 1. *x* \\* \\\\")
@example("www.x.y http://x.y <http://x.y> <b> &amp; &#42;")
@example("12) x")
@example("\\|")
def test_markdown_shows_the_text_as_it_is(text: str) -> None:
    for renderer in RENDERERS:
        kinds, shown = shown_by(renderer, for_markdown(text))
        assert kinds in (["paragraph_open", "inline", "paragraph_close"], [])
        assert shown.replace("\u2060", "") == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Task.step resumes set_result once.", "Task.step resumes set_result once."),
        ("_suspend", r"\_suspend"),
        ("# top", r"\# top"),
        ("12. x", r"12\. x"),
        ("a | b", r"a \| b"),
        ("<b>&amp;", r"\<b>\&amp;"),
        ("see https://x.y or www.x.y", r"see https\://x.y or www\.x.y"),
        ("@ann ann@x.y", "@\u2060ann ann@\u2060x.y"),
        ("a\n\n# b", "a # b"),
        ("\x1b[0m", r"\\x1b\[0m"),
    ],
)
def test_markdown_escapes_little(text: str, source: str) -> None:
    assert for_markdown(text) == source


@given(HOSTILE)
@example("```\n# out\n````")
@example("\t\x00")
@example("`" * 40)
def test_nothing_closes_a_fence(text: str) -> None:
    block = fenced(text)
    tokens = RENDERERS[0].parse(block + "\n\nafter\n")
    assert [token.type for token in tokens] == ["fence", "paragraph_open", "inline", "paragraph_close"]
    assert acting_characters(block.replace("\n", "")) == []
    block.encode("utf-8")


def test_a_fence_keeps_the_text() -> None:
    assert fenced("a `b`\n  c\n") == "```text\na `b`\n  c\n```"
    assert fenced("````") == "`````text\n````\n`````"


@given(HOSTILE, st.integers(min_value=1, max_value=40))
def test_clipped_says_what_it_cut(text: str, limit: int) -> None:
    short = clipped(text, limit)
    if len(text) <= limit:
        assert short == text
    else:
        assert short == f"{text[:limit]}\n[Cut here: these are the first {limit} of {len(text)} characters.]"


def test_five_hundred_characters_are_whole() -> None:
    assert clipped("x" * 500) == "x" * 500
    assert len(clipped("x" * 10**6)) < 600
