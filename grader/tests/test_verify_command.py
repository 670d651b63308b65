"""`loopcheck verify` as it is typed: its table, its exit codes, its sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from loopcheck.cli import main
from loopcheck.verify import command, printing

WRONG = Path(__file__).parents[2] / "solutions" / "wrong"


def test_the_reference_agrees_with_this_interpreter(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--schedules", "40", "--real", "0"]) == 0
    out = capsys.readouterr().out
    rows = {line[:34].strip(): line[34:].split() for line in out.splitlines() if line[:1] not in ("", " ")}
    assert rows["closed form's grid, 180 x 3 orders"][0] == "540"
    assert rows["random schedules, seed 1"][0] == "40"
    assert rows["pinned traces, as in their files"][3] == "0"
    assert rows["total"][3] == "0"
    assert int(rows["total"][1].replace(",", "")) > 20_000
    for words in ("Equal deadlines", "sleep(0)", "ntodo = len(self._ready)", "asyncio.sleep", "naming the hog"):
        assert words in out
    assert "In real time" not in out
    assert "Everything agrees: 0 mismatches" in out
    assert max(map(len, out.splitlines())) <= 132


def test_a_wrong_loop_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = WRONG / "set_result_runs_the_waiter_inline.py"
    assert main(["verify", "--schedules", "20", "--model", str(wrong)]) == 1
    out, error = capsys.readouterr()
    assert "processes of its own" in error
    assert "The simplest mismatch, in: pinned schedules" in out
    assert "the third gap, between fired and ran" in out
    assert "NOT EVERYTHING AGREES" in out
    assert "ntodo" not in out, "a model is compared, and CPython is not measured again"


def test_a_fault_of_our_own_is_no_mismatch(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(command.questions, "asked_by_the_suite", fail)
    assert main(["verify", "--schedules", "1"]) == 3
    assert "a fault of the grader" in capsys.readouterr().err


def test_what_a_model_says_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    printing.say(["It raised \x1b[31mKeyError", "::error::no"])
    out = capsys.readouterr().out
    assert "KeyError" in out
    assert "\x1b" not in out
    assert "::error::" not in out


def test_columns_are_as_wide_as_they_must_be() -> None:
    assert printing.headed(["what", "n"], [["a", 1234], ["bcdef", 5]], "<>") == [
        "what       n",
        "------------",
        "a      1,234",
        "bcdef      5",
    ]


@pytest.mark.parametrize(
    ("path", "words"),
    [("nothing/here", "not found|no such|does not exist|not a folder"), ("README.md", "one file, README.md")],
)
def test_what_is_no_solution_is_refused_with_a_sentence(
    path: str, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    assert main(["verify", "--model", path]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith(f"loopcheck verify: {path}: ")
    assert any(word in error for word in words.split("|")), error


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["verify", "--help"])
    assert end.value.code == 0
    out = capsys.readouterr().out
    for words in ("virtual clock", "exit code", "--model", "settings.toml", "asked for,\nexpired, fired, ran"):
        assert words in out
    assert max(map(len, out.splitlines())) <= 80
