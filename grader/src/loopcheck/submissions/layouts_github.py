"""Folders of repositories: `gh classroom clone student-repos`, and Classroom 50's `gh teacher download`.

<slug>-submissions/<slug>-<login>/…
<classroom>-<assignment>_submissions_<time>/<classroom>-<assignment>-<login>/…   with scores.csv
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ..course import Course
from ..csv_files import Row, TableError, read_table
from .files import Entry, Kind, kind_of
from .layout_model import Delivery, Found, HandedIn, Layout, SubmissionsError, found_deliveries
from .names import listing, unique_ids, visible

_CLASSROOM50 = re.compile(r"(?P<prefix>.+)_submissions_\d{4}_\d{2}_\d{2}_T_\d{2}_\d{2}_\d{2}")
_GITHUB = re.compile(r"(?P<prefix>.+)-submissions")
SCORES = "scores.csv"


def download_of(name: str) -> str | None:
    """Which assignment a folder is a download of, by its name; None when the name says nothing."""
    match = _CLASSROOM50.fullmatch(name)
    return match["prefix"] if match else None


def _folders(entries: list[Entry]) -> list[str]:
    return [entry.name for entry in entries if entry.kind is Kind.FOLDER and not entry.name.startswith(".")]


def _prefix(path: Path, pattern: re.Pattern[str]) -> str:
    match = pattern.fullmatch(path.resolve().name)
    return match["prefix"] + "-" if match else ""


def _recognise_github(path: Path, entries: list[Entry], course: Course) -> tuple[str, ...] | None:  # noqa: ARG001 - every layout's signature
    prefix, folders = _prefix(path, _GITHUB), _folders(entries)
    return () if prefix and folders and all(name.startswith(prefix) for name in folders) else None


def _recognise_classroom50(path: Path, entries: list[Entry], course: Course) -> tuple[str, ...] | None:  # noqa: ARG001 - as above
    prefix, folders = _prefix(path, _CLASSROOM50), _folders(entries)
    if not folders:
        return None
    if prefix and all(name.startswith(prefix) for name in folders):
        return ()
    return () if any(entry.name == SCORES for entry in entries) and _scores(path) else None


def _collect_github(path: Path, entries: list[Entry]) -> Found:
    folders = _folders(entries)
    prefix = _prefix(path, _GITHUB) or _shared(folders)
    return _found("github-classroom", path, folders, prefix, {})


def _collect_classroom50(path: Path, entries: list[Entry]) -> Found:
    folders = _folders(entries)
    scores = _scores(path) if any(entry.name == SCORES for entry in entries) else {}
    prefix = _prefix(path, _CLASSROOM50)
    # A folder that was given another name: the repositories end in the logins that the platform lists.
    for login in sorted(scores):
        prefix = prefix or next((name[: -len(login)] for name in folders if name.casefold().endswith(f"-{login}")), "")
    return _found("classroom50", path, folders, prefix or _shared(folders), scores)


def _shared(folders: list[str]) -> str:
    """What all names begin with, up to a hyphen."""
    if len(folders) < 2:
        return ""
    first, last = min(folders), max(folders)
    shared = next(
        (place for place, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), len(first)
    )
    return first[: first.rfind("-", 0, shared) + 1]


def _found(layout: str, path: Path, folders: list[str], prefix: str, facts: dict[str, HandedIn]) -> Found:
    if not folders:
        raise SubmissionsError(f"{visible(str(path))} holds no repository. Give the folder that the clones are in.")
    deliveries: dict[str, Delivery] = {}
    others = []
    for name in folders:
        login = visible(name.removeprefix(prefix)) if name.startswith(prefix) else visible(name)
        if not name.startswith(prefix):
            others.append(name)
        # Two folders are two students, whatever their names become.
        login = next(one for one in (login, *unique_ids([*deliveries, name])[-1:]) if one and one not in deliveries)
        deliveries[login] = Delivery((("", path / name),), facts.get(login.casefold(), HandedIn()))
    odd = (
        (f"{listing(others)}: the name does not begin with {visible(prefix)}, and is taken as it is",) if others else ()
    )
    return found_deliveries(layout, deliveries, odd)


def _scores(path: Path) -> dict[str, HandedIn]:
    """What Classroom 50 wrote about each login. It is the instructor's file, not a student's; one that is odd is no loss."""
    file = path / SCORES
    try:
        if kind_of(file) is not Kind.FILE:
            return {}
        table = read_table(file)
    except (OSError, TableError):
        return {}
    if not {"username", "submission_tag"} <= set(table.columns):
        return {}
    return dict(_facts(table.rows))


def _facts(rows: Iterable[Row]) -> Iterable[tuple[str, HandedIn]]:
    for row in rows:
        name = f"{row.get('first_name')} {row.get('last_name')}".strip()
        yield row.get("username").casefold(), HandedIn(name, row.get("email"), row.get("datetime"), row.get("late"))


GITHUB_CLASSROOM = Layout("github-classroom", _recognise_github, _collect_github)
CLASSROOM50 = Layout("classroom50", _recognise_classroom50, _collect_classroom50)
