"""Gradescope's autograder.zip in a faked /autograder: set up without an index, then hand-ins of every kind.

The Python is the system's where other users may run it, as on the platform: started as root, students' code must then run
as another user, and must see nothing of ours.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest

from loopcheck.authoring.bank import read_bank
from loopcheck.bundles import gradescope, wheels
from loopcheck.bundles.model import Bundle, BundleError, zipped
from loopcheck.course import load_course
from loopcheck.worker.student_user import STUDENT_USER, as_student_user

from . import bundle_support as support

HERE = Path(__file__).parent

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the platform is Linux on x86-64"),
    pytest.mark.timeout(400),
]
TEST = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        **{name: {"type": "string"} for name in ("name", "number", "output")},
        **{name: {"type": "number", "minimum": 0} for name in ("score", "max_score")},
        "status": {"enum": ["passed", "failed"]},
        "visibility": {"const": "visible"},
    },
}
RESULTS: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["score", "output", "tests"],
    "properties": {
        "score": {"type": "number", "minimum": 0, "maximum": 100},
        "output": {"type": "string", "minLength": 1},
        **{
            name: {"enum": ["text", "html", "simple_format", "md", "ansi"]}
            for name in ("output_format", "test_output_format", "test_name_format")
        },
        "visibility": {"const": "visible"},
        "stdout_visibility": {"const": "hidden"},
        "tests": {"type": "array", "items": TEST},
    },
}
"""Gradescope's results.json, as far as we use it; a hidden test would hide the total from students."""


def others_may_run(python: str) -> bool:
    path = Path(python).resolve()
    return path.is_file() and all(folder.stat().st_mode & 1 for folder in (path, *path.parents))


def platform_python() -> str:
    """A Python that any user can run, when there is one of ours among the system's; else this one."""
    for python in ("/usr/bin/python3", "/usr/local/bin/python3", "/usr/bin/python3.13", "/usr/bin/python3.12"):
        ask = [python, "-c", "import sys, venv; sys.exit(sys.version_info < (3, 11))"]
        if others_may_run(python) and subprocess.run(ask, check=False, timeout=60).returncode == 0:
            return python
    return sys.executable


PYTHON = platform_python()
SEPARATE = os.getuid() == 0 and others_may_run(PYTHON)
"""Whether students' code can run as another user here."""


class Faked(SimpleNamespace):
    """A faked /autograder. `bundle` is what was uploaded."""

    root: Path
    bundle: Bundle

    def run(self, program: str, **more: str) -> subprocess.CompletedProcess[str]:
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP", "COV"))}
        ours = {
            "AUTOGRADER_ROOT": str(self.root),
            "AUTOGRADER_STUDENT": "nobody" if SEPARATE else "root",
            "AUTOGRADER_PYTHON": PYTHON,
            "PIP_CONFIG_FILE": os.devnull,
        }
        return subprocess.run(
            [str(self.root / program)],
            env={**clean, **ours, **more},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    def grade(self, submission: Path | None, **more: str) -> dict[str, Any]:
        """Hand in, and read what Gradescope would."""
        for name in ("submission", "results"):
            shutil.rmtree(self.root / name, ignore_errors=True)
            (self.root / name).mkdir()
        if submission:
            shutil.copytree(submission, self.root / "submission", dirs_exist_ok=True)
        done = self.run("run_autograder", **more)
        assert done.returncode == 0, done.stderr
        result = json.loads((self.root / "results/results.json").read_text(encoding="utf-8"))
        jsonschema.validate(result, RESULTS)
        return {**result, "stderr": done.stderr}


@pytest.fixture(scope="module")
def faked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Faked]:
    """The zip, unpacked and set up."""
    version = subprocess.run(
        [PYTHON, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], capture_output=True, text=True, check=True
    ).stdout.strip()
    given = tmp_path_factory.mktemp("wheels")
    pins = [f"{name}=={number}" for name, number in wheels.pinned(support.FILES).items()]
    subprocess.run(wheels._command(pins, version, given), check=True, timeout=300, capture_output=True)
    made = gradescope.bundle(support.FILES, load_course(), Namespace(wheels=given))
    root = Path(tempfile.mkdtemp(prefix="autograder-"))
    root.chmod(0o755)  # pytest's own folders are closed to other users
    try:
        with zipfile.ZipFile(io.BytesIO(zipped(made))) as archive:
            for entry in archive.infolist():
                archive.extract(entry, root / "source")
                (root / "source" / entry.filename).chmod(entry.external_attr >> 16)
        for name in ("run_autograder", "setup.sh"):  # Gradescope copies the first; the second is easier to call so
            shutil.copy(root / "source" / name, root / name)
        machine = Faked(root=root, bundle=made, wheels=given)
        done = machine.run("setup.sh")
        assert done.returncode == 0, done.stdout + done.stderr
        yield machine
    finally:
        shutil.rmtree(root, ignore_errors=True)


