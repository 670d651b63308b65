"""README.md says what is true: its two commands stand in marked blocks, and what it shows is what the first one prints."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from loopcheck.reports.folders import folder_names

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


def block(mark: str) -> str:
    """The code block behind an HTML comment."""
    found = re.search(
        rf"^<!-- {re.escape(mark)} -->\n```\w*\n(.*?)^```$",
        README.read_text(encoding="utf-8"),
        re.DOTALL | re.MULTILINE,
    )
    assert found, f"README.md has no code block behind <!-- {mark} -->"
    return found[1]


def without_seconds(text: str) -> str:
    """The table without what differs from run to run: the seconds, and where they make the last line break."""
    lines = [line.rstrip() for line in text.splitlines()]
    return re.sub(r",\s+[\d.]+ s$", "", "\n".join(lines).strip())


@pytest.mark.parametrize("name", ["grade the example class", "run the tests"])
def test_each_command_is_one_line(name: str) -> None:
    assert len(block(f"ci: {name}").splitlines()) == 1


def test_the_table_shown_is_the_table_printed(tmp_path: Path) -> None:
    command = block("ci: grade the example class").partition("&&")[2].split()
    assert command[:3] == ["python", "-m", "loopcheck"]
    environment = {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR", "NO_COLOR")
    }
    done = subprocess.run(
        [sys.executable, *command[1:], "--out", str(tmp_path), "--seed", "1"],
        cwd=ROOT,
        env=environment | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    shown, printed = block("output: grade the example class"), without_seconds(done.stdout)
    if os.environ.get("UPDATE_GOLDENS"):
        assert "CI" not in os.environ
        mark = "<!-- output: grade the example class -->\n```\n"
        text = README.read_text(encoding="utf-8").replace(f"{mark}{shown}```", f"{mark}{printed}\n```")
        README.write_text(text, encoding="utf-8")
        shown = printed
    assert without_seconds(shown) == printed


def test_the_folder_of_an_id_is_as_it_says() -> None:
    (student, folder) = re.findall(r"`(müller-j)` has\s`students/([^/`]+)/`", README.read_text(encoding="utf-8"))[0]
    assert folder_names([student]) == {student: folder}


def test_every_path_named_exists() -> None:
    text = README.read_text(encoding="utf-8")
    named = set(re.findall(r"\]\(([^)#]+)\)", text)) | set(
        re.findall(r"`((?:grader|instructor|solutions|exercises)/[^` ]*)`", text)
    )
    made_by_a_run = {"instructor/settings.toml"}
    assert [name for name in sorted(named - made_by_a_run) if not (ROOT / name).exists()] == []
