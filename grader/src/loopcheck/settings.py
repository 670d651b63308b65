"""The instructor's settings: today the secret seed of the random schedules.

What must stay true: the seed is made once, at random, and never changes by itself, since results of different seeds are
not comparable; it never reaches a student.
"""

from __future__ import annotations

import contextlib
import os
import tomllib
from pathlib import Path

from .course import course_files

SEEDS = 2**53
"""Seeds are below this: every JSON reader takes them as they are."""

TEXT = """\
# Settings of this course's instructor. Keep this file: it makes regrading give the same results.
# The seed draws the random schedules of the hidden checks. It is a secret of the course.
seed = {seed}
"""


class SettingsError(Exception):
    """The settings cannot be read or written. The message names the file and what to do."""


def settings_file() -> Path:
    """`instructor/settings.toml` of the checkout; with an installed wheel, the user's own configuration folder."""
    instructor = course_files().root / "instructor"
    if instructor.is_dir():
        return instructor / "settings.toml"
    base = os.environ.get("APPDATA") if os.name == "nt" else os.environ.get("XDG_CONFIG_HOME")
    home = os.path.expanduser("~")  # noqa: PTH111 - Path.home() raises for a user without one
    return (Path(base) if base else Path(home) / ".config") / "loopcheck" / "settings.toml"


def course_seed(path: Path) -> int:
    """The seed in these settings; where there are none yet, they are made."""
    try:
        with contextlib.suppress(FileNotFoundError):
            return _read(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        _make(path)
        return _read(path)
    except OSError as error:
        raise SettingsError(
            f"{path}: {error.strerror}. Give the seed with --seed, or make that folder writable."
        ) from error


def _make(path: Path) -> None:
    """Write new settings in one step. Of two graders that start together, one writes and the other reads what it wrote."""
    import secrets  # once in a course, and slow to import

    mine = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    mine.write_text(TEXT.format(seed=secrets.randbelow(SEEDS)), encoding="utf-8")
    try:
        with contextlib.suppress(FileExistsError):
            os.link(mine, path)
    except OSError:  # a file system without hard links
        mine.replace(path)
    finally:
        mine.unlink(missing_ok=True)


def _read(path: Path) -> int:
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors put a byte order mark in front
        seed = tomllib.loads(text).get("seed")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not valid TOML: {error}. Mend it, or give the seed with --seed.") from error
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise SettingsError(
            f"{path} has no line `seed = …` with a whole number from 0 to {SEEDS - 1}. Add it, or use --seed."
        )
    return seed