def test_the_reference_gets_full_marks(faked: Faked, tmp_path: Path) -> None:
    result = faked.grade(support.checkout(tmp_path / "checkout"))
    assert result["score"] == 100, result["stderr"]
    assert sum(test["max_score"] for test in result["tests"]) == 100
    assert all(test["status"] == "passed" for test in result["tests"])
    assert result["stderr"] == ""


def test_the_stub_gets_none(faked: Faked, tmp_path: Path) -> None:
    result = faked.grade(support.checkout(tmp_path / "checkout", stub=True))
    assert result["score"] == 0
    assert "nothing was written yet" in result["output"]


def test_a_mistake_costs_its_checks_and_is_explained(faked: Faked, tmp_path: Path) -> None:
    name = "set_result_leaves_the_future_pending"
    result = faked.grade(support.checkout(tmp_path / "checkout", wrong=name))
    course = load_course()
    (entry,) = (
        one
        for one in read_bank(support.ROOT / "solutions/wrong", course, support.FILES.package_sources(course))
        if one.name == name
    )
    lost = sum(points for each in course.exercises for check, points in each.points.items() if check in entry.fails)
    assert result["score"] == 100 - lost
    assert entry.idea.split("\n\n")[0].replace("\n", " ").replace("`", "")[:30] in result["output"].replace("`", "")


def test_a_hanging_submission_has_a_result(faked: Faked, tmp_path: Path) -> None:
    checkout = support.checkout(tmp_path / "checkout")
    (checkout / "mini_asyncio/loop.py").write_text(support.HANGS, encoding="utf-8")
    result = faked.grade(checkout)
    assert result["score"] < 50
    assert "did not come back" in json.dumps(result["tests"])


def test_a_hostile_submission_changes_nothing(faked: Faked, tmp_path: Path) -> None:
    checkout = support.hostile(tmp_path / "checkout")
    result = faked.grade(checkout)
    assert result["score"] == 0
    assert "\x1b" not in json.dumps(result["tests"], ensure_ascii=False)


SPY = """

import os
said = [f"user {{os.getuid()}}"]
for path in {paths}:
    try:
        with open(path, "rb") as file:
            said.append("read " + path)
    except OSError:
        pass
try:
    with open({results!r}, "w") as file:
        file.write('{{"score": 100}}')
    said.append("wrote the results")
except OSError:
    pass
raise RuntimeError(", ".join(said))
"""


