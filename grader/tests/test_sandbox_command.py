"""`loopcheck grade --sandbox`, and a few attackers in a class, through the real command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from loopcheck.cli import SANDBOXES
from loopcheck.worker.sandbox import LEVELS, LEVELS_TO_DEMAND

from . import hostile_support as hostile

HERE = Path(__file__).parent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the levels are Linux's")


def grade(path: Path, out: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "loopcheck", "grade", str(path), "--seed", "20", "--out", str(out), *options]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | environment, check=False)


def results(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((out / "results.json").read_text(encoding="utf-8"))
    return found


def honest(folder: Path) -> Path:
    package = folder / "mini_asyncio"
    package.mkdir(parents=True)
    for name, source in hostile.support.REFERENCE.items():
        (package / name).write_bytes(source)
    return folder


def test_the_names_are_those_that_exist() -> None:
    assert tuple(SANDBOXES) == LEVELS_TO_DEMAND == LEVELS[:-1]


def test_the_level_is_named_and_is_all_that_differs(tmp_path: Path) -> None:
    student = honest(tmp_path / "student")
    runs = {}
    for level in ("seccomp", "rlimits"):
        done = grade(student, tmp_path / level, "--sandbox", level)
        assert f"the sandbox was {level}: students' code could read" in done.stderr
        assert done.returncode == 0, done.stderr
        run = results(tmp_path / level)
        assert run.pop("sandbox") == level
        assert [submission.pop("sandbox") for submission in run["submissions"]] == [level]
        runs[level] = run
    assert runs["seccomp"] == runs["rlimits"]
    assert runs["seccomp"]["submissions"][0]["score"] == 100


def test_a_level_that_cannot_be_had_is_a_sentence(tmp_path: Path) -> None:
    student = honest(tmp_path / "student")
    broken = tmp_path / "bin" / "bwrap"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    path = f"{broken.parent}{os.pathsep}{os.environ['PATH']}"
    done = grade(student, tmp_path / "out", "--sandbox", "bubblewrap", PATH=path)
    assert done.returncode == 2
    assert "the sandbox bubblewrap cannot be had here" in done.stderr
    assert "The strongest that can is" in done.stderr
    assert not (tmp_path / "out" / "results.json").exists()
    spawned = grade(student, tmp_path / "out", "--sandbox", "bubblewrap", "--start-method", "spawn")
    assert (spawned.returncode, "start method fork" in spawned.stderr) == (2, True)


SIX = ("exit_at_import", "forged_answers", "deletes_files", "loops_and_swallows", "endless_answers", "fork_bomb")
TWENTY = (
    *SIX, "always_equal_object", "busy_threads", "closed_descriptors", "descriptor_exhaustion", "detached_daemon",
    "disk_filling", "line_without_end", "masks_all_signals", "memory_bomb", "native_crash", "output_flood",
    "shared_memory_file", "spoils_the_next_one", "stops_itself",
)  # fmt: skip


def attackers_in(root: Path, names: Sequence[str], stages: Path) -> list[Any]:
    """These attackers among the students of a class, and what each may aim at."""
    attacks = {attack.name: attack for attack in hostile.bank()}
    found = []
    for name in names:
        stage = hostile.Stage(stages / name)
        stage.build(attacks[name]).rename(root / name.replace("_", "-"))
        found.append(stage)
    return found


@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    ("names", "jobs"),
    [
        pytest.param(SIX, "1", id="6"),
        pytest.param(TWENTY, "1", id="20", marks=pytest.mark.thorough),
        pytest.param(TWENTY, "2", id="20, 2 jobs", marks=pytest.mark.thorough),
    ],
)
def test_a_class_with_attackers_in_it_is_graded_as_without(tmp_path: Path, names: Sequence[str], jobs: str) -> None:
    alone, mixed = tmp_path / "alone", tmp_path / "mixed"
    students = ("anna", "mia", "zoe")  # before, among and after the attackers
    for folder in (alone, mixed):
        for student in students:
            honest(folder / student)
    stages = attackers_in(mixed, names, tmp_path / "stages")
    for folder in (alone, mixed):
        done = grade(folder, tmp_path / f"out-{folder.name}", "--jobs", jobs)
        assert done.returncode == 0, done.stderr
    before, after = results(tmp_path / "out-alone"), results(tmp_path / "out-mixed")
    found = {submission["id"]: submission for submission in after["submissions"]}
    assert len(found) == len(students) + len(names)
    for student in students:
        for page in ("feedback.html", "feedback.md"):
            pages = [(tmp_path / out / "students" / student / page).read_bytes() for out in ("out-alone", "out-mixed")]
            assert pages[0] == pages[1]
    assert [found[name] for name in students] == before["submissions"]
    assert {name: found[name.replace("_", "-")]["score"] for name in names} == dict.fromkeys(names, 0)
    assert set().union(*(stage.effects() for stage in stages)) <= (
        {"damage"} if after["sandbox"] == "rlimits" else set()
    )
