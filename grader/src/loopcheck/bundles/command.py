"""`loopcheck bundle PLATFORM --out DIR`: what an instructor hands to a platform."""

from __future__ import annotations

import sys
from argparse import Namespace
from importlib import import_module
from pathlib import Path

from ..course import Course, CourseError, CourseFiles, course_files, load_course
from ..reports.safe_text import for_terminal
from ..reports.writing import ReportError, write_whole
from .model import Bundle, BundleError, write_folder, zipped

PLATFORMS = {
    "classroom50": "classroom50",
    "github-classroom": "github_classroom",
    "gradescope": "gradescope",
    "grading-repository": "grading",
}
"""Platform -> the module here that makes its bundle."""
ZIPS = {"gradescope": "autograder.zip"}
"""Platforms that take one zip file, and its name."""


def run(arguments: Namespace) -> int:
    """Make the bundle, and return the exit code: 0 written, 2 not."""
    try:
        return _bundle(arguments)
    except (BundleError, CourseError, ReportError, OSError) as error:
        print(f"loopcheck bundle: {error}", file=sys.stderr)
        return 2


def make(platform: str, files: CourseFiles, course: Course, arguments: Namespace) -> Bundle:
    """The bundle of a platform."""
    module = import_module(f".{PLATFORMS[platform]}", __package__)
    made: Bundle = module.bundle(files, course, arguments) if platform in NEED_WHEELS else module.bundle(files, course)
    return made


NEED_WHEELS = ("gradescope", "grading-repository")


def _bundle(arguments: Namespace) -> int:
    platform: str = arguments.platform
    out: Path = arguments.out or Path("loopcheck-bundles") / platform
    _must_be_ours(out)
    made = make(platform, course_files(), load_course(), arguments)
    if platform in ZIPS:
        target = out / ZIPS[platform]
        write_whole(target, zipped(made))
    else:
        target = out
        write_folder(made, out)
    print(f"{len(made.files)} files written: {for_terminal(str(target))}")
    for note in made.notes:
        print(for_terminal(note), file=sys.stderr)
    return 0


def _must_be_ours(out: Path) -> None:
    """An old bundle must not shine through a new one, and nobody's own files are overwritten."""
    if out.is_dir() and any(out.iterdir()):
        raise BundleError(f"{for_terminal(str(out))} is not empty. Delete it, or choose another folder with --out.")
