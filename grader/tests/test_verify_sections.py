"""What is measured on CPython beside the model: each figure is judged, and a wrong one would be seen."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

import pytest

from loopcheck.oracle.kinds import kinds
from loopcheck.verify import debug_mode, others, outside, questions, real_time, sections, source, wakeups
from loopcheck.verify.real_time import Tick, Witness


def test_the_hops_are_as_told() -> None:
    section = sections.hops(kinds())
    assert section.mismatches == 0
    assert len(section.lines) == 2 + len(wakeups.WAYS)
    assert section.lines[2].split()[:2] == ["loop.call_later", "1"]
    assert section.lines[3].split()[:2] == ["asyncio.sleep", "2"]
    old = {line.split("  ")[0]: line.split()[-3 if sys.version_info < (3, 12) else -4] for line in section.lines[-2:]}
    expected = ("5", "4") if sys.version_info < (3, 12) else ("2", "2")
    assert tuple(old.values()) == expected


def test_hops_that_are_not_as_told_are_a_mismatch(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = [dataclasses.replace(wakeups.WAYS[1], told=3), dataclasses.replace(wakeups.WAYS[0], wait=never)]
    monkeypatch.setattr(wakeups, "WAYS", ways)
    section = sections.hops(kinds()[:1])
    assert section.mismatches == 2
    assert "2 (told: 3)" in section.lines[2]
    assert "ran at []" in section.lines[3]


async def never(loop: wakeups.VirtualLoop) -> None:
    await loop.create_future()


def test_the_warning_names_the_hog_that_does_less_harm() -> None:
    small, large = debug_mode.observe(90), debug_mode.observe(100)
    assert (small.period, small.warnings) == (1260, 0)
    assert (large.period, large.name_hog, large.name_heartbeat) == (1200, large.burns, 0)
    assert large.burns > 20
    assert sections.debug().mismatches == 0


def test_a_warning_that_does_not_come_is_a_mismatch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debug_mode, "SLOW", 101)
    section = sections.debug()
    assert section.mismatches == 1
    assert "warned of at every burn" in section.lines[-1]


def burns(*begun_ms: float, each_ms: float = 20.0) -> list[tuple[float, float]]:
    return [(begun / 1000, (begun + each_ms) / 1000) for begun in begun_ms]


@pytest.mark.parametrize(
    ("tick", "after"),
    [
        (Tick(0.0, burns(0, 20.1, 40.2, 60.3, 80.4, 100.5, 120.6)), 2),
        (Tick(0.0, burns(0, 20.1, 40.2, 60.3, 80.4, 100.5)), 1),
        # The machine took 45 ms for itself: fewer burns before the deadline, and the same number after it.
        (Tick(0.0, burns(0, 20.1, 85.2, 105.3, 125.4)), 2),
        # The deadline fell between two burns: the pass may have seen it from either side.
        (Tick(0.0, [*burns(0.5, 20.6, 40.7, 60.8), (0.0809, 0.10009), (0.1020, 0.12)]), None),
        (Tick(0.0, burns()), 0),
    ],
    ids=["sleep", "call_later", "busy machine", "undecided", "nobody burned"],
)
def test_burns_after_the_deadline(tick: Tick, after: int | None) -> None:
    assert tick.burns_after_deadline() == after


def test_a_witness_disagrees_when_one_tick_has_a_burn_too_few_after_its_deadline() -> None:
    witness = Witness(20, 2)
    witness.note(Tick(0.0, burns(0, 20.1, 40.2, 60.3, 80.4, 100.5, 120.6)))
    assert (witness.told, witness.burns, witness.after, witness.agrees) == (7, [7], [2], True)
    witness.note(Tick(0.0, burns(0, 20.1, 40.2, 60.3, 80.4, 100.5)))
    assert not witness.agrees


def test_one_tick_in_real_time() -> None:
    """The only test here that takes real time: a fifth of a second."""
    witness = real_time.listen(40, 2, 1)
    assert witness.agrees
    assert len(witness.burns) + witness.undecided >= 1


def test_the_lines_of_this_interpreter_are_found() -> None:
    found = source.places()
    assert len(found) == len(source.LANDMARKS)
    assert all(place.line > 1 for place in found), found
    assert "ntodo = len(self._ready)" in {place.text for place in found}
    lines = [place.line for place in found[:4]]
    assert lines == sorted(lines), "the pass expires, queues, and then takes its snapshot"
    assert {place.file for place in found} == {"asyncio/base_events.py", "asyncio/tasks.py", "asyncio/futures.py"}


def no_source(_: Any) -> tuple[list[str], int]:
    raise OSError("source code not available")


def other_source(_: Any) -> tuple[list[str], int]:
    return ["def _run_once(self):\n", "    run_everything()  # len(self._ready)\n"], 7


@pytest.mark.parametrize(("read", "words"), [(no_source, "is not installed"), (other_source, "does it another way")])
def test_where_the_source_is_not_there_a_sentence_is(read: Any, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(words in place.text and not place.line for place in source.places(read=read))
    monkeypatch.setattr(source.inspect, "getsourcelines", read)
    lines = sections.landmarks().lines
    assert len(lines) == len(source.LANDMARKS)
    assert words in lines[0]


def test_ties_are_counted_and_nothing_else_is_excused() -> None:
    found = outside.ties(list(questions.random_schedules(120, 1)), kinds()[0])
    assert found.schedules == 120
    assert found.tied > found.otherwise > 0
    assert found.unexplained == 0


def test_a_sleep_of_zero_arms_no_timer() -> None:
    assert outside.timers_of_sleep_zero() == 0


def test_loops_that_are_not_installed_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert others.installed("no_such_loop") == ""
    assert others.installed("pytest")
    monkeypatch.setattr(others, "installed", lambda _: "")
    assert sections.uvloop(1).title == "uvloop is not installed here"
    assert sections.trio().title == "trio is not installed here"


def test_trio_is_early_and_at_random() -> None:
    pytest.importorskip("trio")
    periods = others.trio_periods(200)
    assert set(periods.counts) == {1000, 1200}
