"""Solution regions: every mistake in the markers is found, with file and line, and a good module gives a valid stub."""

from __future__ import annotations

from typing import Any

import pytest

from loopcheck.authoring.regions import RegionError, parse_regions
from loopcheck.authoring.stubs import hollow_module, stub_module
from loopcheck.course import Course, Exercise

COURSE = Course(
    title="Boxes",
    package="boxes",
    edit=("box.py", "pile.py"),
    scaffold=(),
    exercises=(
        Exercise("put", "Put", "1-put", {}, "box.py", ("Box.put",)),
        Exercise("take", "Take", "2-take", {}, "box.py", ("Box.take",)),
        Exercise("height", "Height", "3-height", {}, "pile.py", ("height",)),
        Exercise("all", "All", "4-all", {}),
    ),
)

GOOD = '''\
"""A box."""


class Box:
    things: list

    def put(self, thing):
        """Put one thing on top."""
        # BEGIN SOLUTION put
        if thing:

            # on top
            self.things.append(thing)
        # END SOLUTION put

    def take(self):
        """Take the thing on top."""
        self.checked = True
        # BEGIN SOLUTION take
        return self.things.pop()
        # END SOLUTION take
'''


def stub(source: str) -> str:
    return stub_module(source.encode(), "box.py", "ref/box.py", COURSE).decode()


def complaints(source: str) -> str:
    with pytest.raises(RegionError) as caught:
        stub(source)
    return str(caught.value)


def test_a_region_becomes_one_line_and_the_rest_stays() -> None:
    assert (
        stub(GOOD)
        == '''\
"""A box."""


class Box:
    things: list

    def put(self, thing):
        """Put one thing on top."""
        raise NotImplementedError("exercise 1: Box.put is yours to write, see exercises/1-put/README.md")

    def take(self):
        """Take the thing on top."""
        self.checked = True
        raise NotImplementedError("exercise 2: Box.take is yours to write, see exercises/2-take/README.md")
'''
    )


def test_a_function_can_be_made_to_do_nothing_beside_the_solutions_of_the_others() -> None:
    result = hollow_module(GOOD.encode(), "box.py", "ref/box.py", COURSE, COURSE.exercise("take")).decode()
    assert "self.things.append(thing)" in result
    namespace: dict[str, Any] = {}
    exec(result, namespace)  # noqa: S102 - it is the text above
    box = namespace["Box"]()
    box.things = ["ball"]
    assert box.take() is None
    assert box.things == ["ball"]


def test_line_endings_become_lf() -> None:
    assert stub(GOOD.replace("\n", "\r\n")) == stub(GOOD)


def test_a_region_knows_its_lines() -> None:
    put, take = parse_regions(GOOD, "ref/box.py")
    assert (put.name, put.begin, put.end, put.code) == ("put", 9, 14, [10, 13])
    assert (take.name, take.begin, take.end, take.code) == ("take", 19, 21, [20])


BEGIN_PUT, END_PUT = "        # BEGIN SOLUTION put\n", "        # END SOLUTION put\n"
BEGIN_TAKE, END_TAKE = "        # BEGIN SOLUTION take\n", "        # END SOLUTION take\n"
PUT_BODY = "        if thing:\n\n            # on top\n            self.things.append(thing)\n"
TAKE_BODY = "        return self.things.pop()\n"

# ruff: noqa: E501 - a table is read by its rows
MISTAKES = {
    "nested": (PUT_BODY, PUT_BODY + BEGIN_TAKE + TAKE_BODY + END_TAKE, "ref/box.py:14: region take begins inside"),
    "unclosed": (END_PUT, "", "ref/box.py:9: region put is never ended: add `# END SOLUTION put`"),
    "unopened": (BEGIN_PUT, "", "ref/box.py:13: END SOLUTION put ends nothing: add `# BEGIN SOLUTION put`"),
    "unknown": ("SOLUTION put", "SOLUTION puts", "ref/box.py:9: region puts is not named after an exercise"),
    "of no module": ("SOLUTION put", "SOLUTION all", "ref/box.py:9: region all belongs into no module"),
    "of another module": ("SOLUTION put", "SOLUTION height", "ref/box.py:9: region height belongs into pile.py"),
    "missing": (BEGIN_PUT + PUT_BODY + END_PUT, PUT_BODY, "ref/box.py:7: Box.put has no region for exercise put"),
    "duplicate": (TAKE_BODY + END_TAKE, TAKE_BODY + END_TAKE + BEGIN_TAKE + TAKE_BODY + END_TAKE, "ref/box.py:22: a second region take"),
    "indented more": (END_PUT, "    " + END_PUT, "ref/box.py:14: END SOLUTION put is indented by 12 spaces, its BEGIN by 8"),
    "indented less": (END_PUT, END_PUT[4:], "ref/box.py:14: END SOLUTION put is indented by 4 spaces, its BEGIN by 8"),
    "empty": (PUT_BODY, "\n        # nothing\n", "ref/box.py:9: region put is empty"),
    "other name": (END_TAKE, END_TAKE.replace("take", "put"), "ref/box.py:21: END SOLUTION put ends region take"),
    "no space": (BEGIN_PUT, BEGIN_PUT.replace("# B", "#B"), "ref/box.py:9: is no marker, but looks like one"),
    "lower case": (END_PUT, END_PUT.lower(), "ref/box.py:14: is no marker, but looks like one"),
    "behind code": (BEGIN_PUT, "        x = 1  # BEGIN SOLUTION put\n", "ref/box.py:9: is no marker, but looks like one"),
    "no name": (BEGIN_PUT, "        # BEGIN SOLUTION\n", "ref/box.py:9: is no marker, but looks like one"),
    "no function": ("def put(", "def push(", "ref/box.py:1: there is no Box.put, the function of exercise put"),
    "syntax": ("class Box:", "class Box", "ref/box.py:4: is not valid Python"),
}  # fmt: skip


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_is_named_with_file_and_line(kind: str) -> None:
    old, new, what = MISTAKES[kind]
    assert old in GOOD
    assert what in complaints(GOOD.replace(old, new))


def test_all_mistakes_are_named_at_once() -> None:
    text = complaints(GOOD.replace(END_PUT, "    " + END_PUT).replace(TAKE_BODY, ""))
    assert "ref/box.py:14:" in text
    assert "region take is empty" in text


def test_the_docstring_must_stay_with_the_student() -> None:
    swallowed = GOOD.replace(
        '        """Put one thing on top."""\n' + BEGIN_PUT, BEGIN_PUT + '        """Put one thing on top."""\n'
    )
    assert "ref/box.py:8: region put is not in the body of Box.put, behind its docstring" in complaints(swallowed)


def test_a_region_in_the_wrong_function_is_a_mistake() -> None:
    swapped = GOOD.replace(" put\n", " @\n").replace(" take\n", " put\n").replace(" @\n", " take\n")
    assert "region put is not in the body of Box.put" in complaints(swapped)


def test_half_a_statement_is_no_solution() -> None:
    half = GOOD.replace(BEGIN_PUT + "        if thing:\n", "        if thing:\n" + BEGIN_PUT)
    assert "is not valid Python without its solutions" in complaints(half)


def test_bytes_that_are_not_utf8_are_a_mistake() -> None:
    with pytest.raises(RegionError, match=r"ref/box\.py:1: is not UTF-8 \(byte 3\)"):
        stub_module(b'"""\xff"""\n', "box.py", "ref/box.py", COURSE)
