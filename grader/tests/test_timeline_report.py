"""The picture in a student's page: drawn from the message alone, so that it can tell nothing that the message does not."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import html5lib
import msgspec
from hypothesis import example, given
from hypothesis import strategies as st

from loopcheck.probes.tables import trace_table
from loopcheck.reports.student_html import feedback_html
from loopcheck.reports.trace_picture import MOST, trace_picture
from loopcheck.results import Submission

SVG = "{http://www.w3.org/2000/svg}"
MINE = [["heartbeat", 1000, 1000, 1200, 1200], ["heartbeat", 2200, 2200, 2400, 2400]]
RIGHT = [["heartbeat", 1000, 1000, 1200, 1400], ["heartbeat", 2400, 2400, 2600, 2800]]


def words(picture: str) -> str:
    found = ElementTree.fromstring(picture).find(f"{SVG}desc")  # noqa: S314 - our own
    assert found is not None
    return str(found.text)


def test_a_message_with_the_right_row_gives_both() -> None:
    said = words(trace_picture(trace_table(MINE, RIGHT)))
    assert said == (
        "Your loop. heartbeat: asked for 1000, expired 1000 (+0), fired 1200 (+200), ran 1200 (+0): 200 late. "
        "Right. heartbeat: asked for 1000, expired 1000 (+0), fired 1200 (+200), ran 1400 (+200): 400 late. "
        "The first wrong stamp: ran of heartbeat is 1200, right is 1400."
    )


def test_a_message_without_right_rows_gives_the_own_ones() -> None:
    said = words(trace_picture(trace_table(MINE * 3)))
    assert said.count("heartbeat:") == MOST
    assert "Right" not in said
    assert "right" not in said


def test_a_missing_wake_up_and_a_superfluous_one() -> None:
    assert "A wake-up is missing." in words(trace_picture(trace_table(RIGHT[:1], RIGHT)))
    assert "A wake-up too many." in words(trace_picture(trace_table(RIGHT, RIGHT[:1])))
    assert "A wake-up is missing." in words(trace_picture(trace_table([], RIGHT)))


def test_other_messages_give_no_picture() -> None:
    for message in (
        "",
        "Your code raised ZeroDivisionError",
        trace_table([]),
        trace_table([["heartbeat", 1000, None, 1200, 1400]]),
        trace_table([["heartbeat", "1000.0 (a float)", 1000, 1200, 1400]]),
        "  right would be something else",
    ):
        assert trace_picture(message) == "", message


stamp = st.integers(0, 99_999)
rows = st.lists(st.tuples(st.sampled_from(["heartbeat", "b"]), stamp, stamp, stamp, stamp).map(list), max_size=5)


@given(rows, st.one_of(st.none(), rows))
def test_every_stamp_in_it_stands_in_the_message(
    got: list[list[str | int]], want: list[list[str | int]] | None
) -> None:
    message = trace_table(got, want)
    picture = trace_picture(message)
    if picture:
        stamps = re.findall(r"(?:asked for|expired|fired|ran) (\d+)", words(picture))
        assert set(stamps) <= set(re.findall(r"\d+", message))


@given(st.text(max_size=14))
@example("<script>alert(1)</script>")
@example("a\x1b[2J\u202e</svg>")
def test_whatever_a_task_is_called_the_page_stays_whole(name: str) -> None:
    got, want = [[name, 1, 2, 3, 4]], [["heartbeat", 1, 2, 3, 4]]
    picture = trace_picture(trace_table(got, want))
    if picture:
        ElementTree.fromstring(picture)  # noqa: S314 - our own
        assert "<script" not in picture


def test_a_page_holds_one_picture_and_is_valid(graded: Submission) -> None:
    failed = next(check for check in graded.checks if check.message)
    told = [
        msgspec.structs.replace(failed, id=f"step.{number}", message=trace_table([*MINE, MINE[0]][number:], RIGHT))
        for number in range(2)
    ]
    page = feedback_html(msgspec.structs.replace(graded, checks=(*graded.checks, *told)))
    assert page.count('class="timeline"') == 1
    html5lib.HTMLParser(strict=True).parse(page)
    assert feedback_html(graded).count("<svg") == 0
