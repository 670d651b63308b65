"""Patience: a submission that hangs loses its further questions, one that only answers slowly does not."""

from __future__ import annotations

from loopcheck.interview import Patience

PLACE = ("own", "step")


def test_a_question_that_hangs_alone_too_is_charged_twice_and_ends_the_exercise() -> None:
    patience = Patience(2.5, 0.5)
    patience.charge(*PLACE, 0.25)
    assert patience.lost(*PLACE) == ""
    patience.charge(*PLACE, 0.25)
    assert patience.lost(*PLACE)
    assert patience.lost("own", "suspend") == ""


def test_a_slow_child_is_forgiven_when_its_last_question_was_no_trouble_alone() -> None:
    patience = Patience(2.5, 0.5, slow_seconds=5.0)
    for _ in range(20):
        patience.charge(*PLACE, 0.25)
        patience.forgive(*PLACE, 0.25)
    assert patience.lost(*PLACE) == ""


def test_being_slow_has_an_end() -> None:
    patience = Patience(2.5, 0.5, slow_seconds=1.0)
    for _ in range(6):
        patience.charge(*PLACE, 0.25)
        patience.forgive(*PLACE, 0.25)
    assert patience.lost(*PLACE)
    assert patience.slow_seconds == 0.0
