"""loopcheck and everything it needs as wheels for Linux on x86-64, so that a platform installs it without a network.

The versions are those that are installed here, that is, those that the instructor has graded with. What must stay true: the
same installation gives the same wheels, and the list that installs them names each by its hash.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path

from ..course import CourseFiles
from .model import BundleError

OURS = "loopcheck"
PIP = "26.3"
"""Installs the others; it needs no installation itself: a wheel of pip can be run."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = ("manylinux_2_17_x86_64", "manylinux2014_x86_64", "manylinux_2_28_x86_64")
SECONDS = 600
_REQUIREMENT = re.compile(r"^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(\[[^\]]*\])?")


def wheels(files: CourseFiles, given: Path | None = None, pythons: Sequence[str] = PYTHONS) -> dict[str, bytes]:
    """File name -> wheel, by name. `given` is a folder that holds all but our own; otherwise pip downloads them."""
    pins = pinned(files)
    with tempfile.TemporaryDirectory(prefix="wheels-") as temporary:
        folder = Path(temporary)
        _build(files, folder)
        if given is None:
            for python in pythons:
                _download([f"{name}=={version}" for name, version in pins.items()], python, folder)
        else:
            _take(given, folder)
        found = {path.name: path.read_bytes() for path in sorted(folder.glob("*.whl"))}
    missing = sorted(f"{name} {version}" for name, version in pins.items() if not of(found, name, version))
    if missing:
        where = f"{given} holds" if given else "pip has found"
        raise BundleError(
            f"{where} no wheel of {', '.join(missing)}, which is what is installed here. Download it with "
            f"`{' '.join(_command(missing, pythons[-1], Path('DIR')))}`, and give that folder with --wheels."
        )
    kept = {name for project, version in pins.items() for name in of(found, project, version)} | set(of(found, OURS))
    return {name: found[name] for name in sorted(kept)}


def of(wheel_names: dict[str, bytes], project: str, version: str = "") -> list[str]:
    """The wheels of a project among these."""
    return [
        name for name in wheel_names if canonical(name.split("-")[0]) == project and version in ("", name.split("-")[1])
    ]


def requirements(found: dict[str, bytes]) -> str:
    """The list for `pip install --require-hashes`: each project in its version, with the hash of every wheel that is here."""
    lines = []
    for project in sorted({canonical(name.split("-")[0]) for name in found} - {"pip"}):
        names = of(found, project)
        hashes = "".join(f" \\\n    --hash=sha256:{hashlib.sha256(found[name]).hexdigest()}" for name in names)
        lines.append(f"{project}=={names[0].split('-')[1]}{hashes}\n")
    return "".join(lines)


def pinned(files: CourseFiles) -> dict[str, str]:
    """Project -> version of everything that loopcheck needs, as it is installed here, and pip; without loopcheck itself."""
    found = {"pip": PIP}
    waiting = [_our_requirements(files)]
    while waiting:
        for project in _needs(waiting.pop()):
            if project not in found:
                try:
                    found[project] = metadata.version(project)
                except metadata.PackageNotFoundError as error:
                    raise BundleError(f"{project} is not installed. Run `pip install -e .` in the checkout.") from error
                waiting.append(metadata.requires(project) or [])
    return dict(sorted(found.items()))


def _our_requirements(files: CourseFiles) -> list[str]:
    """What the checkout asks for: the wheel is made from it, whatever was installed when."""
    _must_be_checkout(files)
    project = tomllib.loads((files.root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [str(requirement) for requirement in project["dependencies"]]


def _needs(requirements: Sequence[str]) -> Iterator[str]:
    """The projects that are needed on Linux, without extras."""
    for requirement in requirements:
        name, _, marker = requirement.partition(";")
        # Needed elsewhere only: extras, Windows, and Pythons older than ours.
        if re.search(r"extra\s*==|win32|python_version\s*<|python_full_version\s*<", marker):
            continue
        match = _REQUIREMENT.match(name)
        if match:
            yield canonical(match[1])


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _must_be_checkout(files: CourseFiles) -> None:
    if not (files.root / "pyproject.toml").is_file():
        raise BundleError(
            "This bundle holds loopcheck itself, and is made from a checkout: clone the repository, "
            "install it with `pip install -e .`, then try again."
        )


def _build(files: CourseFiles, folder: Path) -> None:
    """Our own wheel."""
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--disable-pip-version-check", "--no-deps"]
    _run([*command, "-w", str(folder), str(files.root)], "loopcheck could not be built")


def _download(what: Sequence[str], python: str, folder: Path) -> None:
    _run(_command(what, python, folder), "pip could not download the wheels")


def _command(what: Sequence[str], python: str, folder: Path) -> list[str]:
    options = ["-q", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:", "--implementation=cp"]
    options += [f"--python-version={python}", *(f"--platform={name}" for name in PLATFORMS)]
    return [
        sys.executable,
        "-m",
        "pip",
        "download",
        *options,
        "-d",
        str(folder),
        *(each.replace(" ", "==") for each in what),
    ]


def _take(given: Path, folder: Path) -> None:
    """Copy the wheels of a folder; our own is the one that was just built."""
    if not given.is_dir():
        raise BundleError(f"{given} is no folder: give one that holds wheels with --wheels, or leave that out.")
    for path in sorted(given.glob("*.whl")):
        if canonical(path.name.split("-")[0]) != OURS:
            (folder / path.name).write_bytes(path.read_bytes())


def _run(command: Sequence[str], failure: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)  # noqa: S603 - pip
    except subprocess.TimeoutExpired as error:
        raise BundleError(
            f"{failure} in {SECONDS} seconds. Try again, or give a folder of wheels with --wheels."
        ) from error
    if done.returncode:
        last = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "no reason given")
        raise BundleError(f"{failure}: {last}. With --wheels DIR the wheels are taken from a folder instead.")
