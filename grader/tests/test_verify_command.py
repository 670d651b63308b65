"""`loopcheck verify` as it is typed: its table, its exit codes, its sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from loopcheck.cli import main

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