@pytest.mark.skipif(not SEPARATE, reason="not root, or no Python here that another user can run")
def test_students_code_is_another_user_and_sees_nothing_of_ours(faked: Faked, tmp_path: Path) -> None:
    checkout = support.checkout(tmp_path / "checkout")
    (package,) = faked.root.glob("loopcheck/lib/python3*/site-packages/loopcheck")
    secrets = [
        faked.root / "source/settings.toml",
        package / "signatures.json",
        package / "suite/expected.py",
        package / "_course/solutions/reference/mini_asyncio/loop.py",
        package / "_course/exercises/course.toml",
        faked.root / "submission/mini_asyncio/task.py",
    ]
    assert all(path.is_file() for path in secrets[:-1])
    spy = SPY.format(paths=[str(path) for path in secrets], results=str(faked.root / "results/results.json"))
    with (checkout / "mini_asyncio/future.py").open("a", encoding="utf-8") as module:
        module.write(spy)
    line = len((checkout / "mini_asyncio/future.py").read_text(encoding="utf-8").splitlines())
    result = faked.grade(checkout)
    nobody = subprocess.run(["/usr/bin/id", "-u", "nobody"], capture_output=True, text=True, check=True).stdout.strip()
    # The user, and nothing after it: nothing could be read, nothing written.
    assert f"RuntimeError in future.py, line {line}: user {nobody}." in result["tests"][0]["output"].replace("\n", " ")


def test_an_empty_hand_in_says_why_it_has_no_score(faked: Faked) -> None:
    result = faked.grade(None)
    assert (result["score"], result["tests"]) == (0, [])
    assert "The folder is empty" in result["output"]
    assert "only stands for 'no score yet'" in result["output"]


def test_a_grader_that_is_stopped_leaves_a_result(faked: Faked, tmp_path: Path) -> None:
    result = faked.grade(support.checkout(tmp_path / "checkout"), AUTOGRADER_SECONDS="0.01")
    assert (result["score"], result["tests"]) == (0, [])
    assert "did not come to an end" in result["output"]


def test_a_grader_that_fails_leaves_a_result(faked: Faked, tmp_path: Path) -> None:
    settings = faked.root / "source/settings.toml"
    kept = settings.read_bytes()
    settings.write_bytes(b"seed = 'none'\n")
    try:
        result = faked.grade(support.checkout(tmp_path / "checkout"))
    finally:
        settings.write_bytes(kept)
    assert (result["score"], result["tests"]) == (0, [])
    assert "not your fault" in result["output"]
    assert "SettingsError" in result["stderr"]


def test_the_zip_holds_what_the_platform_wants_at_its_root(faked: Faked) -> None:
    names = set(faked.bundle.files)
    assert {"setup.sh", "run_autograder"} <= names
    assert faked.bundle.programs == {"setup.sh", "run_autograder"}
    for script in ("setup.sh", "run_autograder"):
        assert subprocess.run(["/bin/bash", "-n", str(faked.root / script)], check=False).returncode == 0


def test_the_same_installation_gives_the_same_bytes(faked: Faked) -> None:
    again = gradescope.bundle(support.FILES, load_course(), Namespace(wheels=faked.wheels))
    assert zipped(again) == zipped(faked.bundle)


def test_the_user_is_the_one_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(STUDENT_USER, raising=False)
    assert as_student_user() == {}
    monkeypatch.setenv(STUDENT_USER, "root")
    assert as_student_user() == {"user": "root", "group": 0, "extra_groups": ()}
    monkeypatch.setenv(STUDENT_USER, "no-such-user")
    with pytest.raises(OSError, match="there is no user 'no-such-user', whom LOOPCHECK_STUDENT_USER names"):
        as_student_user()


def test_wheels_that_are_not_there_are_said(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="is no folder: give one that holds wheels"):
        wheels.wheels(support.FILES, tmp_path / "none")


def test_a_missing_wheel_is_named_with_the_command_that_gets_it(faked: Faked, tmp_path: Path) -> None:
    given = support.copy_without_caches(faked.wheels, tmp_path / "given")
    next(given.glob("rich-*")).unlink()
    with pytest.raises(BundleError, match=r"no wheel of rich [\d.]+, which is .* pip download .* rich==[\d.]+"):
        wheels.wheels(support.FILES, given)
